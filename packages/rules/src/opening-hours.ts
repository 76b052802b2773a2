import { addDays, instantsOf, MINUTE_MS, MINUTES_A_DAY, wallClock } from './wall-clock.ts'

/** The keys of the weekdays in opening hours (docs/reference/wire.md#opening-hours). */
export type Weekday = (typeof weekdays)[number]
/**
 * A window of opening, in local times `HH:MM`. A closing time that is not after the opening time is on the next day;
 * `24:00` is midnight at the end of the day.
 */
export type OpeningWindow = { open: string; close: string }

/**
 * The opening windows of a store: `weekly` by lower-case weekday, `exceptions` by date
 * (docs/reference/wire.md#opening-hours). The windows of a date `YYYY-MM-DD` replace those of its weekday, and an empty
 * list means closed.
 */
export type OpeningHours = {
  weekly: Partial<Record<Weekday, readonly OpeningWindow[]>>
  exceptions?: Readonly<Record<string, readonly OpeningWindow[]>>
}

/**
 * A slot that a customer can choose for a scheduled order, in the form of the wire, with the time at which it starts.
 */
export type ScheduleSlot = { open: string; close: string; startsAt: Date }
/**
 * A day that a customer can choose for a scheduled order: the English weekday with a capital, and `YYYY-MM-DD`
 * (docs/reference/wire.md#place-an-order).
 */
export type ScheduleDay = { day: string; date: string }

const SLOT_MINUTES = 30
/** Maximum number of days that customers can choose from for a scheduled order, even if the setting is higher. */
const MAX_SCHEDULE_DAYS = 60
/** The default of the column `schedule_slot_buffer`, in minutes (docs/reference/wire.md#orders-for-later). */
const DEFAULT_SLOT_BUFFER_MINUTES = 30

/** The weekdays from Sunday (0) to Saturday (6), as both PostgreSQL and JavaScript number them. */
export const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const
/** Number of days in which {@link nextOpening} searches, so that the search ends even if every date is closed. */
const HORIZON_DAYS = 366

/** Returns true when a store with these hours is open at the given moment, in its local time. */
export function isOpenAt(hours: OpeningHours, instant: Date, timeZone: string): boolean {
  const { date, minute } = wallClock(instant, timeZone)
  return rangesOn(hours, date).some(([from, to]) => from <= minute && minute < to)
}

/**
 * Returns the first moment at or after the given one at which the store is open; undefined when there is none within a
 * year.
 */
export function nextOpening(hours: OpeningHours, instant: Date, timeZone: string): Date | undefined {
  if (isOpenAt(hours, instant, timeZone)) return instant
  const { date: today } = wallClock(instant, timeZone)
  for (let offset = 0; offset <= HORIZON_DAYS; offset++) {
    const date = addDays(today, offset)
    const opening = rangesOn(hours, date)
      .flatMap(([from]) => instantsOf(date, from, timeZone))
      .find((candidate) => candidate > instant && isOpenAt(hours, candidate, timeZone))
    if (opening) return beginning(hours, opening, timeZone)
  }
  return undefined
}

/**
 * Returns the slots of one day: half hours within the opening hours that start no earlier than the buffer of minutes
 * after now.
 * @see docs/reference/wire.md#orders-for-later
 */
export function scheduleSlots(input: {
  hours: OpeningHours
  /** The date of the slots, `YYYY-MM-DD` in the store's time zone. */
  date: string
  now: Date
  timeZone: string
  bufferMinutes?: number
}): ScheduleSlot[] {
  const { hours, date, now, timeZone, bufferMinutes = DEFAULT_SLOT_BUFFER_MINUTES } = input
  const earliest = now.getTime() + bufferMinutes * MINUTE_MS
  return rangesOn(hours, date)
    .flatMap(([from, to]) => startsWithin(from, to))
    .flatMap((start) => {
      const startsAt = instantsOf(date, start, timeZone)[0]
      const isOnClock = startsAt && wallClock(startsAt, timeZone).minute === start
      if (!isOnClock || startsAt.getTime() < earliest) return []
      return [{ open: twelveHour(start), close: twelveHour(start + SLOT_MINUTES), startsAt }]
    })
}

/** Returns today and the following days, in the form of the wire's field `schedule_date`. */
export function scheduleDays(input: { now: Date; timeZone: string; days: number }): ScheduleDay[] {
  const { date: today } = wallClock(input.now, input.timeZone)
  return Array.from({ length: input.days }, (_, offset) => {
    const date = addDays(today, offset)
    const name = weekdayOf(date)
    return { day: name.charAt(0).toUpperCase() + name.slice(1), date }
  })
}

/** A day that a store offers for scheduled orders, with its available slots. */
export type OfferedDay = ScheduleDay & { slots: ScheduleSlot[] }

/**
 * Returns the days and slots that a store offers for scheduled orders. Both the app's choice of days and the server's
 * check use this function. With `isFixed`, returns exactly `futureDays` days from today, and closed days have no slots.
 * Without `isFixed`, returns only days with slots: the rest of this week, and of next week when this week has too few,
 * at most `futureDays`.
 * @param input.futureDays setting `orderSchedulingFutureDays`; today is the first day
 * @param input.isFixed setting `enFixedNumberOfDays`
 * @see docs/reference/wire.md#orders-for-later
 */
export function scheduleOffer(input: {
  hours: OpeningHours
  now: Date
  timeZone: string
  bufferMinutes?: number
  futureDays: number
  isFixed: boolean
}): OfferedDay[] {
  const { futureDays, isFixed, ...store } = input
  const most = Math.min(Math.max(0, Math.floor(futureDays)), MAX_SCHEDULE_DAYS)
  const withSlots = (day: ScheduleDay): OfferedDay => ({ ...day, slots: scheduleSlots({ ...store, date: day.date }) })
  if (isFixed) return scheduleDays({ ...store, days: most }).map(withSlots)
  const [today] = scheduleDays({ ...store, days: 1 })
  const leftOfWeek = 7 - ((weekdays.indexOf(weekdayOf(today?.date ?? '')) + 6) % 7)
  return scheduleDays({ ...store, days: leftOfWeek + 7 })
    .map(withSlots)
    .filter(({ slots }) => slots.length > 0)
    .slice(0, most)
}

/** A range of minutes of a local day, from 0 to 1440; the second number is excluded. */
export type MinuteRange = [fromMinute: number, toMinute: number]

/**
 * Returns the open minutes of one date: the windows of the date up to midnight, merged with those of the day before
 * that run past midnight. The ranges are sorted and do not touch.
 * @param date `YYYY-MM-DD`
 */
export function rangesOn(hours: OpeningHours, date: string): MinuteRange[] {
  const own = windowsOn(hours, date).map(([from, to]): MinuteRange => [from, Math.min(to, MINUTES_A_DAY)])
  const leftOver = windowsOn(hours, addDays(date, -1))
    .filter(([, to]) => to > MINUTES_A_DAY)
    .map(([, to]): MinuteRange => [0, to - MINUTES_A_DAY])
  return merged([...own, ...leftOver])
}

function windowsOn(hours: OpeningHours, date: string): MinuteRange[] {
  const windows = hours.exceptions?.[date] ?? hours.weekly[weekdayOf(date)] ?? []
  return windows.flatMap(({ open, close }) => {
    const from = minuteOf(open)
    const to = minuteOf(close)
    if (from === undefined || to === undefined || from === MINUTES_A_DAY) return []
    return [[from, to > from ? to : to + MINUTES_A_DAY]]
  })
}

function merged(ranges: MinuteRange[]): MinuteRange[] {
  const joined: MinuteRange[] = []
  for (const [from, to] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = joined.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else joined.push([from, to])
  }
  return joined
}

function startsWithin(from: number, to: number): number[] {
  const count = Math.max(0, Math.floor((to - from) / SLOT_MINUTES))
  return Array.from({ length: count }, (_, index) => from + index * SLOT_MINUTES)
}

function minuteOf(time: string): number | undefined {
  const match = /^(\d{1,2}):(\d{2})$/.exec(time)
  if (!match) return undefined
  const minute = Number(match[1]) * 60 + Number(match[2])
  return Number(match[2]) < 60 && minute <= MINUTES_A_DAY ? minute : undefined
}

function twelveHour(minute: number): string {
  const hour = Math.floor(minute / 60) % 24
  const clock = `${String(hour % 12 || 12).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
  return `${clock} ${hour < 12 ? 'AM' : 'PM'}`
}

function weekdayOf(date: string): Weekday {
  return weekdays[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? 'sunday'
}

/**
 * Moves an opening back to the first minute in which the store is open, because a clock change can skip the
 * opening time.
 */
function beginning(hours: OpeningHours, opening: Date, timeZone: string): Date {
  const before = new Date(opening.getTime() - MINUTE_MS)
  return isOpenAt(hours, before, timeZone) ? beginning(hours, before, timeZone) : opening
}
