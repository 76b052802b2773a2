import { wallClock } from '@nukkad/rules/wall-clock.ts'
import { locale } from '#lib/locale.ts'

/** Returns the number of days from today to the day of an instant, by the calendar of the salon; negative in the past. */
export function daysUntil(instant: string, timeZone: string, now = new Date()): number {
  const midnight = (at: Date) => Date.parse(wallClock(at, timeZone).date)
  return (midnight(new Date(instant)) - midnight(now)) / DAY_MS
}

/** Formats the time until a visit of a later day as "in 4 days"; null for today and the past. */
export function daysUntilText(instant: string, timeZone: string, now = new Date()): string | null {
  const days = daysUntil(instant, timeZone, now)
  return days > 0 ? new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' }).format(days, 'day') : null
}

const DAY_MS = 86_400_000
