import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, call } from '#lib/api.ts'
import { notice, noticeOf } from '#lib/notices.ts'
import { ask, reread } from '#lib/query.ts'

/** What was typed and not saved, by key; null resets. It outlives the page and, as that does, the session. */
type Drafts = Readonly<Record<string, string | null>>
let kept: Drafts = {}
/** What the settings were read at when the first of them was typed over. */
let keptEdition: string | undefined

/** The settings of the shop with what is typed over them, to be saved all at once. */
export function useDrafts() {
  const { data, error: loadError, refetch } = useQuery(ask('dashboard/settings', {}))
  const [drafts, setShown] = useState(kept)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [isClash, setClash] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const setDrafts = (next: Drafts) => {
    kept = next
    if (Object.keys(next).length === 0) keptEdition = undefined
    else keptEdition ??= data?.edition
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
      await call('dashboard/settings/save', { edition: keptEdition ?? data.edition, values: drafts })
      discard()
      await reread('dashboard/settings', 'dashboard/me')
      notice('Saved. Open apps take it over at their next look.')
    } catch (refusal) {
      if (refusal instanceof ApiError) setErrors(refusal.fields)
      setClash(refusal instanceof ApiError && refusal.code === 'SETTINGS_CLASH')
      noticeOf(refusal)
    } finally {
      setBusy(false)
    }
  }
  /** Reads what others saved and goes on with what was typed. */
  const readAgain = async () => {
    const { data: fresh } = await refetch()
    keptEdition = fresh?.edition
    setClash(false)
  }
  return { settings: data?.settings, loadError, drafts, errors, isClash, isBusy, change, discard, save, readAgain }
}
