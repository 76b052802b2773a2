import type { Output } from '@nukkad/contract/contract.ts'
import { orderStatusLabels, paymentLabels } from '@nukkad/contract/tables/orders.ts'

export type BoardOrder = Output<'dashboard/orders/board'>['orders'][number]
export type WholeOrder = Output<'dashboard/orders/show'>['order']
export type Status = BoardOrder['status']

export const statusLabels: Readonly<Record<Status, string>> = orderStatusLabels

export function paymentLabel(mode: string): string {
  return (paymentLabels as Record<string, string>)[mode] ?? mode
}

/** Returns the text of a history entry. */
const kinds: Readonly<Record<string, string>> = {
  order_placed: 'Placed',
  order_accepted_auto: 'Accepted automatically',
  order_accepted_store: 'Accepted',
  order_confirmed_store: 'Schedule confirmed',
  order_assigned: 'Rider assigned',
  order_reassigned: 'Given to another rider',
  delivery_accepted: 'Accepted by the rider',
  order_picked_up: 'Picked up',
  order_delivered: 'Delivered',
  trip_customer_unreachable: 'The rider cannot reach the customer',
  trip_returned: 'Brought back to the store',
  trip_store_closed: 'The rider found the store closed',
  trip_rider_stopped: 'The rider had an accident or a breakdown',
  offered_again: 'Offered to riders again',
  order_left_at_door: 'Left at the door',
  order_ready_store: 'Ready to collect',
  order_completed_store: 'Collected',
  order_canceled: 'Cancelled',
  order_canceled_store: 'Rejected by the store',
  order_payment_failed: 'Payment failed',
  order_payment_expired: 'Not paid in time',
  payment_approved: 'Payment confirmed',
  order_due: 'The scheduled time has come',
}

export function eventText({ kind, from, to }: Pick<WholeOrder['events'][number], 'kind' | 'from' | 'to'>): string {
  return kinds[kind] ?? (from === null ? 'Placed' : statusLabels[to])
}

const hands: Readonly<Record<string, string>> = {
  customer: 'customer',
  store: 'store',
  rider: 'rider',
  staff: 'staff',
  provider: 'payment provider',
  clock: 'automatic',
}

/** Returns who acted, such as `Meena Rao, store`. */
export function actorText({ by, name }: Pick<WholeOrder['events'][number], 'by' | 'name'>): string {
  const hand = hands[by] ?? by
  return name ? `${name}, ${hand}` : hand
}

/** The name of each `delivery_type`. */
export const typeLabels: Readonly<Record<WholeOrder['delivery_type'], string>> = {
  1: 'Delivery',
  2: 'Self-pickup',
  4: 'Visit',
}

type Billed = Pick<WholeOrder, 'status' | 'delivery_type' | 'is_paid'>
type BillKey = WholeOrder['bill'][number]['key']

/** Returns the label of a row of an order's bill. Rows of payments also say whether the amount was paid. */
export function billLabel(order: Billed, key: BillKey): string {
  const isVisit = order.delivery_type === 4
  const isOver = order.status === 'cancelled' || order.status === 'payment_failed'
  if (key === 'payable') {
    if (order.is_paid) return isVisit ? 'Paid ahead' : 'Paid'
    if (isOver) return 'Not paid'
    return isVisit ? 'To pay ahead' : 'To pay'
  }
  if (key === 'atStore') {
    if (order.status === 'delivered') return 'Paid at the salon'
    return isOver ? 'Not paid at the salon' : 'To pay at the salon'
  }
  return billText[key]
}

const billText = {
  itemTotal: 'Items',
  coupon: 'Coupon',
  storeCharge: 'Store charge',
  delivery: 'Delivery',
  tax: 'Tax',
  tip: 'Tip',
  total: 'Total',
  wallet: 'From the wallet',
} as const satisfies Record<Exclude<BillKey, 'atStore' | 'payable'>, string>

/** Returns the end of an order number, which is short enough to say aloud. */
export function shortNumber(number: string): string {
  return number.slice(-8)
}

export function mapLink({ latitude, longitude }: { latitude: number; longitude: number }): string {
  return `https://maps.google.com/maps?q=${latitude},${longitude}`
}
