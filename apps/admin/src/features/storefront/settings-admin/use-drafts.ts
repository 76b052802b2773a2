import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, call } from '#lib/api.ts'
import { ask, reread } from '#lib/query.ts'
import { toast, toastError } from '#lib/toasts.ts'

/** Unsaved values by key, which stay until the session ends; null resets a setting to its default. */
type Drafts = Readonly<Record<string, string | null>>
let kept: Drafts = {}
/** The stored settings at the time of the first unsaved change. */
let savedVersion: string | undefined

/** Holds the shop's settings with the unsaved changes, which are saved together. */
export function useDrafts() {
  const { data, error: loadError, refetch } = useQuery(ask('dashboard/settings', {}))
  const [drafts, setShown] = useState(kept)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [isClash, setClash] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const setDrafts = (next: Drafts) => {
    kept = next
    if (Object.keys(next).length === 0) savedVersion = undefined
    else savedVersion ??= data?.edition
    setShown(next)
  }
  const change = (key: string, value: string | null) => {
    const setting = data?.settings.find((row) => row.key === key)
    const { [key]: _before, ...others } = drafts
    const isAsItWas = value === null ? setting?.source === 'default' : (setting?.value ?? '') === value
    setDrafts(isAsItWas ? others : { ...others, [key]: value })
    const { [key]: _error, ...left } = errors
    setErrors(left)
  }
  const discard = () => {
    setDrafts({})
    setErrors({})
    setClash(false)
  }
  const save = async () => {
    if (!data) return
    setBusy(true)
    try {
      await call('dashboard/settings/save', { edition: savedVersion ?? data.edition, values: drafts })
      discard()
      await reread('dashboard/settings', 'dashboard/me')
      toast('The settings are saved. Open apps get the new settings at their next check.')
    } catch (refusal) {
      if (refusal instanceof ApiError) setErrors(refusal.fields)
      setClash(refusal instanceof ApiError && refusal.code === 'SETTINGS_CLASH')
      toastError(refusal)
    } finally {
      setBusy(false)
    }
  }
  /** Reads the settings that other people have saved, and keeps this person's unsaved values. */
  const readAgain = async () => {
    const { data: fresh } = await refetch()
    savedVersion = fresh?.edition
    setClash(false)
  }
  return { settings: data?.settings, loadError, drafts, errors, isClash, isBusy, change, discard, save, readAgain }
}
