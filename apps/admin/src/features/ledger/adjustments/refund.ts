import type { Output, WireInput } from '@nukkad/contract/contract.ts'
import { moneyWords } from '#lib/words.ts'
import { typedSum } from './facts.ts'

/** What the page was asked to refund. */
export type RefundOf = { orderId?: number; paymentId?: number }

export type RefundValues = ReturnType<typeof refundValues>

/** Returns the form of a refund; its order is chosen next to it. */
export function refundValues({ paymentId }: RefundOf) {
  return {
    source: (paymentId ? 'payment' : 'order') as 'order' | 'payment',
    order_id: '',
    payment_id: paymentId ? String(paymentId) : '',
    amount: '',
    to: 'wallet' as 'wallet' | 'provider',
    reason: '',
  }
}

/** Returns what the call takes; without an amount all that is left goes back. */
export function refundInput(
  { source, payment_id, amount, to, reason }: RefundValues,
  orderId: number | undefined,
): WireInput<'dashboard/refunds/propose'> {
  return {
    ...(source === 'order' ? { order_id: orderId ?? 0 } : { payment_id: payment_id.trim() }),
    ...(amount.trim() && { amount: amount.trim() }),
    to,
    reason,
  }
}

/** Says before it is sent what the refund will do. */
export function refundEffect({ amount, to }: Pick<RefundValues, 'amount' | 'to'>): string {
  const sum = typedSum(amount) ?? 'All that is left'
  return to === 'wallet'
    ? `${sum} goes into the customer’s wallet, who is told.`
    : `${sum} goes back through the provider of the payment, and the customer is told.`
}

/** Says what became of a refund that was sent. */
export function refundNotice({ data }: Output<'dashboard/refunds/propose'>): string {
  const sum = moneyWords(data.amount, data.currency)
  return data.state === 'booked'
    ? `${sum} goes back to ${data.customer.name}`
    : `Above what one person books alone: ${sum} waits for a second person`
}
