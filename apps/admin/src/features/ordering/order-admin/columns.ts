import type { Output } from '@nukkad/contract/contract.ts'
import { newOrderStatuses } from '@nukkad/rules/order-states.ts'
import type { BoardOrder } from './order-texts.ts'

export const columns = [
  { key: 'new', title: 'New', empty: 'No new orders.' },
  { key: 'preparing', title: 'Preparing', empty: 'No order is being prepared.' },
  { key: 'waiting', title: 'Ready or waiting for a rider', empty: 'No order is ready or waits for a rider.' },
  { key: 'onTheWay', title: 'On the way', empty: 'No order is on the way.' },
  { key: 'scheduled', title: 'Scheduled', empty: 'No order is confirmed for later.' },
  { key: 'payment', title: 'Payment pending', empty: 'No pending payments.' },
] as const

export type ColumnKey = (typeof columns)[number]['key']

/** Returns the column of an order on the board: the step that it needs next. */
export function columnOf({ status, delivery_type }: Pick<BoardOrder, 'status' | 'delivery_type'>): ColumnKey {
  if (isNew({ status })) return 'new'
  switch (status) {
    case 'accepted':
      return delivery_type === 1 ? 'waiting' : 'preparing'
    case 'ready':
      return 'waiting'
    case 'picked_up':
      return 'onTheWay'
    case 'schedule_confirmed':
      return 'scheduled'
    case 'awaiting_payment':
      return 'payment'
    default:
      return 'preparing'
  }
}

/**
 * Returns whether the order is new: placed now or for later, and not accepted or confirmed. The bell rings as long as
 * there are new orders.
 */
export function isNew({ status }: Pick<BoardOrder, 'status'>): boolean {
  return newOrderStatuses.some((one) => one === status)
}

export type LateAfterMinutes = Output<'dashboard/orders/board'>['late_after_minutes']

/**
 * Returns how long an order has waited in its state, as a level: `too-late` after the number of minutes in the shop's
 * settings, `late` after half of these minutes. For orders that wait for a rider, the settings have a separate number
 * of minutes; scheduled orders are always `plain`.
 */
export function ageTone(
  { status, delivery_type, since }: Pick<BoardOrder, 'status' | 'delivery_type' | 'since'>,
  { now, lateAfter }: { now: number; lateAfter: LateAfterMinutes },
): 'plain' | 'late' | 'too-late' {
  if (status === 'scheduled' || status === 'schedule_confirmed') return 'plain'
  const limit = status === 'accepted' && delivery_type === 1 ? lateAfter.rider : lateAfter.store
  const minutes = (now - Date.parse(since)) / 60_000
  return minutes >= limit ? 'too-late' : minutes >= limit / 2 ? 'late' : 'plain'
}

/**
 * States in which an order can be late. Other orders are scheduled, unpaid, ready for the customer to collect, or
 * finished.
 */
const inHurry: ReadonlySet<BoardOrder['status']> = new Set(['placed', 'accepted', 'assigned', 'picked_up'])

type Promised = Pick<BoardOrder, 'status' | 'promised_at' | 'scheduled_for'>

/** Returns how many whole minutes an order is late; 0 while it is on time or its state cannot be late. */
export function minutesLate({ status, promised_at, scheduled_for }: Promised, now: number): number {
  const promise = promised_at ?? scheduled_for
  if (promise === null || !inHurry.has(status)) return 0
  return Math.max(0, Math.floor((now - Date.parse(promise)) / 60_000))
}

/** Sorts the most delayed orders first; the others keep their order. */
export function latestFirst<Order extends Promised>(orders: readonly Order[], now: number): Order[] {
  return orders.toSorted((one, other) => minutesLate(other, now) - minutesLate(one, now))
}
