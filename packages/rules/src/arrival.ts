import { distanceKm, type Point } from './distance.ts'
import type { OrderStatus } from './order-states.ts'

export type Arrival = {
  /**
   * The expected time of arrival, or the time when an order for pickup is ready; the promised time while no better
   * estimate is known. All times in this file are milliseconds since 1970.
   */
  at: number
  /** Minutes from now until the time `at`, at least 0. */
  minutes: number
  /**
   * Minutes from the promised time to the expected arrival, or to now if now is later. The minutes are 0 when the order
   * is on time.
   */
  lateMinutes: number
  /** Whether the promised time has passed while no recent position of the rider shows when the order arrives. */
  isOverdue: boolean
}

export type ArrivalFacts = {
  /** The promised time in milliseconds since 1970. */
  promisedAt: number
  status: OrderStatus
  rider: Point | null
  /** The location of delivery; null for an order that is picked up. */
  home: Point | null
}

/** The speed of a scooter in city traffic, in minutes per kilometre of straight line. */
const MINUTES_PER_KM = 4
/** The rider's time to park and reach the door, in minutes. */
const MINUTES_AT_DOOR = 2
const MINUTE_MS = 60_000

/** The age in milliseconds from which a rider's position no longer shows when the rider arrives. */
const OLD_POSITION_MS = 2 * MINUTE_MS

/** Returns whether a rider's position from `seenAt` is too old to be used at `now`, both in milliseconds. */
export function isOldPosition(seenAt: number, now: number): boolean {
  return now - seenAt >= OLD_POSITION_MS
}

/**
 * Returns when an order arrives: calculated from the rider's distance once they carry the order and their position is
 * known, or else as promised.
 * @param now milliseconds since 1970
 */
export function expectedArrival({ promisedAt, status, rider, home }: ArrivalFacts, now: number): Arrival {
  const km = status === 'picked_up' && rider && home ? distanceKm(rider, home) : undefined
  const at = km === undefined ? promisedAt : now + (Math.round(km * MINUTES_PER_KM) + MINUTES_AT_DOOR) * MINUTE_MS
  const late = Math.max(at, now) - promisedAt
  return {
    at,
    minutes: Math.max(0, Math.round((at - now) / MINUTE_MS)),
    lateMinutes: Math.max(0, Math.round(late / MINUTE_MS)),
    isOverdue: km === undefined && promisedAt < now,
  }
}
