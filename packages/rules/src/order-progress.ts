import type { OrderStatus } from './order-states.ts'

/**
 * Returns the progress of an order in the four parts of its timeline, from 0 to 4. A fraction means that a part of the
 * timeline is in progress.
 */
export function stepsDone(status: OrderStatus, { isPickup }: { isPickup: boolean }): number {
  const done: Record<OrderStatus, number> = {
    awaiting_payment: 0,
    payment_failed: 0,
    scheduled: 0.3,
    schedule_confirmed: 0.6,
    placed: 0.6,
    accepted: 1.5,
    assigned: 1.8,
    ready: 3,
    picked_up: isPickup ? 3 : 2.6,
    delivered: 4,
    cancelled: 0,
  }
  return done[status]
}
