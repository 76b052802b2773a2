import type { Output, WireInput } from '@nukkad/contract/contract.ts'
import { QueryClient, queryOptions } from '@tanstack/react-query'
import { ApiError, call } from './api.ts'

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
      retry: (failures, error) => failures < 1 && error instanceof ApiError && error.status === 0 && navigator.onLine,
    },
    mutations: { networkMode: 'always' },
  },
})

/** A call as a query: its name and input are its key. */
export function ask<Name extends Parameters<typeof call>[0]>(name: Name, input: WireInput<Name>) {
  return queryOptions<Output<Name>, Error, Output<Name>, readonly [Name, WireInput<Name>]>({
    queryKey: [name, input] as const,
    queryFn: ({ signal }) => call(name, input, { signal }),
  })
}
