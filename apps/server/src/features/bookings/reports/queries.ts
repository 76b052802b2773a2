import { sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import { stylistHoursJsonOf } from '#features/bookings/salon/columns.ts'
import { type HoursJson, hoursJsonOf } from '#features/catalogue/stores/opening-hours.ts'

/** A salon and a range of whole days in its time zone. */
export type SalonPeriod = { storeId: number; from: string; to: string; timeZone: string }

const startOf = ({ from, timeZone }: SalonPeriod) => sql`(${from}::date::timestamp at time zone ${timeZone})`
const endOf = ({ to, timeZone }: SalonPeriod) => sql`((${to}::date + 1)::timestamp at time zone ${timeZone})`
/** Matches visits `v` of the salon that start in the period. Holds do not count, because they are not yet visits. */
const isIn = (period: SalonPeriod) => sql`v.store_id = ${period.storeId} and v.status <> 'held'
  and v.starts_at >= ${startOf(period)} and v.starts_at < ${endOf(period)}`

/** The start and end of a range in JSON, in seconds since 1970. */
export type RangeJson = [from: number, to: number]

/** A person or resource with its times. `since` and `until` are in seconds since 1970. */
type UsedThing = { id: number; name: string; since: number | null; until: number | null; claims: RangeJson[] }
export type UsedRows = {
  is_schedulable: boolean
  hours: HoursJson
  people: (UsedThing & { image: string | null; is_gone: boolean; hours: HoursJson; absences: RangeJson[] })[]
  resources: (UsedThing & { kind: string; is_gone: boolean })[]
}

/**
 * Reads the people, resources and opening hours of a salon, with claims and absences in a period. A person counts from
 * the day on which they were added, or from their first visit if it was earlier, until they were deleted. If a person
 * takes no visits now, they count only until their last visit.
 */
export async function readUse(db: Db, period: SalonPeriod): Promise<UsedRows> {
  const during = sql`tstzrange(${startOf(period)}, ${endOf(period)})`
  const since = sql`(${period.from}::date - 1)`
  const pair = sql`json_build_array(extract(epoch from lower(r.during))::int, extract(epoch from upper(r.during))::int)`
  const claims = (thing: 'stylist' | 'resource') => sql`
    (select coalesce(json_agg(${pair} order by r.during), '[]')
       from visit_claims r
      where r.thing = ${thing} and r.thing_id = t.id and r.during && ${during}
        and r.visit_id not in (select v.id from visits v where v.status = 'held'))`
  const seconds = (moment: ReturnType<typeof sql>) => sql`extract(epoch from ${moment})::int`
  const { rows } = await sql<UsedRows>`
    select s.is_schedulable, ${hoursJsonOf('s.id', since)} as hours,
           (select coalesce(json_agg(json_build_object(
                     'id', t.id, 'name', t.name, 'image', t.image, 'is_gone', t.deleted_at is not null or not t.is_active,
                     'hours', ${stylistHoursJsonOf('t.id', since)},
                     'since', ${seconds(sql`least(t.created_at, w.first)`)},
                     'until', ${seconds(sql`coalesce(t.deleted_at, case when not t.is_active then coalesce(w.last, t.created_at) end)`)},
                     'claims', ${claims('stylist')},
                     'absences', (select coalesce(json_agg(${pair}), '[]') from absences r
                                   where r.stylist_id = t.id and r.during && ${during})) order by t.position, t.id), '[]')
              from stylists t,
                   lateral (select (select x.starts_at from visit_services x where x.stylist_id = t.id
                                     order by x.starts_at limit 1) as first,
                                   (select x.ends_at from visit_services x where x.stylist_id = t.id
                                     order by x.starts_at desc limit 1) as last) w
             where t.store_id = s.id) as people,
           (select coalesce(json_agg(json_build_object(
                     'id', t.id, 'kind', t.kind, 'name', t.name, 'is_gone', t.deleted_at is not null or not t.is_active,
                     'since', null,
                     'until', ${seconds(sql`coalesce(t.deleted_at, case when not t.is_active then ${startOf(period)} end)`)},
                     'claims', ${claims('resource')}) order by t.position, t.id), '[]')
              from resources t where t.store_id = s.id) as resources
      from stores s where s.id = ${period.storeId}`.execute(db)
  return rows[0]!
}

export type Outcomes = {
  all: number
  done: number
  open: number
  no_shows: number
  cancelled_by_customer: number
  cancelled_by_salon: number
  kept_of_no_shows: bigint
  kept_of_cancelled: bigint
}

/**
 * Counts the visits of a period by how they ended, and sums the shares of deposits that the salon keeps, in minor units
 * of the given currency.
 */
export async function countOutcomes(db: Db, period: SalonPeriod, currency: string): Promise<Outcomes> {
  const { rows } = await sql<Outcomes>`
    select count(*)::int as all, count(*) filter (where v.status = 'done')::int as done,
           count(*) filter (where v.status in ('booked', 'arrived'))::int as open,
           count(*) filter (where v.status = 'no_show')::int as no_shows,
           count(*) filter (where v.status = 'cancelled' and e.actor = 'customer')::int as cancelled_by_customer,
           count(*) filter (where v.status = 'cancelled' and e.actor is distinct from 'customer')::int as cancelled_by_salon,
           coalesce(sum(k.amount_minor) filter (where v.status = 'no_show'), 0)::bigint as kept_of_no_shows,
           coalesce(sum(k.amount_minor) filter (where v.status = 'cancelled'), 0)::bigint as kept_of_cancelled
      from visits v
      left join lateral (select e.actor, e.from_status from visit_events e
                          where v.status = 'cancelled' and e.visit_id = v.id and e.to_status = 'cancelled'
                          order by e.id desc limit 1) e on true
      left join visit_kept k on k.visit_id = v.id and k.state in ('waiting', 'paid') and k.currency = ${currency}
     where ${isIn(period)} and e.from_status is distinct from 'held'`.execute(db)
  return rows[0]!
}

export type Sold = { stylist_id: number | null; services: number; sales: bigint }

/** Sums the services of done visits by person, in minor units. Only visits in the given currency count. */
export async function listSold(db: Db, period: SalonPeriod, currency: string): Promise<Sold[]> {
  const { rows } = await sql<Sold>`
    select x.stylist_id, count(*)::int as services, sum(x.price_minor)::bigint as sales
      from visits v join visit_services x on x.visit_id = v.id
     where ${isIn(period)} and v.status = 'done' and v.terms ->> 'currency' = ${currency}
     group by x.stylist_id`.execute(db)
  return rows
}

export type GuestGoods = { pieces: number; sales: bigint }

/** Sums the goods that guests without an account bought with done visits, in minor units of the given currency. */
export async function sumGuestGoods(db: Db, period: SalonPeriod, currency: string): Promise<GuestGoods> {
  const { rows } = await sql<GuestGoods>`
    select coalesce(sum(g.quantity), 0)::int as pieces, coalesce(sum(g.unit_price_minor * g.quantity), 0)::bigint as sales
      from visits v join visit_goods g on g.visit_id = v.id
     where ${isIn(period)} and v.status = 'done' and v.terms ->> 'currency' = ${currency}`.execute(db)
  return rows[0]!
}

export type Returning = { customers: number; came_back: number; may_come_back: number }

/**
 * Counts the customers of a period and those of them who returned: after a visit they came or booked again, on a later
 * day within the given number of weeks.
 */
export async function countReturning(db: Db, period: SalonPeriod, weeks: number): Promise<Returning> {
  const tz = period.timeZone
  const { rows } = await sql<Returning>`
    with came as (
      select v.user_id, (v.starts_at at time zone ${tz})::date as day from visits v
       where ${isIn(period)} and v.status = 'done' and v.user_id is not null group by 1, 2),
    customers as (
      select c.user_id, max(c.day) as last, bool_or(exists (
               select from visits n
                where n.user_id = c.user_id and n.store_id = ${period.storeId} and n.status in ('booked', 'arrived', 'done')
                  and n.starts_at >= ((c.day + 1)::timestamp at time zone ${tz})
                  and n.starts_at < ((c.day + 1 + 7 * ${weeks}::int)::timestamp at time zone ${tz}))) as is_back
        from came c group by c.user_id)
    select count(*)::int as customers, count(*) filter (where c.is_back)::int as came_back,
           count(*) filter (where not c.is_back and c.last + 7 * ${weeks}::int >= (now() at time zone ${tz})::date)::int as may_come_back
      from customers c`.execute(db)
  return rows[0]!
}
