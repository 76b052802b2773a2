import type { QueryClient } from '@tanstack/react-query'
import { create } from 'zustand'
import { ApiError } from '#lib/api.ts'
import { forgetRider } from '#stores/rider.ts'

/** Whether the shop has blocked this rider's account, so that the login screen says so. */
export const useOnHold = create<{ isOnHold: boolean }>(() => ({ isOnHold: false }))

export function leaveHold(): void {
  useOnHold.setState({ isOnHold: false })
}

/**
 * Ends the session in this browser as soon as any answer says that the account is blocked. The rider's queued steps
 * stay stored in the browser.
 */
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

/**
 * Returns whether a query belongs to the rider. A customer may be signed in to the same browser with another account,
 * and a refusal of the customer's calls says nothing about the rider.
 */
const isOfRider = ([name]: readonly unknown[]): boolean => String(name).startsWith('delivery/')
