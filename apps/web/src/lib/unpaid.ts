import type { Output } from '@nukkad/contract/contract.ts'
import { orderStatusOfId } from '@nukkad/rules/order-states.ts'

/** An order as the call `get-orders` lists it. */
export type Unpaid = Output<'get-orders'>['data'][number]

/** Returns when an unpaid order expires, in ms since 1970 (docs/reference/wire.md#timers). */
export function paysUntil({ placed_at }: Pick<Unpaid, 'placed_at'>, thresholdMinutes: number): number {
  return new Date(placed_at).getTime() + thresholdMinutes * 60_000
}

/** Returns whether an order can still be paid at an instant, also after a failed attempt (GAP-07). */
export function isPayable(
  order: Pick<Unpaid, 'placed_at' | 'orderstatus_id'>,
  { now, thresholdMinutes }: { now: number; thresholdMinutes: number },
): boolean {
  return isUnpaid(order) && now < paysUntil(order, thresholdMinutes)
}

/** Returns whether an order awaits its payment or an attempt to pay it has failed. */
export function isUnpaid({ orderstatus_id }: Pick<Unpaid, 'orderstatus_id'>): boolean {
  const status = orderStatusOfId(orderstatus_id)
  return status === 'awaiting_payment' || status === 'payment_failed'
}

/** Formats the remaining time, such as "4:05". */
export function countDown(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
