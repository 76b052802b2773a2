import type { OpeningHours } from './opening-hours.ts'
import { instantRanges, openTimes } from './salon-view.ts'
import { joined, shared, type TimeRange, without } from './time-ranges.ts'
import { addDays, MINUTE_MS, MINUTES_A_DAY, zonePieces } from './wall-clock.ts'

const DAY_MS = MINUTES_A_DAY * MINUTE_MS

/** A salon with its claimed times. The times of claims are milliseconds since 1970. */
export type UsedSalon = {
  timeZone: string
  /**
   * The opening hours; null for a salon that has set none, so that only the working hours of its people limit visits.
   */
  hours: OpeningHours | null
  people: readonly UsedPerson[]
  resources: readonly UsedThing[]
}
/**
 * A person or resource of a salon, with its claims. `since` and `until` limit the time in which it existed; null means
 * no limit.
 */
export type UsedThing = { since: number | null; until: number | null; claims: readonly TimeRange[] }
export type UsedPerson = UsedThing & { hours: OpeningHours; absences: readonly TimeRange[] }

/**
 * The use of a person or resource in minutes: the open time, the claims within the open time, and the claims outside of
 * it (`extra`).
 */
export type Use = { open: number; claimed: number; extra: number }
export type DayUse = { date: string; open: number; claimed: number }

/**
 * Returns how much of the open time of a salon's people and resources was claimed, from the first to the last date. The
 * open time of a person is their working hours without absences, within the store's opening hours. The open time of a
 * resource is the store's opening hours; in a salon without opening hours, it is the time in which any of its people
 * works.
 * @returns the use of each person and resource in the given order, and that of all people together by day
 */
export function salonUse(
  { timeZone, hours, people, resources }: UsedSalon,
  { from, to }: { from: string; to: string },
): { people: Use[]; resources: Use[]; days: DayUse[] } {
  const dates = datesOf(from, to)
  const begin = Date.parse(`${from}T00:00:00Z`) - 2 * DAY_MS
  const pieces = zonePieces(begin, begin + (dates.length + 4) * DAY_MS, timeZone)
  const days = dates.map((date): TimeRange => {
    const parts = instantRanges(date, [0, MINUTES_A_DAY], pieces)
    return { from: parts[0]!.from, to: parts.at(-1)!.to }
  })
  const storeOpen = hours && openTimes(hours, dates, pieces)
  const worked = people.map(({ hours: own, absences }) => {
    const present = without(openTimes(own, dates, pieces), joined(absences))
    return storeOpen ? shared(present, storeOpen) : present
  })
  const thingsOpen = storeOpen ?? joined(worked.flat())
  const open = people.map((person, index) => within(worked[index]!, person))
  const claimed = people.map(({ claims }, index) => shared(open[index]!, joined(claims)))
  const sums = { open: sumByDay(days, open), claimed: sumByDay(days, claimed) }
  const whole = { from: days[0]!.from, to: days.at(-1)!.to }
  return {
    people: people.map((person, index) => useOf(whole, open[index]!, person)),
    resources: resources.map((thing) => useOf(whole, within(thingsOpen, thing), thing)),
    days: dates.map((date, index) => ({ date, open: sums.open[index]!, claimed: sums.claimed[index]! })),
  }
}

function datesOf(from: string, to: string): string[] {
  const count = Math.max(1, (Date.parse(to) - Date.parse(from)) / DAY_MS + 1)
  return Array.from({ length: count }, (_, index) => addDays(from, index))
}

function within(ranges: readonly TimeRange[], { since, until }: UsedThing): TimeRange[] {
  return shared(ranges, [{ from: since ?? Number.NEGATIVE_INFINITY, to: until ?? Number.POSITIVE_INFINITY }])
}

function useOf(period: TimeRange, open: readonly TimeRange[], { claims }: UsedThing): Use {
  const taken = shared([period], joined(claims))
  const claimed = minutesOf(shared(open, taken))
  return { open: minutesOf(open), claimed, extra: minutesOf(taken) - claimed }
}

function minutesOf(ranges: readonly TimeRange[]): number {
  return ranges.reduce((total, { from, to }) => total + (to - from), 0) / MINUTE_MS
}

/** Returns, for each day, how many minutes of all ranges of time fall on the day. */
function sumByDay(days: readonly TimeRange[], lists: readonly (readonly TimeRange[])[]): number[] {
  const sums = days.map(() => 0)
  for (const list of lists) {
    let day = 0
    for (const { from, to } of shared(days, list)) {
      while (days[day]!.to <= from) day++
      sums[day]! += (to - from) / MINUTE_MS
    }
  }
  return sums
}
