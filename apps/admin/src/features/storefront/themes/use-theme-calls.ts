import type { Output } from '@nukkad/contract/contract.ts'
import type { Theme } from '@nukkad/contract/storefront/themes.ts'
import { useState } from 'react'
import { ApiError, call } from '#lib/api.ts'
import { ask, queryClient } from '#lib/query.ts'
import { toast, toastError } from '#lib/toasts.ts'

export type ThemeState = Output<'dashboard/theme'>

/** Saves a theme as a draft, publishes it, or rolls back to an older version, which then becomes the edited theme. */
export function useThemeCalls(state: ThemeState, onRolledBack: (theme: Theme) => void) {
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [isBusy, setBusy] = useState(false)
  /** The newest version that this page has read. */
  const [seen, setSeen] = useState(state.versions[0]?.id ?? null)
  /**
   * Keeps the edits and refreshes the list of versions, which now includes the version that someone else has just
   * published.
   */
  const readAgain = async () => {
    const fresh = await queryClient.fetchQuery({ ...ask('dashboard/theme', {}), staleTime: 0 })
    setSeen(fresh.versions[0]?.id ?? null)
  }
  const send = async (begin: () => Promise<ThemeState>, text: string): Promise<ThemeState | undefined> => {
    setBusy(true)
    try {
      const answer = await begin()
      queryClient.setQueryData(ask('dashboard/theme', {}).queryKey, answer)
      setSeen(answer.versions[0]?.id ?? null)
      setErrors({})
      toast(text)
      return answer
    } catch (refusal) {
      if (refusal instanceof ApiError) {
        setErrors(refusal.fields)
        if (refusal.code === 'THEME_CLASH') await readAgain()
      }
      toastError(refusal)
      return undefined
    } finally {
      setBusy(false)
    }
  }
  const saveDraft = (theme: Theme) =>
    send(() => call('dashboard/theme/save-draft', { look: theme }), 'The draft is saved')
  const publish = (theme: Theme) =>
    send(
      () => call('dashboard/theme/publish', { look: theme, seen }),
      'The theme is published, and apps show it within a minute',
    )
  const rollBack = async (id: number) => {
    const answer = await send(
      () => call('dashboard/theme/roll-back', { id }),
      'The earlier theme is back, and apps show it within a minute',
    )
    if (answer) onRolledBack(answer.look)
  }
  return { errors, isBusy, saveDraft, publish, rollBack }
}
