import { MINUTE_MS } from '../clock.ts'
import type { Random } from '../random.ts'
import type { OrderRow } from '../types.ts'
import type { Visit } from './visits.ts'

const cancelReasons = [
  'Ordered by mistake',
  'Store is out of an item',
  'Wrong address',
  'Taking too long',
  'Store closed early',
]

type Times = Pick<
  OrderRow,
  | 'prepMinutes'
  | 'placedAt'
  | 'acceptedAt'
  | 'assignedAt'
  | 'pickedUpAt'
  | 'readyAt'
  | 'completedAt'
  | 'cancelledAt'
  | 'cancelReason'
>

const notReached = {
  assignedAt: null,
  pickedUpAt: null,
  readyAt: null,
  completedAt: null,
  cancelledAt: null,
  cancelReason: null,
}

/** Returns the times of an order that was cancelled within minutes, before the store started. */
export function cancelledTimes(placedAt: Date, draw: Random): Times {
  const cancelledAt = later(placedAt, draw.between(1, 6), draw)
  return {
    ...notReached,
    prepMinutes: null,
    placedAt,
    acceptedAt: null,
    cancelledAt,
    cancelReason: draw.pick(cancelReasons),
  }
}

/**
 * Returns the times of a completed order: the store accepted it, the rider picked it up, the rider delivered it. An
 * order with a longer distance takes longer.
 */
export function deliveredTimes({ placedAt, isPickup, distanceKm: km, store }: Visit, draw: Random): Times {
  const prepMinutes = store.kind === 'store' ? draw.between(3, 6) * 5 : draw.between(2, 4) * 5
  const acceptedAt = later(placedAt, draw.between(0, 3), draw)
  if (isPickup) {
    const readyAt = later(acceptedAt, prepMinutes, draw)
    return {
      ...notReached,
      prepMinutes,
      placedAt,
      acceptedAt,
      readyAt,
      completedAt: later(readyAt, draw.between(3, 30), draw),
    }
  }
  const assignedAt = later(acceptedAt, draw.between(1, 6), draw)
  const pickedUpAt = later(assignedAt, prepMinutes, draw)
  const completedAt = later(pickedUpAt, Math.round(km * 4) + draw.between(4, 10), draw)
  return { ...notReached, prepMinutes, placedAt, acceptedAt, assignedAt, pickedUpAt, completedAt }
}

function later(from: Date, minutes: number, draw: Random): Date {
  return new Date(from.getTime() + minutes * MINUTE_MS + draw.between(5, 55) * 1000)
}
