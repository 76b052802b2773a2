import type { Plan, Salon, Wish } from './salon.ts'
import { firstInstant, instantRanges, type SalonView, viewOf } from './salon-view.ts'
import { shared, type TimeRange } from './time-ranges.ts'
import { bestPlan, type Search, searchOf } from './visit-search.ts'
import { ownSegments } from './visit-terms.ts'
import { addDays, MINUTE_MS, MINUTES_A_DAY, wallClock } from './wall-clock.ts'

/** Maximum number of services in one visit. */
export const MAX_SERVICES = 5
/** Maximum number of minutes of one service, with its add-ons. */
export const MAX_SERVICE_MINUTES = 1440

/**
 * The facts of a request for free times: the current time in milliseconds since 1970, and the times of the customer's
 * other visits.
 */
export type Asked = { now: number; customerBusy: readonly TimeRange[] }

/**
 * Returns one plan for each start that the salon offers on the given dates, sorted by start. A start that leaves one of
 * the visit's stylists free for less than the shortest service is left out, unless its date has no other start.
 * @param asked.from first date, `YYYY-MM-DD` in the store's time zone
 * @param asked.days number of dates
 * @see docs/glossary.md for the words
 */
export function freeTimes(
  salon: Salon,
  wishes: readonly Wish[],
  asked: Asked & { from: string; days: number },
): Plan[] {
  if (wishesProblem(salon, wishes) !== undefined) return []
  const last = lastDate(salon, asked.now)
  const dates = Array.from({ length: asked.days }, (_, index) => addDays(asked.from, index)).filter(
    (date) => date <= last,
  )
  if (dates.length === 0) return []
  const view = viewOf(salon, wishes, { ...asked, days: dates.length })
  return dates.flatMap((date) => {
    const search = searchOn(view, date)
    const found = startsOn(salon, view, date, asked.now).flatMap((start) => bestPlan(search, start) ?? [])
    const without = found.filter(({ leavesShortGap }) => !leavesShortGap)
    return (without.length > 0 ? without : found).map(({ plan }) => plan)
  })
}

/**
 * Returns the plan of {@link freeTimes} for one start; undefined when there is none. Unlike in `freeTimes`, short gaps
 * before or after the visit do not matter, because another booking can make one while the customer decides.
 * @param startsAt milliseconds since 1970
 */
export function planAt(salon: Salon, wishes: readonly Wish[], startsAt: number, asked: Asked): Plan | undefined {
  if (wishesProblem(salon, wishes) !== undefined) return undefined
  const { date } = wallClock(new Date(startsAt), salon.timeZone)
  if (date > lastDate(salon, asked.now)) return undefined
  const view = viewOf(salon, wishes, { ...asked, from: date, days: 1 })
  if (!startsOn(salon, view, date, asked.now).includes(startsAt)) return undefined
  return bestPlan(searchOn(view, date), startsAt)?.plan
}

/**
 * Returns the reason why {@link planAt} has no plan for a start. SLOT_INVALID: the start would not be possible in an
 * empty diary either, for example because it is in the past, off the grid of starts or outside opening hours.
 * SLOT_TAKEN: other visits have taken the time.
 */
export function refusalAt(
  salon: Salon,
  wishes: readonly Wish[],
  startsAt: number,
  now: number,
): 'SLOT_INVALID' | 'SLOT_TAKEN' {
  const empty = <T extends { busy: readonly TimeRange[] }>(things: readonly T[]): T[] =>
    things.map((thing) => ({ ...thing, busy: [] }))
  const diary = { ...salon, stylists: empty(salon.stylists), resources: empty(salon.resources) }
  return planAt(diary, wishes, startsAt, { now, customerBusy: [] }) ? 'SLOT_TAKEN' : 'SLOT_INVALID'
}

/** Returns the problem of the requested services that does not depend on the time; undefined if there is none. */
export function wishesProblem(
  salon: Salon,
  wishes: readonly Wish[],
): 'TOO_MANY_SERVICES' | 'SERVICE_UNKNOWN' | 'SERVICE_TOO_LONG' | 'STYLIST_CANNOT' | undefined {
  if (wishes.length === 0 || wishes.length > MAX_SERVICES) return 'TOO_MANY_SERVICES'
  const problems = wishes.map((wish) => wishProblem(salon, wish))
  return problems.find((problem) => problem !== undefined)
}

function wishProblem(salon: Salon, { serviceId, stylistId, extraMinutes }: Wish): ReturnType<typeof wishesProblem> {
  const service = salon.services.find(({ id }) => id === serviceId)
  if (!service) return 'SERVICE_UNKNOWN'
  const able = salon.stylists.filter(
    ({ id, serviceLengths }) => serviceLengths.has(serviceId) && (stylistId === null || id === stylistId),
  )
  const needsStylist = service.segments.some((segment) => segment.needsStylist)
  if (able.length === 0 && (needsStylist || stylistId !== null)) return 'STYLIST_CANNOT'
  const lengths = needsStylist ? able.map(({ serviceLengths }) => serviceLengths.get(serviceId) ?? null) : [null]
  const isTooLong = lengths.some(
    (own) => minutesOf(ownSegments(service.segments, own, extraMinutes)) > MAX_SERVICE_MINUTES,
  )
  return isTooLong ? 'SERVICE_TOO_LONG' : undefined
}

function minutesOf(segments: readonly { minutes: number }[]): number {
  return segments.reduce((total, { minutes }) => total + minutes, 0)
}

function lastDate({ timeZone, horizonDays }: Salon, now: number): string {
  return addDays(wallClock(new Date(now), timeZone).date, horizonDays)
}

/**
 * Returns the times of a salon's grid of starts on one date. The grid is counted from local midnight. A local time that
 * a clock change skips is not a start. A local time that a clock change repeats is a start only the first time.
 */
function startsOn({ stepMinutes, leadMinutes }: Salon, { pieces }: SalonView, date: string, now: number): number[] {
  const earliest = now + leadMinutes * MINUTE_MS
  const count = Math.ceil(MINUTES_A_DAY / stepMinutes)
  return Array.from({ length: count }, (_, index) => index * stepMinutes)
    .flatMap((minute) => firstInstant(date, minute, pieces) ?? [])
    .filter((start) => start >= earliest)
    .sort((a, b) => a - b)
}

function searchOn(view: SalonView, date: string): Search {
  const day = instantRanges(date, [0, MINUTES_A_DAY], view.pieces)
  return searchOf(view, ({ busy }) => shared(busy, day).reduce((total, { from, to }) => total + to - from, 0))
}
