import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { orderStatus } from '#db/codes.ts'
import { type About, endOf, isCounted, isInPlace, soldMinor, startOf } from './totals.ts'

type Rows = RawBuilder<unknown>

/** The hours of a day, in the order of `daily_sales.hours`. */
const HOURS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23]

/** Adds up the arrays of hours in `daily_sales` rows `o`, hour by hour. */
export const sumOfHours = sql`array[${sql.join(HOURS.map((hour) => sql`sum(o.hours[${sql.lit(hour + 1)}])::int`))}]`

/** Matches the orders `o` that count as sales: those that count as placed and were not cancelled. */
const isKept = sql<SqlBool>`${isCounted} and o.status <> ${orderStatus.cancelled}`

/** Matches the days `t` whose totals are current: they were summed, and no order has changed since. */
const isSound = sql<SqlBool>`t.summed_at is not null and not exists (select from changed_orders c where c.day = t.day)`

/**
 * Returns the days of a period whose totals a report may read: those that are current and were summed in the shop's
 * time zone. Returns no days for a report around a location, because totals do not contain where orders were delivered.
 */
export function soundDays(about: About): Rows {
  if (about.locationId != null) return sql`(select t.day, t.begins, t.ends from totalled_days t where false)`
  return sql`(select t.day, t.begins, t.ends from totalled_days t
               where t.day >= ${about.from}::date and t.day <= ${about.to}::date and t.time_zone = ${about.timeZone} and ${isSound})`
}

/** Returns the ranges of time from `start` to `end` without these days, as `begins` and `ends`. */
function spansWithout(days: Rows, { start, end }: { start: Rows; end: Rows }): Rows {
  return sql`(select lower(r.span) as begins, upper(r.span) as ends
                from unnest(array(
                  select unnest(tstzmultirange(tstzrange(${start}, ${end}))
                                - coalesce((select range_agg(tstzrange(t.begins, t.ends)) from ${days} t), '{}')))) r(span))`
}

/**
 * Returns the orders `o` of each range `t`, with the names of their stores. `offset 0` keeps PostgreSQL from joining
 * whole tables. For a join with a range, PostgreSQL would expect a tenth of all orders; for this subquery, it expects
 * far fewer.
 */
function ordersWithin(matches: RawBuilder<SqlBool>): Rows {
  return sql`lateral (select o.*, s.name as store from orders o join stores s on s.id = o.store_id
                       where o.placed_at >= t.begins and o.placed_at < t.ends and ${matches} offset 0) o`
}

/** The lines of an order `o`. `offset 0` makes PostgreSQL read them with their index. */
export const linesOfOrder = sql`lateral (select l.name, l.quantity, l.unit_price_minor, l.discount_minor
                                           from order_lines l where l.order_id = o.id offset 0) l`

/**
 * Returns the `from` clause for the orders `o` that a report must read one by one, because their days have no current
 * totals.
 */
export function openOrders(about: About): Rows {
  const period = { start: startOf(about.from, about.timeZone), end: endOf(about) }
  return sql`from ${spansWithout(soundDays(about), period)} t, ${ordersWithin(isInPlace(about))}`
}

/**
 * Returns each customer's first order at any store before the end of the period (`user_id`, `placed_at`), unless that
 * order is before `since`. Searches all orders for customers of a changed order, and for other customers reads
 * `first_orders` and the orders of days without totals.
 */
export function firstOrders(about: About, since: Rows): Rows {
  const end = endOf(about)
  const summed = sql`(select t.begins, t.ends from totalled_days t where t.summed_at is not null)`
  return sql`(
    with changed as materialized (select distinct c.user_id from changed_orders c),
    late as materialized (
      select o.user_id, min(o.placed_at) as placed_at
        from ${spansWithout(summed, { start: sql`'-infinity'::timestamptz`, end })} t, ${ordersWithin(isKept)} group by o.user_id)
    select f.user_id, f.placed_at from first_orders f
     where f.placed_at >= ${since} and f.placed_at < ${end} and f.user_id not in (select user_id from changed)
       and not exists (select from late l where l.user_id = f.user_id and l.placed_at < f.placed_at)
    union all
    select l.user_id, l.placed_at from late l
     where l.placed_at >= ${since} and l.user_id not in (select user_id from changed)
       and not exists (select from first_orders f where f.user_id = l.user_id and f.placed_at < l.placed_at)
    union all
    select c.user_id, o.placed_at
      from changed c, lateral (select min(o.placed_at) as placed_at from orders o where o.user_id = c.user_id and o.placed_at < ${end} and ${isKept}) o
     where o.placed_at >= ${since})`
}

/** Returns the sales of matching days `t`, in the form of `daily_sales`. */
export function salesOfOrders(days: RawBuilder<SqlBool>): Rows {
  const ofHours = HOURS.map((hour) => sql`count(*) filter (where h.hour = ${sql.lit(hour)})::int`)
  return sql`(
    select t.day, o.store_id, o.currency, count(*)::int as orders,
           count(*) filter (where o.status = ${orderStatus.cancelled})::int as cancelled, sum(${soldMinor})::bigint as sales_minor,
           array[${sql.join(ofHours)}] as hours
      from totalled_days t, ${ordersWithin(isCounted)},
           lateral (select extract(hour from o.placed_at at time zone t.time_zone)::int as hour offset 0) h
     where ${days} group by t.day, o.store_id, o.currency)`
}

/** Returns the sales of items on matching days `t`, in the form of `daily_item_sales`. */
export function itemSalesOfOrders(days: RawBuilder<SqlBool>): Rows {
  return sql`(
    select t.day, o.store_id, o.currency, l.name, sum(l.quantity)::int as quantity,
           sum(l.unit_price_minor * l.quantity - l.discount_minor)::bigint as sales_minor
      from totalled_days t, ${ordersWithin(isKept)}, ${linesOfOrder}
     where ${days} group by t.day, o.store_id, o.currency, l.name)`
}

/** Returns the first order of each customer in matching days `t`, in the form of `first_orders`. */
export function firstOrdersOfDays(days: RawBuilder<SqlBool>): Rows {
  return sql`(
    select o.user_id, min(o.placed_at) as placed_at from totalled_days t, ${ordersWithin(isKept)}
     where ${days} and t.summed_at is not null group by o.user_id)`
}

/** Returns the first order of each of these customers in all summed days. */
export function firstOrdersOf(customers: readonly number[]): Rows {
  return sql`(
    select o.user_id, min(o.placed_at) as placed_at from orders o
     where o.user_id = any (${[...customers]}::int[]) and ${isKept}
       and exists (select from totalled_days t where t.begins <= o.placed_at and t.ends > o.placed_at and t.summed_at is not null)
     group by o.user_id)`
}

/**
 * Compares the totals that reports read with the orders, for the ledger check.
 * @returns a row for each difference; money in minor units, times in milliseconds since 1970
 */
export const totalDifferences = sql<{ subject: string; expected: bigint; found: bigint }>`
  select concat_ws(' ', v.figure, 'of day', coalesce(e.day, f.day), 'store', coalesce(e.store_id, f.store_id), coalesce(e.currency, f.currency)) as subject,
         coalesce(v.expected, 0) as expected, coalesce(v.found, 0) as found
    from ${salesOfOrders(isSound)} e
    full join (select f.* from daily_sales f join totalled_days t on t.day = f.day where ${isSound}) f
      on f.day = e.day and f.store_id = e.store_id and f.currency = e.currency,
         lateral (values ('orders', e.orders::bigint, f.orders::bigint), ('cancelled', e.cancelled::bigint, f.cancelled::bigint),
                         ('sales', e.sales_minor, f.sales_minor), ('equal hours', 1, (e.hours is not distinct from f.hours)::int::bigint)) v(figure, expected, found)
   where v.expected is distinct from v.found
  union all
  select concat_ws(' ', v.figure, 'of', coalesce(e.name, f.name), 'of day', coalesce(e.day, f.day), 'store', coalesce(e.store_id, f.store_id), coalesce(e.currency, f.currency)),
         coalesce(v.expected, 0), coalesce(v.found, 0)
    from ${itemSalesOfOrders(isSound)} e
    full join (select f.* from daily_item_sales f join totalled_days t on t.day = f.day where ${isSound}) f
      on f.day = e.day and f.store_id = e.store_id and f.currency = e.currency and f.name = e.name,
         lateral (values ('quantity', e.quantity::bigint, f.quantity::bigint), ('sales', e.sales_minor, f.sales_minor)) v(figure, expected, found)
   where v.expected is distinct from v.found
  union all
  select 'first order of user ' || coalesce(e.user_id, f.user_id), coalesce(extract(epoch from e.placed_at) * 1000, 0)::bigint,
         coalesce(extract(epoch from f.placed_at) * 1000, 0)::bigint
    from ${firstOrdersOfDays(sql<SqlBool>`true`)} e full join first_orders f on f.user_id = e.user_id
   where e.placed_at is distinct from f.placed_at
     and coalesce(e.user_id, f.user_id) not in (select c.user_id from changed_orders c)`
