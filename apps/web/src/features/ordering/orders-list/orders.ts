import type { Output } from '@nukkad/contract/contract.ts'
import {
  isForLater,
  isTracked,
  type OrderStatus,
  orderStatusOfId,
  orderStatusTextKeys,
} from '@nukkad/rules/order-states.ts'
import { orderTypeCodes } from '@nukkad/rules/order-type.ts'
import type { PillVariant } from '@nukkad/ui/components/pill.tsx'
import { monthOf, wireInstant } from '#lib/calendar.ts'

export type Order = Output<'get-orders'>['data'][number]

export type Shelves = {
  running: Order[]
  scheduled: Order[]
  /** Past orders by month, the newest first. */
  months: { name: string; orders: Order[] }[]
}

/** Joins the loaded pages into one list. Each page of the server's answers has its orders in `data` (F-15). */
export function ordersOf(pages: readonly { data: readonly Order[] }[]): Order[] {
  return pages.flatMap(({ data }) => data)
}

/**
 * Groups orders: first those in progress, then the scheduled ones, then the past ones by month
 * (docs/reference/interface.md#my-orders).
 */
export function shelvesOf(orders: readonly Order[]): Shelves {
  const shelves: Shelves = { running: [], scheduled: [], months: [] }
  for (const order of orders) {
    const status = statusOf(order)
    if (isTracked(status)) shelves.running.push(order)
    else if (isForLater(status)) shelves.scheduled.push(order)
    else putUnderMonth(shelves.months, order)
  }
  return shelves
}

/** Returns the status of an order. A status id that this version does not know counts as just placed. */
export function statusOf({ orderstatus_id }: { orderstatus_id: number }): OrderStatus {
  return orderStatusOfId(orderstatus_id) ?? 'placed'
}

/**
 * Returns the text key of an order's state. Completed orders for self-pickup and visits have a text of their own,
 * because no one delivers them.
 */
export function statusTextKey(
  order: Pick<Order, 'orderstatus_id' | 'delivery_type'> & { restaurant: { kind: string } },
) {
  const status = statusOf(order)
  if (status !== 'delivered' || order.delivery_type === orderTypeCodes.DELIVERY) return orderStatusTextKeys[status]
  return order.restaurant.kind === 'salon' ? 'visitState_done' : 'invoiceCollected'
}

/** Returns whether an order pays a visit, which has a screen of its own. */
export function isVisit({ delivery_type }: Pick<Order, 'delivery_type'>): boolean {
  return delivery_type === orderTypeCodes.VISIT
}

export function pillVariant(status: OrderStatus): PillVariant {
  if (status === 'delivered' || status === 'ready') return 'ok'
  if (status === 'cancelled' || status === 'payment_failed') return 'error'
  return status === 'awaiting_payment' ? 'gold' : 'brand'
}

function putUnderMonth(months: Shelves['months'], order: Order): void {
  const name = monthOf(wireInstant(order.created_at))
  const last = months.at(-1)
  if (last?.name === name) last.orders.push(order)
  else months.push({ name, orders: [order] })
}
