import type { Output, WireInput } from '@nukkad/contract/contract.ts'
import { onlineManager, QueryClient, queryOptions } from '@tanstack/react-query'
import { create } from 'zustand'
import { ApiError, call } from './api.ts'

// A page that loaded without a network must count as offline from the start, so that it notices when the network comes
// back.
onlineManager.setOnline(navigator.onLine)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 10 * 60_000,
      refetchOnWindowFocus: false,
      // Queries run also while the browser is offline, because the service worker may answer them.
      networkMode: 'always',
      // Queries that failed or became stale while offline are fetched again when the network is back (GAP-63).
      refetchOnReconnect: true,
      retry: (failures, error) => error instanceof ApiError && navigator.onLine && failures < mostRetries(error),
      // The delay of 2 s matches the Retry-After header that the server sends when it refuses calls because of its
      // load.
      retryDelay: (_failures, error) => (isTurnedAway(error) ? 2000 : 1000),
    },
    mutations: { networkMode: 'always' },
  },
})

const mostRetries = (error: ApiError): number => (isTurnedAway(error) ? 3 : error.status === 0 ? 1 : 0)
const isTurnedAway = (error: Error): boolean => error instanceof ApiError && error.code === 'TEMPORARILY_AWAY'

/** Counts how often another tab replaced the signed-in person, so that the screen renders again each time. */
export const useTurn = create(() => ({ turn: 0 }))

/** Cancels the previous person's queries and drops their cached answers. */
export function startTurn(): void {
  void queryClient.cancelQueries()
  queryClient.clear()
  useTurn.setState(({ turn }) => ({ turn: turn + 1 }))
}

/** Returns query options for a call. The name and the input of the call form the query key. */
export function ask<Name extends Parameters<typeof call>[0]>(name: Name, input: WireInput<Name>) {
  return queryOptions<Output<Name>, Error, Output<Name>, readonly [Name, WireInput<Name>]>({
    queryKey: [name, input] as const,
    queryFn: ({ signal }) => call(name, input, { signal }),
  })
}
