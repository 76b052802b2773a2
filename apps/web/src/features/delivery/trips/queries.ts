import { TRACKING_REFRESH_MS } from '@nukkad/rules/constants.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { ask, queryClient } from '#lib/query.ts'

/**
 * Interval of polling while the rider is off duty. The lists of a rider off duty do not change, but the answers show
 * whether the session is still valid.
 */
const offDutyRefreshMs = 60_000

/**
 * Fetches the rider's lists. While the rider is on duty, the query polls every 15 s, also while the app is in the
 * background (docs/reference/wire.md#timers).
 */
export function ordersQuery(isOnDuty: boolean) {
  return queryOptions({
    ...ask('delivery/get-delivery-orders', {}),
    refetchInterval: isOnDuty ? TRACKING_REFRESH_MS : offDutyRefreshMs,
    refetchIntervalInBackground: isOnDuty,
    staleTime: 0,
  })
}

export function orderQuery(uniqueOrderId: string) {
  return queryOptions({
    ...ask('delivery/get-single-delivery-order', { unique_order_id: uniqueOrderId }),
    refetchInterval: ({ state }) => (state.error ? false : TRACKING_REFRESH_MS),
    staleTime: 0,
  })
}

export const riderQuery = () => queryOptions({ ...ask('delivery/update-user-info', {}), staleTime: 0 })

/** Fetches completed orders, five per page (GAP-41). */
export const completedQuery = () =>
  infiniteQueryOptions({
    queryKey: ['delivery/get-completed-orders'] as const,
    queryFn: ({ pageParam, signal }) => call('delivery/get-completed-orders', { page: pageParam }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ current_page, next_page_url }) => (next_page_url ? current_page + 1 : undefined),
  })

/** Refetches everything that shows trips or figures, after a step, an event or a login. */
export function refreshTrips(): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [name] }) => typeof name === 'string' && name.startsWith('delivery/'),
  })
}
