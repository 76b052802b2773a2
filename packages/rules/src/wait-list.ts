import { freeTimes } from './availability.ts'
import { claimsOf, type Plan, type Salon, type Wish } from './salon.ts'
import { joined, meets, type TimeRange } from './time-ranges.ts'
import { MINUTES_A_DAY, wallClock } from './wall-clock.ts'

/** Number of minutes for which the salon holds an offered time for the customer. */
export const OFFER_MINUTES = 15
/** Number of offers after which a wait entry ends, if the customer lets all of them expire. */
export const MAX_OFFERS = 3
/** Maximum number of open wait entries of one customer at one salon. */
export const MAX_OPEN_ENTRIES = 3

/**
 * The request of a customer who waits for time of a salon. `from` and `to` are minutes of the salon's day; the visit
 * must start between them. If `from` and `to` are null, any time suits the customer.
 */
export type WaitWish = {
  wishes: readonly Wish[]
  /** Dates in the salon's time zone, `YYYY-MM-DD`. */
  dates: readonly string[]
  from: number | null
  to: number | null
}
/** An entry of the wait list that has no open offer. */
export type WaitEntry = WaitWish & {
  id: number
  userId: number
  /**
   * The entry's position in the wait list: the time when the customer joined, or when their last offer expired, in
   * milliseconds since 1970.
   */
  turnAt: number
  /** The times of the customer's other visits, in any order. */
  customerBusy: readonly TimeRange[]
  /** The times that the salon offered to the entry before, in any order. */
  offered: readonly TimeRange[]
  /** Whether the customer already holds a time at the salon, so that an offer has to wait. */
  isHolding: boolean
}
/** A free time that a salon offers to a wait entry. */
export type Offer = { entryId: number; plan: Plan }

/**
 * Finds the offers that a salon can make now. Each wait entry, in the order of the list, gets the first free time that
 * fits it, and the entries after it do not get this time. A customer gets at most one offer, because a customer can
 * hold only one time. Yields a value after each entry, undefined if nothing fits it, so that the calling code can do
 * other work between two entries.
 */
export function* offersOf(
  salon: Salon,
  entries: readonly WaitEntry[],
  now: number,
): Generator<Offer | undefined, void, void> {
  const holding = new Set(entries.filter(({ isHolding }) => isHolding).map(({ userId }) => userId))
  let left = salon
  for (const entry of entries.toSorted((a, b) => a.turnAt - b.turnAt || a.id - b.id)) {
    if (holding.has(entry.userId)) continue
    const [plan] = suitingPlans(left, entry, { now, most: 1, ...entry })
    if (plan) {
      holding.add(entry.userId)
      left = withPlan(left, plan)
    }
    yield plan && { entryId: entry.id, plan }
  }
}

/**
 * Returns the first free times that fit the request of a wait entry, sorted by start, at most `most`. Leaves out times
 * that start before an offer of them would expire, and times that overlap a time offered before.
 */
export function suitingPlans(
  salon: Salon,
  { wishes, dates, from, to }: WaitWish,
  { now, most, customerBusy, offered }: SuitingAsked,
): Plan[] {
  const before = joined(offered)
  const later = { ...salon, leadMinutes: Math.max(salon.leadMinutes, OFFER_MINUTES) }
  const suits = ({ startsAt, endsAt }: Plan): boolean => {
    const minute = wallClock(new Date(startsAt), salon.timeZone).minute % MINUTES_A_DAY
    return (from === null || from <= minute) && (to === null || minute <= to) && !meets(before, startsAt, endsAt)
  }
  const plans: Plan[] = []
  for (const date of dates.toSorted()) {
    if (plans.length >= most) break
    plans.push(...freeTimes(later, wishes, { now, customerBusy, from: date, days: 1 }).filter(suits))
  }
  return plans.slice(0, most)
}

type SuitingAsked = {
  now: number
  most: number
  customerBusy: readonly TimeRange[]
  offered: readonly TimeRange[]
}

function withPlan(salon: Salon, plan: Plan): Salon {
  const claims = claimsOf(plan, null)
  const taken = <T extends { id: number; busy: readonly TimeRange[] }>(thing: string, things: readonly T[]): T[] =>
    things.map((one) => ({
      ...one,
      busy: [...one.busy, ...claims.filter((claim) => claim.thing === thing && claim.thingId === one.id)],
    }))
  return { ...salon, stylists: taken('stylist', salon.stylists), resources: taken('resource', salon.resources) }
}
