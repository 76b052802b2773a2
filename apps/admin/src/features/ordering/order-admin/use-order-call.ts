import type { CallName, Output, WireInput } from '@nukkad/contract/contract.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { newKey } from '#lib/new-key.ts'
import { notice, noticeOf } from '#lib/notices.ts'
import { reread } from '#lib/query.ts'

/** Everything on the screen that shows orders. */
export async function rereadOrders(): Promise<void> {
  await reread('dashboard/orders/board', 'dashboard/orders/show', 'dashboard/orders/riders', 'dashboard/table')
}

/** One press that does something with an order: it says what was done, or why not, and what is shown follows. */
export function useOrderCall<Name extends CallName>(name: Name, done: string) {
  return useMutation<Output<Name>, Error, WireInput<Name>>({
    mutationFn: (input) => call(name, input, { idempotencyKey: newKey() }),
    onSuccess: () => notice(done),
    onError: noticeOf,
    onSettled: () => void rereadOrders(),
  })
}
