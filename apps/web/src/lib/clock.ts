import { isolated } from './catalogue.ts'
import { locale } from './locale.ts'

/** Formats "09:00" as "9:00 am". */
export function clockTime(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const instant = new Date(2026, 0, 1, hours, minutes)
  return timeOf(instant)
}

/** Formats a time of day such as "7:15 pm". */
export function timeOf(instant: Date): string {
  return isolated(instant.toLocaleTimeString(locale(), { hour: 'numeric', minute: '2-digit' }))
}
