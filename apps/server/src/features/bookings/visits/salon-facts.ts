import type { OpeningHours } from '@nukkad/rules/opening-hours.ts'
import { weekdays } from '@nukkad/rules/opening-hours.ts'
import type { Salon } from '@nukkad/rules/salon.ts'
import type { TimeRange } from '@nukkad/rules/time-ranges.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import { type SegmentJson, stylistHoursJsonOf } from '#features/bookings/salon/columns.ts'
import { type BookingTerms, usualTerms } from '#features/bookings/salon/terms.ts'
import { type HoursJson, hoursJsonOf, openingHoursOf } from '#features/catalogue/stores/opening-hours.ts'

/** A range in epoch milliseconds inside JSON. */
type BusyJson = [from: number, to: number]

export type ServiceFacts = {
  item_id: number
  name: string
  image: string | null
  category: string
  price_minor: number
  segments: SegmentJson[]
  buffer_minutes: number
  deposit_kind: 'none' | 'amount' | 'percent'
  deposit_value: number
  free_cancel_hours: number
  late_cancel_percent: number
  no_show_percent: number
  /** Those that lengthen it; `is_first` for the first one of a single choice, which a chooser begins with. */
  addons: { id: number; minutes: number; is_first: boolean }[]
}

export type StylistFacts = {
  id: number
  name: string
  image: string | null
  user_id: number | null
  hours: HoursJson
  services: { item_id: number; price_minor: number | null; minutes: number | null }[]
  busy: BusyJson[]
}

/** Everything about a salon that decides free times in a stretch of time. Amounts in minor units. */
export type SalonFacts = {
  id: number
  name: string
  currency: string
  time_zone: string
  is_schedulable: boolean
  /** Whether it is closed by hand until further notice. */
  is_closed: boolean
  /** Until the end of its pause; null without one. */
  pause_minutes: number | null
  hours: HoursJson
  terms: BookingTerms | null
  services: ServiceFacts[]
  stylists: StylistFacts[]
  resources: { id: number; kind: string; name: string; busy: BusyJson[] }[]
  customer_busy: BusyJson[]
}

type Stretch = {
  storeId: number
  from: Date
  to: Date
  /** The customer whose other visits count as taken, and whose own hold does not. */
  customerId?: number | null
  /** A visit whose time counts as free. */
  exceptVisitId?: number | null
}

/** Reads a salon that takes visits; undefined for a store that is not accepted or is no salon. */
export async function readSalonFacts(
  db: Db,
  { storeId, from, to, customerId = null, exceptVisitId = null }: Stretch,
): Promise<SalonFacts | undefined> {
  const busyOf = (thing: string, id: RawBuilder<unknown>, more: RawBuilder<unknown> = sql``) => sql`
    (select coalesce(json_agg(json_build_array((extract(epoch from lower(b.during)) * 1000)::bigint, (extract(epoch from upper(b.during)) * 1000)::bigint)), '[]')
       from (select c.during from visit_claims c join visits v on v.id = c.visit_id
              where c.thing = ${thing} and c.thing_id = ${id} and c.during && tstzrange(${from}, ${to})
                and v.id is distinct from ${exceptVisitId}::int
                and not (v.status = 'held' and v.order_id is null
                         and (v.held_until < now() or v.user_id is not distinct from ${customerId}::int)) ${more}) b)`
  const absent = sql`
    union all select a.during from absences a where a.stylist_id = t.id and a.during && tstzrange(${from}, ${to})`
  const { rows } = await sql<SalonFacts>`
    select s.id, s.name, s.currency, s.time_zone, s.is_schedulable,
           not s.is_active and not s.is_schedulable and s.paused_until is null as is_closed,
           ceil(extract(epoch from s.paused_until - now()) / 60)::int as pause_minutes, ${hoursJsonOf('s.id')} as hours,
           (select to_json(b) from booking_terms b where b.store_id = s.id) as terms,
           (select coalesce(json_agg(json_build_object(
                     'item_id', i.id, 'name', i.name, 'image', i.image, 'category', c.name, 'price_minor', i.price_minor,
                     'segments', v.segments, 'buffer_minutes', v.buffer_minutes, 'deposit_kind', v.deposit_kind,
                     'deposit_value', v.deposit_value, 'free_cancel_hours', v.free_cancel_hours,
                     'late_cancel_percent', v.late_cancel_percent, 'no_show_percent', v.no_show_percent,
                     'addons', (select coalesce(json_agg(json_build_object('id', a.id, 'minutes', m.minutes, 'is_first', g.type = 'SINGLE' and a.id = (
                                    select b.id from addons b where b.addon_category_id = g.id and b.is_active order by b.order_column, b.id limit 1)) order by a.id), '[]')
                                  from item_addon_categories k join addons a on a.addon_category_id = k.addon_category_id and a.is_active
                                  join addon_categories g on g.id = a.addon_category_id join addon_minutes m on m.addon_id = a.id where k.item_id = i.id)) order by c.order_column, i.order_column, i.id), '[]')
              from services v join items i on i.id = v.item_id join item_categories c on c.id = i.item_category_id
             where v.store_id = s.id and i.deleted_at is null and i.is_active and c.is_enabled) as services,
           (select coalesce(json_agg(json_build_object(
                     'id', t.id, 'name', t.name, 'image', t.image, 'user_id', t.user_id, 'hours', ${stylistHoursJsonOf('t.id')},
                     'services', (select coalesce(json_agg(json_build_object('item_id', o.item_id, 'price_minor', o.price_minor, 'minutes', o.minutes) order by o.item_id), '[]')
                                    from stylist_services o where o.stylist_id = t.id),
                     'busy', ${busyOf('stylist', sql`t.id`, absent)}) order by t.position, t.id), '[]')
              from stylists t where t.store_id = s.id and t.is_active and t.deleted_at is null) as stylists,
           (select coalesce(json_agg(json_build_object('id', r.id, 'kind', r.kind, 'name', r.name, 'busy', ${busyOf('resource', sql`r.id`)}) order by r.position, r.id), '[]')
              from resources r where r.store_id = s.id and r.is_active and r.deleted_at is null) as resources,
           ${busyOf('customer', sql`${customerId}::int`)} as customer_busy
      from stores s where s.id = ${storeId} and s.is_accepted and s.kind = 'salon'`.execute(db)
  return rows[0]
}

const allDay = [{ open: '00:00', close: '24:00' }]
/** The hours of a salon that keeps none: those of its people decide alone. */
const alwaysOpen: OpeningHours = { weekly: Object.fromEntries(weekdays.map((name) => [name, allDay])) }

/** Returns how a salon takes visits. */
export function termsOf({ terms }: Pick<SalonFacts, 'terms'>): BookingTerms {
  return terms ?? usualTerms
}

/**
 * Returns a salon in the form of the rules. For customers it has no start while it is closed by hand or paused; its
 * reception, which states lead minutes of its own, books then too.
 */
export function salonOf(facts: SalonFacts, { leadMinutes }: { leadMinutes?: number } = {}): Salon {
  const terms = termsOf(facts)
  const services = facts.services.map(({ item_id, segments, buffer_minutes }) => ({
    id: item_id,
    segments,
    bufferMinutes: buffer_minutes,
  }))
  const isClosed = facts.is_closed && leadMinutes === undefined
  const lengths = services.map(({ segments }) => segments.reduce((total, { minutes }) => total + minutes, 0))
  return {
    timeZone: facts.time_zone,
    hours: isClosed ? { weekly: {} } : facts.is_schedulable ? openingHoursOf(facts.hours) : alwaysOpen,
    stepMinutes: terms.step_minutes,
    leadMinutes: leadMinutes ?? Math.max(terms.lead_minutes, facts.pause_minutes ?? 0),
    horizonDays: terms.horizon_days,
    services,
    stylists: facts.stylists.map((stylist) => ({
      id: stylist.id,
      serviceLengths: new Map(stylist.services.map(({ item_id, minutes }) => [item_id, minutes])),
      hours: openingHoursOf(stylist.hours),
      busy: rangesOf(stylist.busy),
    })),
    resources: facts.resources.map(({ id, kind, busy }) => ({ id, kind, busy: rangesOf(busy) })),
    shortestMinutes: lengths.length > 0 ? Math.min(...lengths) : 0,
  }
}

/** Returns ranges of JSON in the form of the rules. */
export function rangesOf(busy: readonly BusyJson[]): TimeRange[] {
  return busy.map(([from, to]) => ({ from, to }))
}
