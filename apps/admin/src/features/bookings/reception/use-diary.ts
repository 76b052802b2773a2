import type { CallName, Output, WireInput } from '@nukkad/contract/contract.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useAdminEvents } from '#features/ordering/order-admin/use-admin-events.ts'
import { call } from '#lib/api.ts'
import { newKey } from '#lib/new-key.ts'
import { ask, reread } from '#lib/query.ts'
import { toast, toastError } from '#lib/toasts.ts'

/**
 * Interval at which the diary is polled, because visits that the salon enters have no order, so no order event
 * announces them.
 */
const LIVE_MS = 30_000
const DEAF_MS = 15_000

/** Reads the diary of a salon from a date on, and keeps it up to date. */
export function useDiary(input: { store_id: number; date: string; days: number }) {
  const isLive = useAdminEvents(({ store_id }) => {
    if (store_id === input.store_id) void rereadVisits()
  })
  return useQuery({
    ...ask('dashboard/bookings/day', input),
    refetchInterval: isLive ? LIVE_MS : DEAF_MS,
    retry: false,
  })
}

/** Reads all data that shows visits again. */
export async function rereadVisits(): Promise<void> {
  await reread(
    'dashboard/bookings/day',
    'dashboard/bookings/customer',
    'dashboard/bookings/takings',
    'dashboard/orders/board',
    'dashboard/table',
  )
}

type VisitCall = CallName & `dashboard/bookings/${'arrive' | 'no-show' | 'cancel' | 'waive-share' | 'takings/save'}`

/** Runs one action on a visit, shows its result or error, and refreshes the diary. */
export function useVisitCall<Name extends VisitCall>(name: Name, done: string) {
  return useMutation<Output<Name>, Error, WireInput<Name>>({
    mutationFn: (input) => call(name, input, { idempotencyKey: newKey() }),
    onSuccess: () => toast(done),
    onError: toastError,
    onSettled: () => void rereadVisits(),
  })
}
