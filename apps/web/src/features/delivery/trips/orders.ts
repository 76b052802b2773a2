import type { Output } from '@nukkad/contract/contract.ts'
import { orderStatusIds } from '@nukkad/rules/order-states.ts'
import type { Point } from '@nukkad/ui/city.ts'
import { isRecord } from '#lib/storage.ts'

export type DeliveryOrder = Output<'delivery/get-single-delivery-order'>
export type DeliveryOrders = Output<'delivery/get-delivery-orders'>
type WithStatus = { orderstatus_id: number }

export const isOffer = ({ orderstatus_id }: WithStatus) => orderstatus_id === orderStatusIds.accepted
export const isAccepted = ({ orderstatus_id }: WithStatus) => orderstatus_id === orderStatusIds.assigned
export const isPickedUp = ({ orderstatus_id }: WithStatus) => orderstatus_id === orderStatusIds.picked_up
export const isDelivered = ({ orderstatus_id }: WithStatus) => orderstatus_id === orderStatusIds.delivered

/** The fields of an order that its card and its screen both show. */
export type ShownOrder = DeliveryOrders['new_orders'][number]

/** Returns the offers that are new since the previous list; none for the first list. */
export function newOffers<Offer extends { id: number }>(
  before: readonly Offer[] | undefined,
  now: readonly Offer[],
): Offer[] {
  if (!before) return []
  const known = new Set(before.map(({ id }) => id))
  return now.filter(({ id }) => !known.has(id))
}

/**
 * Returns how long an offer has waited, as a level: `waiting` after 5 minutes, `late` after 10
 * (docs/reference/interface.md#rider-area).
 */
export function urgency(minutes: number): 'fresh' | 'waiting' | 'late' {
  if (minutes >= 10) return 'late'
  return minutes >= 5 ? 'waiting' : 'fresh'
}

/** Returns the point where an order goes. `location` is the JSON of the address at the time of the order. */
export function dropPoint({ location }: { location: string }): Point | undefined {
  try {
    const place: unknown = JSON.parse(location)
    return isRecord(place) ? pointOf(place.lat, place.lng) : undefined
  } catch {
    return undefined
  }
}

export function storePoint({ restaurant }: { restaurant: { latitude: string; longitude: string } }): Point | undefined {
  return pointOf(restaurant.latitude, restaurant.longitude)
}

/** Returns the cash to collect at the door, in major units, or 0 if everything is paid. */
export function cashToCollect({ payment_mode, payable }: { payment_mode: string; payable: number }): number {
  return payment_mode === 'COD' ? payable : 0
}

/**
 * Returns the heading from one position to another in degrees clockwise from north, or null if they are less than 5 m
 * apart.
 */
export function headingBetween(from: Point, to: Point): number | null {
  const north = to.latitude - from.latitude
  const east = (to.longitude - from.longitude) * Math.cos((from.latitude * Math.PI) / 180)
  if (Math.hypot(north, east) * metresPerDegree < leastMetres) return null
  return Math.round((Math.atan2(east, north) * 180) / Math.PI + 360) % 360
}

const metresPerDegree = 111_320
const leastMetres = 5

function pointOf(latitude: unknown, longitude: unknown): Point | undefined {
  const point = { latitude: Number(latitude), longitude: Number(longitude) }
  const isKnown = latitude !== null && longitude !== null && latitude !== undefined && longitude !== undefined
  return isKnown && Number.isFinite(point.latitude) && Number.isFinite(point.longitude) ? point : undefined
}
