import { t, tn } from './catalogue.ts'
import { locale } from './locale.ts'

/** Returns "Today", "Yesterday" or the date. */
export function dayOf(instant: Date, now: Date): string {
  const days = Math.round((startOfDay(now) - startOfDay(instant)) / 86_400_000)
  if (days === 0) return t('commonToday')
  if (days === 1) return t('commonYesterday')
  const isThisYear = instant.getFullYear() === now.getFullYear()
  return instant.toLocaleDateString(locale(), {
    day: 'numeric',
    month: 'short',
    year: isThisYear ? undefined : 'numeric',
  })
}

/** Returns a date such as "20 November 2026". */
export function dateOf(instant: Date): string {
  return instant.toLocaleDateString(locale(), { day: 'numeric', month: 'long', year: 'numeric' })
}

export function monthOf(instant: Date): string {
  return instant.toLocaleDateString(locale(), { month: 'long', year: 'numeric' })
}

/** Returns a short weekday such as "Mon". */
export function weekdayOf(instant: Date): string {
  return instant.toLocaleDateString(locale(), { weekday: 'short' })
}

/** Returns a text such as "5 minutes ago" within the last day, and the date of an older instant. */
export function agoOf(instant: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - instant.getTime()) / 60_000)
  if (minutes < 1) return t('agoNow')
  if (minutes < 60) return tn('agoMinutes', minutes)
  if (minutes < 24 * 60) return tn('agoHours', Math.floor(minutes / 60))
  return dayOf(instant, now)
}

/**
 * Parses the wire's "YYYY-MM-DD HH:MM:SS", which has no time zone and means local time
 * (docs/reference/wire.md#value-types).
 */
export function wireInstant(text: string): Date {
  return new Date(text.includes('T') ? text : text.replace(' ', 'T'))
}

function startOfDay(instant: Date): number {
  return new Date(instant.getFullYear(), instant.getMonth(), instant.getDate()).getTime()
}
