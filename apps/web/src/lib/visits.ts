import type { Output } from '@nukkad/contract/contract.ts'
import { addDays, wallClock } from '@nukkad/rules/wall-clock.ts'
import type { Chosen } from './book-path.ts'
import { t } from './catalogue.ts'
import { clockTime } from './clock.ts'
import { locale } from './locale.ts'

export type Salon = Output<'salon-services'>
export type SalonService = Salon['services'][number]
export type Visit = Output<'visit'>['visit']

/** Returns the services of a visit as the choices for a new booking, with the same people. */
export function chosenAgain({ services }: Pick<Visit, 'services'>): Chosen[] {
  return services.flatMap(({ item_id, stylist, addons, mode }): Chosen[] =>
    item_id === null
      ? []
      : [
          {
            itemId: item_id,
            stylistId: stylist?.id ?? null,
            addons: addons.map(({ id }) => id),
            isBeside: mode === 'beside',
          },
        ],
  )
}

/** Formats a date of the salon's calendar as "Today", "Tomorrow" or "Mon, 23 Nov". */
export function dayText(date: string, timeZone: string, now = new Date()): string {
  return nearDay(date, timeZone, now) ?? dateText(date, { weekday: 'short', day: 'numeric', month: 'short' })
}

/** Formats the weekday of a date of the salon's calendar as "Today", "Tomorrow" or "Mon". */
export function weekdayText(date: string, timeZone: string, now = new Date()): string {
  return nearDay(date, timeZone, now) ?? dateText(date, { weekday: 'short' })
}

function nearDay(date: string, timeZone: string, now: Date): string | null {
  const today = wallClock(now, timeZone).date
  if (date === today) return t('commonToday')
  return date === addDays(today, 1) ? t('commonTomorrow') : null
}

function dateText(date: string, parts: Intl.DateTimeFormatOptions): string {
  return new Date(`${date}T12:00:00Z`).toLocaleDateString(locale(), { ...parts, timeZone: 'UTC' })
}

/** Formats an instant in the salon's time zone as "4:30 pm". */
export function timeText(instant: string, timeZone: string): string {
  const { minute } = wallClock(new Date(instant), timeZone)
  return clockTime(`${Math.floor(minute / 60)}:${minute % 60}`)
}

/** Formats an instant in the salon's time zone as "Today 4:30 pm". */
export function whenText(instant: string, timeZone: string, now = new Date()): string {
  return `${dayText(wallClock(new Date(instant), timeZone).date, timeZone, now)} ${timeText(instant, timeZone)}`
}

/** Formats the day of an instant in the salon's time zone as "Friday, 27 November". */
export function dayOfVisit(instant: string, timeZone: string): string {
  return new Date(instant).toLocaleDateString(locale(), { weekday: 'long', day: 'numeric', month: 'long', timeZone })
}
