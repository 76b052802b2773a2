import { type RawBuilder, sql } from 'kysely'
import { type HoursJson, nearDates } from '#features/catalogue/stores/opening-hours.ts'

/** A segment of a service, as the column stores it. */
export type SegmentJson = { minutes: number; needsStylist: boolean; resourceKind: string | null }

/**
 * Selects the working hours of the stylist whose id is in the given column, in the form of a store's opening hours.
 * @param since the first date for which hours of single dates are read
 */
export function stylistHoursJsonOf(stylistId: string, since: RawBuilder<unknown> = nearDates): RawBuilder<HoursJson> {
  const id = sql.ref(stylistId)
  return sql<HoursJson>`json_build_object(
    'weekly', (select coalesce(json_agg(json_build_array(h.weekday, left(h.opens_at::text, 5), left(h.closes_at::text, 5)) order by h.weekday, h.opens_at), '[]')
                 from stylist_hours h where h.stylist_id = ${id}),
    'dated', (select coalesce(json_agg(json_build_array(e.on_date, left(e.opens_at::text, 5), left(e.closes_at::text, 5)) order by e.on_date, e.opens_at), '[]')
                from stylist_hour_exceptions e where e.stylist_id = ${id} and e.on_date >= ${since}))`
}
