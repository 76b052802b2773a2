import type { CallName, Output, WireInput } from '@nukkad/contract/contract.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { newKey } from '#lib/new-key.ts'
import { reread } from '#lib/query.ts'
import { toast, toastError } from '#lib/toasts.ts'

/** Reads all data that shows orders again. */
export async function rereadOrders(): Promise<void> {
  await reread(
    'dashboard/needs-you',
    'dashboard/orders/board',
    'dashboard/orders/places',
    'dashboard/orders/show',
    'dashboard/orders/riders',
    'dashboard/table',
  )
}

/** Runs one action on an order, shows its result or error, and refreshes the orders. */
export function useOrderCall<Name extends CallName>(name: Name, done: string) {
  return useMutation<Output<Name>, Error, WireInput<Name>>({
    mutationFn: (input) => call(name, input, { idempotencyKey: newKey() }),
    onSuccess: () => toast(done),
    onError: toastError,
    onSettled: () => void rereadOrders(),
  })
}
