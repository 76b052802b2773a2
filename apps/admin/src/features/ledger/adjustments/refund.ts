import type { Output, WireInput } from '@nukkad/contract/contract.ts'
import { refundOfItems } from '@nukkad/rules/item-refund.ts'
import { parseMoney, wireMoney } from '@nukkad/rules/money.ts'
import { formatMoney } from '#lib/format.ts'
import { typedAmount } from './facts.ts'

/** The order or payment that the URL names for a refund. */
export type RefundOf = { orderId?: number; paymentId?: number }

export type RefundValues = ReturnType<typeof refundValues>

/** The amounts of an order that its refund form needs. */
export type OrderToRefund = Pick<
  Output<'dashboard/orders/show'>['order'],
  'id' | 'lines' | 'total' | 'currency' | 'money'
>
type Line = OrderToRefund['lines'][number]

/** The chosen number of pieces by the id of the line, as strings of the form. */
export type PickedItems = Readonly<Record<string, string | undefined>>

/** The usual reasons of refunds. */
export const refundReasons = [
  'Item missing',
  'Wrong item',
  'Bad quality',
  'Arrived late',
  'Never arrived',
  'Charged too much',
] as const

/** Returns the form values of a refund; its order is selected next to the form. */
export function refundValues({ paymentId }: RefundOf) {
  return {
    source: (paymentId ? 'payment' : 'order') as 'order' | 'payment',
    order_id: '',
    payment_id: paymentId ? String(paymentId) : '',
    items: {} as Record<string, string | undefined>,
    amount: '',
    to: 'wallet' as 'wallet' | 'provider',
    reason: '',
    words: '',
  }
}

/**
 * Converts the form values into the input of the call that requests the refund; without an amount and items the server
 * refunds everything that is left.
 */
export function refundInput(
  { source, payment_id, items, amount, to, ...why }: RefundValues,
  order: { id: number; lines?: readonly Line[] } | undefined,
): WireInput<'dashboard/refunds/propose'> {
  const chosen = source === 'order' ? itemsOf(order?.lines ?? [], items) : []
  return {
    ...(source === 'order' ? { order_id: order?.id ?? 0 } : { payment_id: payment_id.trim() }),
    ...partInput(chosen, amount),
    to,
    reason: reasonText(why),
  }
}

/**
 * Returns the part to refund: the typed amount, otherwise the chosen items. Without an amount and items, the server
 * refunds everything that is left.
 */
export function partInput(items: { id: number; quantity: number }[], amount: string) {
  if (amount.trim()) return { amount: amount.trim() }
  return items.length > 0 ? { items } : {}
}

/** Joins the chosen reason and the person's own words. */
export function reasonText({ reason, words }: { reason: string; words: string }): string {
  return [reason, words.trim()].filter(Boolean).join(': ')
}

/** Returns how many pieces of a line can still be refunded. */
export const leftOf = ({ quantity, refunded }: Line): number => quantity - (refunded ?? 0)

/** Returns the chosen lines of this order with their numbers of pieces, without choices for another order. */
export function itemsOf(lines: readonly Line[], items: PickedItems): { id: number; quantity: number }[] {
  return lines
    .map((line) => ({ id: line.id, quantity: Math.min(Number(items[line.id] ?? 0), leftOf(line)) }))
    .filter(({ quantity }) => quantity > 0)
}

/**
 * Returns the formatted refund of the chosen items, calculated by the server's rule; undefined if no item is chosen.
 */
export function priceOfItems({ lines, total, currency, money }: OrderToRefund, items: PickedItems): string | undefined {
  const chosen = itemsOf(lines, items)
  if (chosen.length === 0) return undefined
  const minor = (amount: string) => parseMoney(amount, currency) ?? 0n
  const parts = lines.map((line) => ({
    paidMinor: minor(line.paid),
    quantity: line.quantity,
    refundedBefore: line.refunded ?? 0,
    refundedNow: chosen.find(({ id }) => id === line.id)?.quantity ?? 0,
  }))
  return formatMoney(wireMoney(refundOfItems(parts, minor(total) - minor(money?.refunded ?? '0')), currency), currency)
}

/**
 * Describes the effect of the refund before it is sent.
 * @param price of the chosen items, if there are any
 */
export function refundEffect(
  { amount, to }: Pick<RefundValues, 'amount' | 'to'>,
  price: string | undefined = undefined,
): string {
  const sum = typedAmount(amount) ?? price ?? 'The full remaining amount'
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
