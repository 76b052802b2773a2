import type { Output, WireInput } from '@nukkad/contract/contract.ts'
import { onlineManager, QueryClient, queryOptions } from '@tanstack/react-query'
import { create } from 'zustand'
import { ApiError, call } from './api.ts'

// A page that was loaded without a network must notice when it comes.
onlineManager.setOnline(navigator.onLine)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 10 * 60_000,
      refetchOnWindowFocus: false,
      // The service worker may answer without a network.
      networkMode: 'always',
      // What failed or grew old without one is asked for again by itself (GAP-63).
      refetchOnReconnect: true,
      retry: (failures, error) => error instanceof ApiError && navigator.onLine && failures < mostRetries(error),
      // What the server's own Retry-After says when it turns browsing away.
      retryDelay: (_failures, error) => (isTurnedAway(error) ? 2000 : 1000),
    },
    mutations: { networkMode: 'always' },
  },
})

const mostRetries = (error: ApiError): number => (isTurnedAway(error) ? 3 : error.status === 0 ? 1 : 0)
const isTurnedAway = (error: Error): boolean => error instanceof ApiError && error.code === 'TEMPORARILY_AWAY'

/** Counts how often another tab replaced the signed-in person; each change renders the screen again. */
export const useTurn = create(() => ({ turn: 0 }))

/** Drops what was asked and answered for the person of before. */
export function startTurn(): void {
  void queryClient.cancelQueries()
  queryClient.clear()
  useTurn.setState(({ turn }) => ({ turn: turn + 1 }))
}

/** A call as a query: its name and input are its key. */
export function ask<Name extends Parameters<typeof call>[0]>(name: Name, input: WireInput<Name>) {
  return queryOptions<Output<Name>, Error, Output<Name>, readonly [Name, WireInput<Name>]>({
    queryKey: [name, input] as const,
    queryFn: ({ signal }) => call(name, input, { signal }),
  })
}
