import { t } from './catalogue.ts'
import { clockTime } from './clock.ts'
import { isRecord } from './storage.ts'

/** What an order for later is for, as the wire words it (wire contract §2.9.1). */
export type Schedule = { date: { day: string; date: string }; slot: { open: string; close: string } }

/** From the texts in which orders and local storage hold day and slot; null for an order at once. */
export function readSchedule(date: string | null | undefined, slot: string | null | undefined): Schedule | null {
  try {
    const [on, at]: unknown[] = [JSON.parse(date ?? 'null'), JSON.parse(slot ?? 'null')]
    if (!isRecord(on) || !isRecord(at)) return null
    const { day, date: dated } = on
    const { open, close } = at
    if (typeof day !== 'string' || typeof dated !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(dated)) return null
    if (typeof open !== 'string' || typeof close !== 'string') return null
    return { date: { day, date: dated }, slot: { open, close } }
  } catch {
    return null
  }
}

/** "Today" or "Mon, 23 Nov" for a calendar date. */
export function dayWords(date: string): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const at = new Date(year, month - 1, day)
  if (at.toDateString() === new Date().toDateString()) return t('commonToday')
  const language = document.documentElement.lang || 'en-IN'
  return at.toLocaleDateString(language, { weekday: 'short', day: 'numeric', month: 'short' })
}

/** "9:00 am – 9:30 am" for the wire's "09:00 AM" and "09:30 AM". */
export function slotWords({ open, close }: Schedule['slot']): string {
  return `${twelveHourTime(open)} – ${twelveHourTime(close)}`
}

/** "Mon, 23 Nov, 9:00 am – 9:30 am" */
export function scheduleWords({ date, slot }: Schedule): string {
  return t('cartScheduleFor', { day: dayWords(date.date), time: slotWords(slot) })
}

function twelveHourTime(time: string): string {
  const match = /^(\d{1,2}):(\d{2}) (AM|PM)$/.exec(time)
  if (!match) return time
  const [, hour, minute, half] = match
  return clockTime(`${(Number(hour) % 12) + (half === 'PM' ? 12 : 0)}:${minute}`)
}
