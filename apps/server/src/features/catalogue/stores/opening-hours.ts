import { type OpeningHours, type OpeningWindow, weekdays } from '@nukkad/rules/opening-hours.ts'
import { type RawBuilder, sql } from 'kysely'

/**
 * Opening hours as one JSON value in a store's row: weekly opening windows, and windows for single dates. A date whose
 * times are null is closed all day.
 */
export type HoursJson = {
  weekly: [weekday: number, open: string, close: string][]
  dated: [date: string, open: string | null, close: string | null][]
}

const DATED_DAYS_AHEAD = 366

/**
 * The first date whose own hours can still decide whether a store is open now: two days ago, because windows can cross
 * midnight and local dates differ between time zones.
 */
export const nearDates = sql`current_date - 2`

/**
 * Selects the `HoursJson` of the store whose id is in the given column, for use inside another query.
 * @param since the first date for which windows of single dates are read
 */
export function hoursJsonOf(storeId: string, since: RawBuilder<unknown> = nearDates): RawBuilder<HoursJson> {
  const id = sql.ref(storeId)
  return sql<HoursJson>`json_build_object(
    'weekly', (select coalesce(json_agg(json_build_array(h.weekday, left(h.opens_at::text, 5), left(h.closes_at::text, 5)) order by h.weekday, h.opens_at), '[]')
                 from store_hours h where h.store_id = ${id}),
    'dated', (select coalesce(json_agg(json_build_array(e.on_date, left(e.opens_at::text, 5), left(e.closes_at::text, 5)) order by e.on_date, e.opens_at), '[]')
                from store_hour_exceptions e
               where e.store_id = ${id} and e.on_date between ${since} and current_date + ${sql.lit(DATED_DAYS_AHEAD)}))`
}

/**
 * Returns the hours in the form of the rules (docs/reference/wire.md#opening-hours): windows of a single date replace
 * the weekly windows of that day.
 */
export function openingHoursOf({ weekly, dated }: HoursJson): OpeningHours {
  const hours: { weekly: Record<string, OpeningWindow[]>; exceptions: Record<string, OpeningWindow[]> } = {
    weekly: {},
    exceptions: {},
  }
  for (const [weekday, open, close] of weekly) {
    const name = weekdays[weekday]!
    hours.weekly[name] = [...(hours.weekly[name] ?? []), { open, close }]
  }
  for (const [date, open, close] of dated) {
    const windows = hours.exceptions[date] ?? []
    hours.exceptions[date] = open === null || close === null ? windows : [...windows, { open, close }]
  }
  return hours
}
