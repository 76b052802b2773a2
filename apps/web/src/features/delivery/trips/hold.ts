import type { QueryClient } from '@tanstack/react-query'
import { create } from 'zustand'
import { ApiError } from '#lib/api.ts'
import { forgetRider } from '#stores/rider.ts'

/** Whether the shop has sent this rider out; the login says so. */
export const useOnHold = create<{ isOnHold: boolean }>(() => ({ isOnHold: false }))

export function leaveHold(): void {
  useOnHold.setState({ isOnHold: false })
}

/** Whichever answer says first that the account is on hold ends the session in this browser; steps that wait stay kept. */
export function watchHold(client: QueryClient): () => void {
  const judge = (error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'ACCOUNT_BANNED') return
    useOnHold.setState({ isOnHold: true })
    forgetRider(false)
    client.removeQueries({ predicate: ({ queryKey }) => isOfRider(queryKey) })
  }
  const stops = [
    client.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error' && isOfRider(event.query.queryKey))
        judge(event.action.error)
    }),
    client.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') judge(event.action.error)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** A customer of the same browser has calls of his own, and an account of his own. */
const isOfRider = ([name]: readonly unknown[]): boolean => String(name).startsWith('delivery/')
