import { MAX_SERVICE_MINUTES, MAX_SERVICES } from '@nukkad/rules/availability.ts'
import type { OpeningHours } from '@nukkad/rules/opening-hours.ts'
import { weekdays } from '@nukkad/rules/opening-hours.ts'
import type { Salon } from '@nukkad/rules/salon.ts'
import type { TimeRange } from '@nukkad/rules/time-ranges.ts'
import { type RawBuilder, sql } from 'kysely'
import type { InJson } from '#db/columns.ts'
import { type Db, withSharedPlan } from '#db/connection.ts'
import {
  type ServiceJson,
  type StylistRow,
  type StylistServiceRow,
  stylistHoursJsonOf,
} from '#features/bookings/salon/columns.ts'
import { type BookingTerms, usualTerms } from '#features/bookings/salon/terms.ts'
import { type HoursJson, hoursJsonOf, openingHoursOf } from '#features/catalogue/stores/opening-hours.ts'
import { type PieceFacts, piecesOf } from '#features/ordering/checkout/read-line.ts'
import type { VisitContext } from './queries.ts'

/** The start and end of a range in JSON, in milliseconds since 1970. */
type BusyJson = [from: number, to: number]

export type ServiceFacts = ServiceJson & {
  image: string | null
  category: string
  /**
   * Add-ons that make the service longer. `is_first` marks the first add-on of a single choice, which is chosen by
   * default.
   */
  addons: { id: number; minutes: number; is_first: boolean }[]
}

export type StylistFacts = Pick<StylistRow, 'id' | 'name' | 'image' | 'user_id'> & {
  hours: HoursJson
  services: Omit<InJson<StylistServiceRow>, 'commission_basis_points'>[]
  busy: BusyJson[]
}

/** Everything about a salon that decides its free times in a period. Amounts are in minor units. */
export type SalonFacts = VisitContext['store'] & {
  currency: string
  is_schedulable: boolean
  /** Whether the store has closed manually, so that it stays closed until it opens manually. */
  is_closed: boolean
  /** Minutes until the end of the store's pause; null if it is not paused. */
  pause_minutes: number | null
  hours: HoursJson
  terms: BookingTerms | null
  /** Length in minutes of the shortest service that can be booked, even if the customer did not request it. */
  shortest_minutes: number
  services: ServiceFacts[]
  stylists: StylistFacts[]
  resources: { id: number; kind: string; name: string; busy: BusyJson[] }[]
  customer_busy: BusyJson[]
  /** Whether holds exist that no longer count as taken: expired holds at the salon, or a hold of this customer. */
  has_old_holds: boolean
  /** The items of the requested services, in the form that the checkout reads. */
  pieces: PieceFacts[]
}

/** A requested service. Without a stylist, any stylist may do the service. */
export type Sought = { itemId: number; stylistId: number | null }

type Asked = {
  storeId: number
  /** Two times in the salon's time zone: one on the first and one on the last date on which visits can start. */
  from: Date
  to: Date
  /** Maximum number of services in one visit: the number requested, or else the limit for any visit. */
  most?: number
  /** The requested services. If this field is set, the statement reads only the facts that these services need. */
  sought?: readonly Sought[]
  /** The customer whose other visits count as taken, while their own hold counts as free. */
  customerId?: number | null
  /** Whether the customer's own hold counts as taken too; true when the salon plans the visit. */
  isHoldTaken?: boolean | undefined
  /** A visit whose time counts as free. */
  exceptVisitId?: number | null
}

/** Maximum buffer in minutes; the constraint `services__buffer` enforces it. */
const MAX_BUFFER_MINUTES = 240
/** Maximum number of minutes that a service takes with add-ons and buffer. */
const MAX_CLAIMED_MINUTES = MAX_SERVICE_MINUTES + MAX_BUFFER_MINUTES

/** Returns SQL that selects the times for which other visits have claimed a person or resource. */
function busyOf(
  thing: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
  more: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> {
  return sql`
    (select coalesce(to_json(array_agg(array[(date_part('epoch', lower(b.during)) * 1000)::bigint, (date_part('epoch', upper(b.during)) * 1000)::bigint])), '[]')
       from (select c.during from visit_claims c
              where c.thing = ${thing} and c.thing_id = ${id} and c.during && (select stretch from salon)
                and c.visit_id not in (select id from free_visits) ${more}) b)`
}

/** Returns the columns of `asked`, the parameters that the other parts of the statement read. */
function askedColumns({
  from,
  to,
  sought = [],
  most = sought.length || MAX_SERVICES,
  customerId,
  isHoldTaken,
  exceptVisitId,
}: Asked) {
  const anyone = sought.filter(({ stylistId }) => stylistId === null)
  return sql`
    ${from}::timestamptz as from_at, ${to}::timestamptz as to_at, make_interval(mins => ${most * MAX_CLAIMED_MINUTES}::int) as reach,
    ${customerId ?? null}::int as customer_id, ${isHoldTaken ? null : (customerId ?? null)}::int as holder_id, ${exceptVisitId ?? null}::int as except_id,
    ${sought.map(({ itemId }) => itemId)}::int[] as item_ids, ${anyone.map(({ itemId }) => itemId)}::int[] as anyones_item_ids,
    ${sought.map(({ stylistId }) => stylistId)}::int[] as stylist_ids`
}

const isSought = sql`and o.item_id = any ((select item_ids from asked)::int[])`
const canDoSought = sql`
  and (t.id = any ((select stylist_ids from asked)::int[])
       or exists (select from stylist_services d where d.stylist_id = t.id and d.item_id = any ((select anyones_item_ids from asked)::int[])))`
const isOfSought = sql`
  and r.kind in (select p ->> 'resourceKind' from bookable o, jsonb_array_elements(o.segments) p where true ${isSought})`

/**
 * Reads a salon that takes visits; undefined for a store that is not accepted or is no salon.
 *
 * The statement reads its parameters from a materialized `asked`, so its plan does not depend on them. Planning this
 * long statement for each call would take longer than running it.
 */
export async function readSalonFacts(db: Db, asked: Asked): Promise<SalonFacts | undefined> {
  const only = (part: RawBuilder<unknown>) => (asked.sought ? part : sql``)
  const statement = sql<SalonFacts>`
    with asked as materialized (select ${askedColumns(asked)}), bookable as materialized (
      select i.id as item_id, i.name, i.image, i.price_minor, i.order_column, c.name as category, c.order_column as category_order,
             v.segments, v.buffer_minutes, v.deposit_kind, v.deposit_value, v.free_cancel_hours, v.late_cancel_percent, v.no_show_percent,
             (select sum((p ->> 'minutes')::int) from jsonb_array_elements(v.segments) p)::int as minutes
        from services v join items i on i.id = v.item_id join item_categories c on c.id = i.item_category_id
       where v.store_id = ${asked.storeId} and i.deleted_at is null and i.is_active and c.is_enabled
    ), salon as materialized (
      select s.id, s.name, s.slug, s.image, coalesce(s.address, '') as address, s.phone, s.latitude, s.longitude, s.currency, s.time_zone,
             s.is_schedulable, not s.is_active and not s.is_schedulable and s.paused_until is null as is_closed,
             ceil(date_part('epoch', s.paused_until - now()) / 60)::int as pause_minutes, shortest.minutes as shortest_minutes,
             tstzrange(date_trunc('day', a.from_at, s.time_zone) - make_interval(mins => shortest.minutes),
                       date_trunc('day', a.to_at, s.time_zone) + interval '25 hours' + a.reach + make_interval(mins => shortest.minutes)) as stretch
        from stores s, asked a, (select coalesce(min(minutes), 0) as minutes from bookable) shortest
       where s.id = ${asked.storeId} and s.is_accepted and s.kind = 'salon'
    ), old_holds as materialized (
      select h.id, h.store_id, h.user_id from visits h where h.status = 'held' and h.order_id is null and h.held_until < now()
      union all
      select h.id, h.store_id, h.user_id from visits h
       where h.status = 'held' and h.order_id is null and h.user_id = (select holder_id from asked)
    ), free_visits as materialized (
      select id from old_holds union all select except_id from asked where except_id is not null
    )
    select s.id, s.name, s.slug, s.image, s.address, s.phone, s.latitude, s.longitude, s.currency, s.time_zone, s.is_schedulable,
           s.is_closed, s.pause_minutes, s.shortest_minutes, ${hoursJsonOf('s.id')} as hours,
           (select to_json(b) from booking_terms b where b.store_id = s.id) as terms,
           (select coalesce(json_agg(json_build_object(
                     'item_id', o.item_id, 'name', o.name, 'image', o.image, 'category', o.category, 'price_minor', o.price_minor,
                     'segments', o.segments, 'buffer_minutes', o.buffer_minutes, 'deposit_kind', o.deposit_kind,
                     'deposit_value', o.deposit_value, 'free_cancel_hours', o.free_cancel_hours,
                     'late_cancel_percent', o.late_cancel_percent, 'no_show_percent', o.no_show_percent,
                     'addons', (select coalesce(json_agg(json_build_object('id', a.id, 'minutes', m.minutes, 'is_first', g.type = 'SINGLE' and a.id = (
                                    select b.id from addons b where b.addon_category_id = g.id and b.is_active order by b.order_column, b.id limit 1)) order by a.id), '[]')
                                  from item_addon_categories k join addons a on a.addon_category_id = k.addon_category_id and a.is_active
                                  join addon_categories g on g.id = a.addon_category_id join addon_minutes m on m.addon_id = a.id where k.item_id = o.item_id)) order by o.category_order, o.order_column, o.item_id), '[]')
              from bookable o where true ${only(isSought)}) as services,
           (select coalesce(json_agg(json_build_object(
                     'id', t.id, 'name', t.name, 'image', t.image, 'user_id', t.user_id, 'hours', ${stylistHoursJsonOf('t.id')},
                     'services', (select coalesce(json_agg(json_build_object('item_id', o.item_id, 'price_minor', o.price_minor, 'minutes', o.minutes) order by o.item_id), '[]')
                                    from stylist_services o where o.stylist_id = t.id ${only(isSought)}),
                     'busy', ${busyOf(
                       sql`'stylist'`,
                       sql`t.id`,
                       sql`union all select a.during from absences a where a.stylist_id = t.id and a.during && (select stretch from salon)`,
                     )}) order by t.position, t.id), '[]')
              from stylists t where t.store_id = s.id and t.is_active and t.deleted_at is null ${only(canDoSought)}) as stylists,
           (select coalesce(json_agg(json_build_object('id', r.id, 'kind', r.kind, 'name', r.name, 'busy', ${busyOf(sql`'resource'`, sql`r.id`)}) order by r.position, r.id), '[]')
              from resources r where r.store_id = s.id and r.is_active and r.deleted_at is null ${only(isOfSought)}) as resources,
           ${busyOf(sql`'customer'`, sql`(select customer_id from asked)`)} as customer_busy,
           exists (select from old_holds h where h.user_id = (select customer_id from asked) or h.store_id = s.id) as has_old_holds,
           ${asked.sought ? piecesOf(sql`(select item_ids from asked)::int[]`) : sql`'[]'::json`} as pieces
      from salon s`
  const { rows } = await withSharedPlan(statement).execute(db)
  return rows[0]
}

const allDay = [{ open: '00:00', close: '24:00' }]
/**
 * The opening hours of a salon that has set none: always open, so only the working hours of its people limit visits.
 */
const alwaysOpen: OpeningHours = { weekly: Object.fromEntries(weekdays.map((name) => [name, allDay])) }

/** Returns the booking terms of a salon. */
export function termsOf({ terms }: Pick<SalonFacts, 'terms'>): BookingTerms {
  return terms ?? usualTerms
}

/**
 * Returns a salon in the form of the rules. Customers get no start while the salon is closed manually or paused. Calls
 * from the reception state their own `leadMinutes`, and can book also while the salon is closed or paused.
 */
export function salonOf(facts: SalonFacts, { leadMinutes }: { leadMinutes?: number } = {}): Salon {
  const terms = termsOf(facts)
  const services = facts.services.map(({ item_id, segments, buffer_minutes }) => ({
    id: item_id,
    segments,
    bufferMinutes: buffer_minutes,
  }))
  const isClosed = facts.is_closed && leadMinutes === undefined
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
    shortestMinutes: facts.shortest_minutes,
  }
}

/** Converts ranges of JSON to the form of the rules. */
export function rangesOf(busy: readonly BusyJson[]): TimeRange[] {
  return busy.map(([from, to]) => ({ from, to }))
}
