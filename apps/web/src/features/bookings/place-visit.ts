import type { Output, WireInput } from '@nukkad/contract/contract.ts'
import { orderStatusOfId } from '@nukkad/rules/order-states.ts'
import { preload } from '#features/shell/lazy-route.tsx'
import { ApiError, call } from '#lib/api.ts'
import { newKey } from '#lib/new-key.ts'
import { openOrderPayment, type Way } from '#lib/open-payment.ts'
import type { Method } from '#lib/payment-methods.ts'
import { queryClient } from '#lib/query.ts'
import type { CartLine } from '#stores/cart.ts'

type Quote = Output<'quote'>

/**
 * Returns the input that `quote` and `place-order` share for a held visit with a coupon and products of its salon,
 * which the salon hands over at the visit or delivers.
 */
export function visitCart(
  number: string,
  lines: readonly CartLine[],
  { coupon, isDelivered }: { coupon?: string | undefined; isDelivered: boolean },
): WireInput<'quote'> {
  return {
    order: lines.map(({ id, name, price, quantity, selectedaddons }) => ({
      id,
      name,
      price,
      quantity,
      selectedaddons: [...selectedaddons],
    })),
    coupon: coupon ? { code: coupon } : null,
    location: null,
    delivery_type: 4,
    unique_visit_id: number,
    deliver_goods: isDelivered,
    partial_wallet: false,
    tipAmount: null,
  }
}

/** A request to book that got no answer; if the person books again, the app sends it again with its idempotency key. */
let unanswered: { print: string; key: string } | undefined

/**
 * Books a held visit with its products, and opens the payment of its deposit and of delivered products. The server
 * books a hold only once. If the answer to a first attempt was lost, a second attempt gets VISIT_CLOSED, and the
 * visit's own screen opens. The code of that screen loads while the server books the visit.
 * @throws ApiError if `place-order` refuses
 */
export async function bookVisit(
  cart: WireInput<'quote'>,
  { quote, method }: { quote: Quote; method: Method | undefined },
): Promise<{ way?: Way }> {
  void preload('/visit')
  const body: WireInput<'place-order'> = {
    ...cart,
    quoted_total: quote.total,
    quoted_deposit: quote.payable,
    quoted_goods_total: quote.goods?.total,
    method: method?.method ?? 'COD',
  }
  const print = JSON.stringify(body)
  if (unanswered?.print !== print) unanswered = { print, key: newKey() }
  try {
    const answer = await call('place-order', body, { idempotencyKey: unanswered.key })
    unanswered = undefined
    refreshLists()
    if (!answer.success) throw new ApiError(409, 'PRICE_CHANGED', '', answer)
    const { data } = answer
    // If the visit has no deposit, only the order of delivered products awaits a payment.
    const unpaid = [data, ...(data.linked_order ? [data.linked_order] : [])].find(
      ({ orderstatus_id }) => orderStatusOfId(orderstatus_id) === 'awaiting_payment',
    )
    return unpaid ? { way: await openOrderPayment(unpaid.id, body.method, method?.way) } : {}
  } catch (error) {
    if (error instanceof ApiError && error.status > 0 && error.status < 500) unanswered = undefined
    throw error
  }
}

/** Makes the lists that show visits fetch their data again, after a visit was booked, moved or cancelled. */
export function refreshLists(): void {
  for (const name of ['visit', 'my-visits', 'get-orders', 'check-running-order', 'update-user-info', 'free-times'])
    void queryClient.invalidateQueries({ queryKey: [name] })
}
