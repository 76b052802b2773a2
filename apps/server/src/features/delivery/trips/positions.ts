import type { Output } from '@nukkad/contract/contract.ts'
import type { StreamEvent } from '@nukkad/contract/ordering/events.ts'
import { roundDegrees } from '@nukkad/contract/wire.ts'
import { orderStatusOfId, showsRider } from '@nukkad/rules/order-states.ts'
import { type Db, inTransaction } from '#db/connection.ts'
import type { Services } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { takeFromLimit } from '#http/limits.ts'
import { findTrip, insertPosition, type Position } from './queries.ts'

/**
 * Records a rider's position and announces it to the customers whose orders the rider carries (P-77, GAP-42).
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function reportPosition(
  { db, settings, bus }: Pick<Services, 'db' | 'settings' | 'bus'>,
  { riderId, ...position }: Position & { riderId: number },
): Promise<void> {
  const limit = {
    key: `positions:${riderId}`,
    most: settings.number('limitPositionsPerRider'),
    windowSeconds: 60,
  }
  await takeFromLimit(db, limit, { mayBeLost: true })
  const shared = bus.shared()
  const announcements = await inTransaction(db, (tx) =>
    insertPosition(tx, { riderId, ...position, isAnnounced: !shared }),
  )
  if (!shared) return
  for (const announcement of announcements) {
    publishPosition(bus, announcement)
    shared.announce('rider_positions', announcement)
  }
}

/**
 * Passes an announced position to the streams of this process. After a lost database connection the payload is empty,
 * and is ignored, because the next position replaces the one that was missed.
 */
export function publishPosition(bus: Services['bus'], payload: string): void {
  if (payload === '') return
  const { user_id, event } = JSON.parse(payload) as { user_id: number; event: StreamEvent }
  bus.publish(`user:${user_id}`, { event })
}

/** Reads a heading in degrees as a phone reports it; null for an invalid one. */
export function readHeading(heading: number | string | null | undefined): number | null {
  if (heading === null || heading === undefined || heading === '') return null
  const degrees = Number(heading)
  return Number.isFinite(degrees) && Math.abs(degrees) <= 360 ? roundDegrees(degrees) : null
}

/**
 * Returns the position of the rider of the customer's order, between accepting and delivery; null at other times
 * (P-78). Positions from before this trip are never shown.
 * @throws AppError NOT_FOUND
 */
export async function riderOfTrip(
  db: Db,
  { userId, orderId }: { userId: number; orderId: number },
): Promise<Output<'delivery/get-delivery-guy-gps-location'>> {
  const trip = await findTrip(db, { userId, orderId })
  if (!trip) throw new AppError('NOT_FOUND')
  const status = orderStatusOfId(trip.status)
  if (!status || !showsRider(status)) return null
  return {
    name: trip.name ?? '',
    photo: trip.photo,
    description: trip.description,
    vehicle_number: trip.vehicle_number,
    delivery_lat: textOrNull(trip.latitude),
    delivery_long: textOrNull(trip.longitude),
    heading: textOrNull(trip.heading),
    positioned_at: trip.at?.toISOString() ?? null,
    status: trip.is_on_duty ? 1 : 0,
  }
}

function textOrNull(value: number | null): string | null {
  return value === null ? null : String(value)
}
