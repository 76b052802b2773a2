import { distanceKm, type Point } from './distance.ts'
import type { OrderStatus } from './order-states.ts'

export type Arrival = {
  /** The expected time of arrival, or of the order being ready; the promised time while nothing better is known. */
  at: number
  /** Minutes from now until then, at least 0. */
  minutes: number
  /**
   * Minutes after the promised time, of the expected arrival or of the present time if that is later. 0 when it is on
   * time.
   */
  lateMinutes: number
  /** The promised time has passed, and the rider's distance does not say when the order arrives. */
  isOverdue: boolean
}

export type ArrivalFacts = {
  /** The promised instant, milliseconds. */
  promisedAt: number
  status: OrderStatus
  rider: Point | null
  /** The place of delivery; null for an order that is picked up. */
  home: Point | null
}

/** The pace of a scooter in city traffic, in minutes per kilometre of straight line. */
const MINUTES_PER_KM = 4
/** Time to park and reach the door, in minutes. */
const MINUTES_AT_DOOR = 2
const MINUTE_MS = 60_000

/** A position older than this no longer says when the rider arrives. */
const OLD_POSITION_MS = 2 * MINUTE_MS

/** Returns whether a rider's position of `seenAt` is too old to say anything about `now`, both in milliseconds. */
export function isOldPosition(seenAt: number, now: number): boolean {
  return now - seenAt >= OLD_POSITION_MS
}

/**
 * Returns when an order arrives: by the rider's distance once they carry it and their position is known, else as
 * promised.
 * @param now milliseconds
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
