import { t } from './catalogue.ts'
import { clockTime } from './clock.ts'
import { locale } from './locale.ts'
import type { Schedule } from './slots.ts'

/** Formats a calendar date as "Today" or "Mon, 23 Nov". */
export function formatDay(date: string): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const at = new Date(year, month - 1, day)
  if (at.toDateString() === new Date().toDateString()) return t('commonToday')
  return at.toLocaleDateString(locale(), { weekday: 'short', day: 'numeric', month: 'short' })
}

/** Formats the wire's "09:00 AM" and "09:30 AM" as "9:00 am – 9:30 am". */
export function formatSlot({ open, close }: Schedule['slot']): string {
  return `${twelveHourTime(open)} – ${twelveHourTime(close)}`
}

/** Formats a schedule such as "Mon, 23 Nov, 9:00 am – 9:30 am". */
export function formatSchedule({ date, slot }: Schedule): string {
  return t('cartScheduleFor', { day: formatDay(date.date), time: formatSlot(slot) })
}

function twelveHourTime(time: string): string {
  const match = /^(\d{1,2}):(\d{2}) (AM|PM)$/.exec(time)
  if (!match) return time
  const [, hour, minute, half] = match
  return clockTime(`${(Number(hour) % 12) + (half === 'PM' ? 12 : 0)}:${minute}`)
}
