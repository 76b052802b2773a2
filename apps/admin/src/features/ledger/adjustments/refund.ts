import type { Output, WireInput } from '@nukkad/contract/contract.ts'
import { formatMoney } from '#lib/format.ts'
import { typedAmount } from './facts.ts'

/** The order or payment that the address asks to refund. */
export type RefundOf = { orderId?: number; paymentId?: number }

export type RefundValues = ReturnType<typeof refundValues>

/** Returns the form values of a refund; its order is selected next to the form. */
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

/** Returns the input of the call; without an amount everything left is refunded. */
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

/** Describes the effect of the refund before it is sent. */
export function refundEffect({ amount, to }: Pick<RefundValues, 'amount' | 'to'>): string {
  const sum = typedAmount(amount) ?? 'All that is left'
  return to === 'wallet'
    ? `${sum} goes into the customer’s wallet, and the customer is notified.`
    : `${sum} goes back through the payment provider, and the customer is notified.`
}

/** Describes the outcome of a sent refund. */
export function refundText({ data }: Output<'dashboard/refunds/propose'>): string {
  const sum = formatMoney(data.amount, data.currency)
  return data.state === 'booked'
    ? `${sum} goes back to ${data.customer.name}`
    : `${sum} needs approval by another person`
}
