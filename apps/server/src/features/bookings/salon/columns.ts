import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { InJson } from '#db/columns.ts'
import type { Services, StylistServices, Stylists } from '#db/schema.ts'
import type { ItemRow } from '#features/catalogue/store-menu/columns.ts'
import { type HoursJson, nearDates } from '#features/catalogue/stores/opening-hours.ts'

/** A segment of a service, as the column stores it. */
export type SegmentJson = { minutes: number; needsStylist: boolean; resourceKind: string | null }

/** A service with the name and the price of its item, as it arrives inside JSON. Amounts are in minor units. */
export type ServiceJson = InJson<
  Pick<ItemRow, 'name' | 'price_minor'> &
    Pick<
      Selectable<Services>,
      'item_id' | 'buffer_minutes' | 'deposit_value' | 'free_cancel_hours' | 'late_cancel_percent' | 'no_show_percent'
    >
> & { segments: SegmentJson[]; deposit_kind: 'none' | 'amount' | 'percent' }

/** A stylist without their services. */
export type StylistRow = Selectable<Stylists>

/**
 * A service that a stylist does. A field is null where the stylist has no own value, so that the value of the service
 * applies.
 */
export type StylistServiceRow = Omit<Selectable<StylistServices>, 'stylist_id'>

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
