import type { Output } from '@nukkad/contract/contract.ts'
import { expectedArrival, isOldPosition } from '@nukkad/rules/arrival.ts'
import type { Point } from '@nukkad/rules/distance.ts'
import { orderStatusOfId } from '@nukkad/rules/order-states.ts'
import { orderTypeCodeOf } from '@nukkad/rules/order-type.ts'
import type { SharedOrder } from './queries.ts'

type Shared = Output<'get-shared-order'>

/**
 * Presents a shared order to anyone who has its link, without the customer, the address, the items and the price. The
 * rider's coordinates are rounded, so that the last coordinates before the door do not reveal the address.
 */
export function presentShared(order: SharedOrder, now: number): Shared {
  const status = orderStatusOfId(order.status)!
  const rider = pointOf(order.rider_latitude, order.rider_longitude)
  const seen = order.positioned_at && !isOldPosition(order.positioned_at.getTime(), now) ? rider : null
  const home = pointOf(order.latitude, order.longitude)
  const promisedAt = order.promised_at?.getTime()
  const expected = promisedAt === undefined ? null : expectedArrival({ promisedAt, status, rider: seen, home }, now)
  return {
    success: true,
    orderstatus_id: order.status,
    delivery_type: orderTypeCodeOf(order.delivery_type),
    store: {
      id: order.store_id,
      name: order.store_name,
      image: order.store_image ?? '',
      latitude: String(order.store_latitude),
      longitude: String(order.store_longitude),
    },
    arrives_at: expected && new Date(expected.at).toISOString(),
    late_minutes: expected?.lateMinutes ?? 0,
    is_overdue: expected?.isOverdue ?? false,
    rider:
      status === 'picked_up'
        ? {
            name: order.rider_name ?? '',
            latitude: rider && roundToStreet(rider.lat),
            longitude: rider && roundToStreet(rider.lng),
            positioned_at: order.positioned_at?.toISOString() ?? null,
          }
        : null,
  }
}

function pointOf(latitude: number | null, longitude: number | null): Point | null {
  return latitude === null || longitude === null ? null : { lat: latitude, lng: longitude }
}

/** Rounds coordinates to a thousandth of a degree, which is about 100 metres. */
function roundToStreet(degrees: number): number {
  return Math.round(degrees * 1000) / 1000
}
