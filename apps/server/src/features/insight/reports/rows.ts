import { type RawBuilder, sql } from 'kysely'
import { carriedStatuses, deliveryType, orderStatus } from '#db/codes.ts'
import { linesOfOrder, openOrders, soundDays, sumOfHours } from './daily-totals.ts'
import { type About, endOf, isAbout, isInPlace, isOfStores, pickedUpAt, soldMinor, startOf, takenAt } from './totals.ts'

type Rows = RawBuilder<unknown>

/** Number of months in the table of returning customers. */
export const COHORT_MONTHS = 6

/** Returns the SQL of the median of a duration. */
export const middle = (span: Rows): Rows => sql`percentile_cont(0.5) within group (order by ${span})`
export const minutesOf = (span: Rows): Rows => sql`round(extract(epoch from ${span}) / 60, 1)::float8`

/**
 * Limits of the ranges of lateness, in minutes after the promised time. A range includes its lower limit and excludes
 * its upper one.
 */
const LATE_EDGES = [null, -10, 0, 10, 20, 30, null]
export const LATE_BUCKETS = LATE_EDGES.slice(1).map((to, at) => ({ from: LATE_EDGES[at]!, to }))

const dayOf = ({ timeZone }: About): Rows => sql`(o.placed_at at time zone ${timeZone})::date`

/** Returns SQL for the sales of each store on each day. */
export function dayRows(about: About): Rows {
  return sql`(select o.day, s.id as store_id, s.name as store, o.currency, o.orders, o.cancelled, o.sales_minor as sales
                from ${soundDays(about)} t join daily_sales o on o.day = t.day join stores s on s.id = o.store_id where ${isOfStores(about)}
              union all
              select ${dayOf(about)} as day, o.store_id, o.store, o.currency, count(*)::int,
                     count(*) filter (where o.status = ${orderStatus.cancelled})::int, sum(${soldMinor})::bigint
                ${openOrders(about)} group by 1, o.store_id, o.store, o.currency)`
}

/** Returns each item's sales: on each day, or over the whole period. */
export function itemRows(about: About, { byDay }: { byDay: boolean }): Rows {
  const day = byDay ? sql`o.day` : sql`null::date`
  return sql`(select i.day, i.store_id, s.name as store, i.currency, i.name, i.quantity, i.sales
                from (select d.day, d.store_id, d.currency, d.name, sum(d.quantity)::int as quantity, sum(d.sales)::bigint as sales
                        from (select ${day} as day, o.store_id, o.currency, o.name, sum(o.quantity) as quantity, sum(o.sales_minor) as sales
                                from ${soundDays(about)} t join daily_item_sales o on o.day = t.day join stores s on s.id = o.store_id
                               where ${isOfStores(about)} group by 1, o.store_id, o.currency, o.name
                              union all
                              select ${day} as day, o.store_id, o.currency, l.name, sum(l.quantity), sum(l.unit_price_minor * l.quantity - l.discount_minor)
                                from (select o.id, ${dayOf(about)} as day, o.store_id, o.currency
                                        ${openOrders(about)} where o.status <> ${orderStatus.cancelled}) o, ${linesOfOrder}
                               group by 1, o.store_id, o.currency, l.name) d
                       group by d.day, d.store_id, d.currency, d.name) i
                join stores s on s.id = i.store_id)`
}

/** Returns SQL for the sales of each store in the period. */
export function storeRows(about: About): Rows {
  return sql`(select d.store_id as id, min(d.store) as name, d.currency, sum(d.orders)::int as orders, sum(d.sales)::bigint as sales
                from ${dayRows(about)} d group by d.store_id, d.currency)`
}

/** Returns SQL for the number of orders in each hour of the day. */
export function hourRows(about: About): Rows {
  return sql`(select h.hour, h.currency, sum(h.orders)::int as orders
                from (select h.place::int - 1 as hour, t.currency, h.orders
                        from ${hourTotals(about)} t, unnest(t.hours) with ordinality h(orders, place)
                      union all
                      select extract(hour from o.placed_at at time zone ${about.timeZone})::int, o.currency, count(*)
                        ${openOrders(about)} group by 1, 2) h
               where h.orders > 0 group by h.hour, h.currency)`
}

/** Returns the sums of orders by hour over days with current totals, in each currency, as arrays. */
export function hourTotals(about: About): Rows {
  return sql`(select o.currency, ${sumOfHours} as hours
                from ${soundDays(about)} t join daily_sales o on o.day = t.day join stores s on s.id = o.store_id
               where ${isOfStores(about)} group by o.currency)`
}

/**
 * Returns each customer's first order at the selected stores before the end of the period, only for customers who
 * ordered there from `since` on and not before.
 */
export function firstOrdersInPlace(about: About, since: string): Rows {
  return sql`(select o.user_id, min(o.placed_at) as placed_at from orders o join stores s on s.id = o.store_id
               where ${isInPlace(about)} and o.status <> ${orderStatus.cancelled} and o.placed_at < ${endOf(about)}
                 and o.user_id in (select o.user_id from orders o join stores s on s.id = o.store_id
                                    where ${isAbout({ ...about, from: since })})
               group by o.user_id having min(o.placed_at) >= ${startOf(since, about.timeZone)})`
}

/**
 * Returns the promised and the actual duration of deliveries. Scheduled orders are left out, because they were promised
 * for a slot.
 */
export function promisedRows(about: About): Rows {
  return sql`(select o.promised_at - o.placed_at as promised, o.delivered_at - o.placed_at as real,
                     o.delivered_at - o.promised_at as late
                from orders o join stores s on s.id = o.store_id
               where ${isAbout(about)} and o.status = ${orderStatus.delivered} and o.delivery_type = ${deliveryType.delivery} and o.delivered_at is not null
                 and o.promised_at is not null and o.scheduled_for is null)`
}

/** Matches an order `t` of `promisedRows` that arrived within this range of minutes after its promised time. */
export function isLate({ from, to }: (typeof LATE_BUCKETS)[number]): Rows {
  return sql`${from === null ? sql`true` : sql`t.late >= make_interval(mins => ${from})`}
    and ${to === null ? sql`true` : sql`t.late < make_interval(mins => ${to})`}`
}

/** Returns the number of orders in each range of lateness. */
export function lateRows(about: About): Rows {
  const counts = LATE_BUCKETS.map(
    (bucket, at) => sql`(${at}::int, ${bucket.from}::int, ${bucket.to}::int,
                         (select count(*)::int from t where ${isLate(bucket)}))`,
  )
  return sql`(with t as (select * from ${promisedRows(about)} p)
              select * from (values ${sql.join(counts)}) b(place, "from", "to", orders))`
}

/** Returns the median times of each rider's trips. */
export function riderRows(about: About): Rows {
  return sql`(select o.rider_id, count(*)::int as delivered, ${middle(sql`o.picked_up_at - o.taken_at`)} as to_pickup,
                     ${middle(sql`o.delivered_at - o.picked_up_at`)} as to_door
                from (select o.rider_id, o.delivered_at, ${takenAt} as taken_at, ${pickedUpAt} as picked_up_at
                        from orders o join stores s on s.id = o.store_id
                        left join order_events e on e.order_id = o.id and e.to_status in ${carriedStatuses}
                       where ${isAbout(about)} and o.status = ${orderStatus.delivered} and o.delivery_type = ${deliveryType.delivery} and o.delivered_at is not null
                       group by o.id) o
               where o.rider_id is not null group by o.rider_id)`
}

/** Returns customers by the month of their first order, and how many of them ordered in each month since then. */
export function cohortRows(about: About): Rows {
  const month = (moment: Rows) => sql`date_trunc('month', ${moment} at time zone ${about.timeZone})::date`
  return sql`(
    with months as (
      select o.user_id, ${month(sql`o.placed_at`)} as month from orders o join stores s on s.id = o.store_id
       where ${isInPlace(about)} and o.status <> ${orderStatus.cancelled} group by 1, 2),
    firsts as (select user_id, min(month) as first from months group by user_id),
    shown as (
      select m.first::date as first from generate_series(
        date_trunc('month', ${about.to}::date) - make_interval(months => ${COHORT_MONTHS - 1}),
        date_trunc('month', ${about.to}::date), interval '1 month') as m(first)),
    cells as (
      select f.first, m.month, count(*)::int as people from firsts f join months m on m.user_id = f.user_id
       where f.first in (select first from shown) group by 1, 2)
    select to_char(w.first, 'YYYY-MM') as month,
           coalesce((select c.people from cells c where c.first = w.first and c.month = w.first), 0) as customers,
           array(select coalesce(c.people, 0) from shown l left join cells c on c.first = w.first and c.month = l.first
                  where l.first >= w.first order by l.first) as came
      from shown w)`
}

/**
 * Returns the sales from referrals in the period, and their cost from the ledger, in one currency, for the whole shop.
 */
export function referralRows(about: About, currency: Rows): Rows {
  const inPeriod = (moment: Rows) => sql`${moment} >= ${startOf(about.from, about.timeZone)}
    and ${moment} < ${startOf(sql`(${about.to}::date + 1)`, about.timeZone)}`
  return sql`(
    select n.signups, n.referred_signups, r.orders, r.sales, c.rewards, c.commissions, w.currency
      from (select ${currency} as currency) w,
           lateral (select count(*)::int as signups, count(u.referred_by)::int as referred_signups from users u
             where ${inPeriod(sql`u.created_at`)}
               and exists (select from user_roles w where w.user_id = u.id and w.role = 'customer')) n,
           lateral (select count(*)::int as orders, coalesce(sum(${soldMinor}), 0)::bigint as sales
              from orders o join stores s on s.id = o.store_id join users u on u.id = o.user_id
             where ${isAbout(about)} and o.currency = w.currency and o.status <> ${orderStatus.cancelled} and u.referred_by is not null) r,
           lateral (select coalesce(-sum(p.amount_minor) filter (where a.kind = 'promotion_expense'
                            and t.kind in ('signup_bonus', 'referral_reward')), 0)::bigint as rewards,
                   coalesce(-sum(p.amount_minor) filter (where a.kind = 'commission_expense'), 0)::bigint as commissions
              from transfers t join postings p on p.transfer_id = t.id join ledger_accounts a on a.id = p.account_id
             where ${inPeriod(sql`t.created_at`)} and t.currency = w.currency
               and a.kind in ('promotion_expense', 'commission_expense')) c)`
}
