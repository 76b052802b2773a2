import type { CallName, Output, WireInput } from '@nukkad/contract/contract.ts'
import { keepPreviousData, QueryClient, queryOptions } from '@tanstack/react-query'
import { ApiError, call } from './api.ts'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) =>
        error instanceof ApiError && (error.status === 0 || error.status === 503) && failures < 2,
    },
  },
})

/**
 * Returns a call as a query, whose key is the call's name and input. While the answer for a new input loads, the query
 * keeps the previous answer.
 */
export function ask<Name extends CallName>(name: Name, input: WireInput<Name>) {
  return queryOptions<Output<Name>, Error, Output<Name>, readonly [Name, WireInput<Name>]>({
    queryKey: [name, input] as const,
    queryFn: ({ signal }) => call(name, input, { signal }),
    placeholderData: keepPreviousData,
  })
}

/**
 * Options for a query whose old answer must not stay while the next one loads, because it is about another person, page
 * or time.
 */
export const withoutPrevious = { placeholderData: undefined }

/** Reads the data of these calls again after a change that affects it. */
export async function reread(...names: CallName[]): Promise<void> {
  await Promise.all(names.map((name) => queryClient.invalidateQueries({ queryKey: [name] })))
}
