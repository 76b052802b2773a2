import { allocate, type Minor, percentOf, sum } from './money.ts'
import type { Segment } from './salon.ts'

/** The part of a service's price that the customer pays when they book. */
export type Deposit = { kind: 'none' } | { kind: 'amount'; minor: Minor } | { kind: 'percent'; basisPoints: number }

/** The terms that a customer accepted with a visit. The percentages are whole numbers and refer to the deposit. */
export type VisitTerms = {
  depositMinor: Minor
  /** Number of hours before the start until which the customer can cancel or move the visit free of charge. */
  freeCancelHours: number
  lateCancelPercent: number
  noShowPercent: number
  /**
   * The end of free cancellation before the salon moved the visit, in milliseconds since 1970. A move by the salon does
   * not end free cancellation earlier.
   */
  freeUntil?: number | undefined
}

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

/**
 * Returns the deposit of a visit in minor units: the sum of the deposits of its services, each rounded half up and at
 * most the price of the service. The deposit of a visit is at most the amount to pay.
 * @param totalMinor the amount that the customer pays for the visit after discounts, in minor units, ≥ 0
 */
export function depositOf(services: readonly { priceMinor: Minor; deposit: Deposit }[], totalMinor: Minor): Minor {
  return least(
    sum(services.map(({ priceMinor, deposit }) => least(partOf(priceMinor, deposit), priceMinor))),
    totalMinor,
  )
}

function partOf(priceMinor: Minor, deposit: Deposit): Minor {
  if (deposit.kind === 'none') return 0n
  return deposit.kind === 'amount' ? deposit.minor : percentOf(priceMinor, deposit.basisPoints, 'half-up')
}

/**
 * Returns the time until which the customer can cancel or move the visit free of charge, in milliseconds since 1970. The
 * time can be after the start of the visit.
 */
export function endOfFreeCancel({ freeCancelHours, freeUntil = -Infinity }: VisitTerms, startsAt: number): number {
  return Math.max(startsAt - freeCancelHours * HOUR_MS, freeUntil)
}

/**
 * Returns true while the customer can cancel or move the visit free of charge. The times are milliseconds since 1970.
 */
export function isFreeToCancel(terms: VisitTerms, { startsAt, now }: { startsAt: number; now: number }): boolean {
  return now <= endOfFreeCancel(terms, startsAt)
}

/** The end of a visit that did not take place; `at` and `startsAt` are in milliseconds since 1970. */
export type MissedVisit =
  | { status: 'no_show'; at?: number }
  | { status: 'cancelled'; by: 'customer' | 'store'; at: number; startsAt: number }

/**
 * Returns the part of the deposit that the customer does not get back, in minor units, rounded down. The kept part is 0
 * for a visit that the store cancels, or that the customer cancels during free cancellation. It is also 0 for a no-show
 * whose time lies within free cancellation only because the salon has moved the visit.
 */
export function keptShare(terms: VisitTerms, visit: MissedVisit): Minor {
  if (visit.status === 'no_show') {
    const isFree = visit.at !== undefined && terms.freeUntil !== undefined && visit.at <= terms.freeUntil
    return isFree ? 0n : percentOf(terms.depositMinor, terms.noShowPercent * 100, 'down')
  }
  if (visit.by === 'store' || isFreeToCancel(terms, { startsAt: visit.startsAt, now: visit.at })) return 0n
  return percentOf(terms.depositMinor, terms.lateCancelPercent * 100, 'down')
}

/**
 * Returns true when the store can mark a visit as a no-show, which is once the grace time after its start has passed.
 */
export function canMarkNoShow(visit: { startsAt: number; graceMinutes: number; now: number }): boolean {
  return visit.now >= visit.startsAt + visit.graceMinutes * MINUTE_MS
}

/**
 * Returns the segments of a service as one stylist does them for one customer. If the stylist needs a different length
 * for the whole service, the segments that need the stylist change in proportion; each keeps at least one minute. The
 * minutes of add-ons go to the first segment that needs a stylist, or to the first segment if none needs one.
 * @param ownMinutes the stylist's length of the whole service; null for the usual length
 * @param extraMinutes the minutes of the add-ons
 */
export function ownSegments(segments: readonly Segment[], ownMinutes: number | null, extraMinutes: number): Segment[] {
  const scaled = ownMinutes === null ? segments : scaledTo(segments, ownMinutes)
  const lengthened = Math.max(
    0,
    scaled.findIndex(({ needsStylist }) => needsStylist),
  )
  return scaled.map((segment, index) =>
    index === lengthened ? { ...segment, minutes: segment.minutes + extraMinutes } : segment,
  )
}

/** Returns the minimum length, in minutes, that a stylist can have for a service with these segments. */
export function shortestOwnMinutes(segments: readonly Segment[]): number {
  return segments.reduce((total, { minutes, needsStylist }) => total + (needsStylist ? 1 : minutes), 0)
}

function scaledTo(segments: readonly Segment[], ownMinutes: number): readonly Segment[] {
  const weights = segments.map(({ minutes, needsStylist }) => (needsStylist ? BigInt(minutes) : 0n))
  const handsOn = segments.filter(({ needsStylist }) => needsStylist).length
  if (handsOn === 0) return segments
  const fixed = shortestOwnMinutes(segments) - handsOn
  const parts = allocate(BigInt(Math.max(handsOn, ownMinutes - fixed)), weights).map(Number)
  // Each segment that got 0 minutes takes one minute from the longest segment.
  for (const [index, { needsStylist }] of segments.entries()) {
    if (!needsStylist || parts[index] !== 0) continue
    const longest = parts.indexOf(Math.max(...parts))
    parts[longest] = (parts[longest] ?? 0) - 1
    parts[index] = 1
  }
  return segments.map((segment, index) => (segment.needsStylist ? { ...segment, minutes: parts[index] ?? 1 } : segment))
}

const least = (a: Minor, b: Minor): Minor => (a < b ? a : b)
