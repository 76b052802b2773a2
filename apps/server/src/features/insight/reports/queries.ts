import { sql } from 'kysely'
import { isOfGoods, newStatuses, openStatuses, orderStatus } from '#db/codes.ts'
import type { Db } from '#db/connection.ts'
import { firstOrders, openOrders, soundDays } from './daily-totals.ts'
import {
  cohortRows,
  dayRows,
  firstOrdersInPlace,
  hourTotals,
  isLate,
  itemRows,
  LATE_BUCKETS,
  middle,
  minutesOf,
  promisedRows,
  referralRows,
  riderRows,
  storeRows,
} from './rows.ts'
import { type About, isOfStores, isOfWholeShop, soldMinor, startOf } from './totals.ts'

const TOP = 10
/** Maximum number of riders that a report lists. */
const MAX_RIDERS = 50

export type InCurrency = About & { currency: string }

/**
 * Gives the statements of this transaction enough memory to sort and group a year of orders without writing to disk.
 */
export async function allowMemory(db: Db): Promise<void> {
  await sql`select set_config('work_mem', '64MB', true)`.execute(db)
}

/** Lists the currencies of the orders, the one with the most orders first. */
export async function listCurrencies(db: Db, about: About): Promise<string[]> {
  const { rows } = await sql<{ currency: string }>`
    select d.currency from ${dayRows(about)} d group by d.currency order by sum(d.orders) desc, d.currency`.execute(db)
  return rows.map(({ currency }) => currency)
}

/** Totals in one currency: those of one day, or the number of orders in one hour of the day over all days. */
export type Sum = {
  currency: string
  day: string | null
  hour: number | null
  sales: bigint
  orders: number
  cancelled: number
}

/**
 * Sums the sales of each day from `since` on, and counts the orders of each hour of the day from `about.from` on. Days
 * and hours without an order have no row. The statement reads each order of a day without totals only once. The
 * statement converts only quarter hours to the shop's time, because the offset of every time zone is a whole number of
 * quarter hours.
 */
export async function sumTimes(db: Db, about: About, since: string): Promise<Sum[]> {
  const both = { ...about, from: since }
  const { rows } = await sql<Sum>`
    with quarters as (
      select q.*, (q.quarter at time zone ${about.timeZone})::date as day,
             case when q.quarter >= ${startOf(about.from, about.timeZone)}
                  then extract(hour from q.quarter at time zone ${about.timeZone})::int end as hour
        from (select date_bin('15 minutes', o.placed_at, timestamptz '2000-01-01 00:00Z') as quarter, o.currency,
                     sum(${soldMinor})::bigint as sales, count(*) as orders,
                     count(*) filter (where o.status = ${orderStatus.cancelled}) as cancelled
                ${openOrders(both)} group by 1, 2) q),
    parts as (
      select q.currency, q.day, null::int as hour, sum(q.sales) as sales, sum(q.orders) as orders, sum(q.cancelled) as cancelled
        from quarters q group by q.currency, q.day
      union all
      select q.currency, null, q.hour, 0, sum(q.orders), 0 from quarters q where q.hour is not null group by q.currency, q.hour
      union all
      select o.currency, o.day, null, sum(o.sales_minor), sum(o.orders), sum(o.cancelled)
        from ${soundDays(both)} t join daily_sales o on o.day = t.day join stores s on s.id = o.store_id
       where ${isOfStores(both)} group by o.currency, o.day
      union all
      select t.currency, null, h.place::int - 1, 0, h.orders, 0
        from ${hourTotals(about)} t, unnest(t.hours) with ordinality h(orders, place) where h.orders > 0)
    select p.currency, p.day::text as day, p.hour, sum(p.sales)::bigint as sales, sum(p.orders)::int as orders,
           sum(p.cancelled)::int as cancelled
      from parts p group by p.currency, p.day, p.hour order by p.currency, p.day, p.hour`.execute(db)
  return rows
}

/**
 * Counts the customers whose first order is in the period, and those whose first order is between `since` and the start
 * of the period.
 */
export async function countNewCustomers(db: Db, about: About, since: string): Promise<{ now: number; before: number }> {
  const begins = startOf(about.from, about.timeZone)
  const first = isOfWholeShop(about)
    ? firstOrders(about, startOf(since, about.timeZone))
    : firstOrdersInPlace(about, since)
  const { rows } = await sql<{ now: number; before: number }>`
    select count(*) filter (where f.placed_at >= ${begins})::int as now,
           count(*) filter (where f.placed_at < ${begins})::int as before
      from ${first} f`.execute(db)
  return rows[0]!
}

/** Lists the items with the highest sales in the period, in minor units, each with its store. */
export async function listTopItems(db: Db, about: InCurrency) {
  const { rows } = await sql<{ name: string; store: string; quantity: number; sales: bigint }>`
    select d.name, d.store, d.quantity, d.sales from ${itemRows(about, { byDay: false })} d
     order by d.quantity desc, d.sales desc, d.name limit ${TOP}`.execute(db)
  return rows
}

/** Lists the stores with the highest sales in the period, in minor units. */
export async function listTopStores(db: Db, about: InCurrency) {
  const { rows } = await sql<{ id: number; name: string; orders: number; sales: bigint }>`
    select d.id, d.name, d.orders, d.sales from ${storeRows(about)} d
     order by d.sales desc, d.id limit ${TOP}`.execute(db)
  return rows
}

export type Promises = {
  delivered: number
  promised: number | null
  real: number | null
  on_time: number | null
  late: { from: number | null; to: number | null; orders: number }[]
}

/** Compares promised with actual delivery minutes, and counts the orders by how late they arrived. */
export async function comparePromises(db: Db, about: About): Promise<Promises> {
  const { rows } = await sql<Omit<Promises, 'late'> & { buckets: number[] }>`
    select count(*)::int as delivered, ${minutesOf(middle(sql`t.promised`))} as promised,
           ${minutesOf(middle(sql`t.real`))} as real,
           round(100.0 * count(*) filter (where t.late <= interval '0') / nullif(count(*), 0), 1)::float8 as on_time,
           array[${sql.join(LATE_BUCKETS.map((bucket) => sql`count(*) filter (where ${isLate(bucket)})::int`))}] as buckets
      from ${promisedRows(about)} t`.execute(db)
  const { buckets, ...figures } = rows[0]!
  return { ...figures, late: LATE_BUCKETS.map((bucket, at) => ({ ...bucket, orders: buckets[at]! })) }
}

/**
 * Lists riders by number of delivered orders, with their minutes to the store and from there to the door; the minutes
 * are null if none were measured.
 */
export async function listRiderTimes(db: Db, about: About) {
  const { rows } = await sql<{
    id: number
    name: string
    delivered: number
    to_pickup: number | null
    to_door: number | null
  }>`
    select r.id, r.name, t.delivered, ${minutesOf(sql`t.to_pickup`)} as to_pickup, ${minutesOf(sql`t.to_door`)} as to_door
      from (select * from ${riderRows(about)} d order by d.delivered desc, d.rider_id limit ${MAX_RIDERS}) t
      join users r on r.id = t.rider_id order by t.delivered desc, r.id`.execute(db)
  return rows
}

/** Lists customers by the month of their first order, newest month first. */
export async function listCohorts(db: Db, about: About) {
  const { rows } = await sql<{ month: string; customers: number; came: number[] }>`
    select d.month, d.customers, d.came from ${cohortRows(about)} d order by d.month desc`.execute(db)
  return rows
}

/** Sums the sales and the cost of referrals in the period. */
export async function sumReferrals(db: Db, about: InCurrency) {
  const { rows } = await sql<{
    signups: number
    referred_signups: number
    orders: number
    sales: bigint
    rewards: bigint
    commissions: bigint
  }>`
    select d.signups, d.referred_signups, d.orders, d.sales, d.rewards, d.commissions
      from ${referralRows(about, sql`${about.currency}::text`)} d`.execute(db)
  return rows[0]!
}

/**
 * Counts the open orders of these stores, and the new ones among them, without visits, which the order board does not
 * show either.
 */
export async function countOpenOrders(db: Db, stores: About['stores']): Promise<{ all: number; new: number }> {
  const own = stores === 'all' ? sql`true` : sql`o.store_id = any (${[...stores]}::int[])`
  const { rows } = await sql<{ all: number; new: number }>`
    select count(*)::int as "all", count(*) filter (where o.status in ${newStatuses})::int as new
      from orders o where o.status in ${openStatuses} and ${isOfGoods} and ${own}`.execute(db)
  return rows[0]!
}

/** Reads the steps that a new shop has completed. */
export async function readChecklist(db: Db) {
  const { rows } = await sql<{ location: boolean; colour: boolean; store: boolean; item: boolean }>`
    select exists (select from popular_locations where is_default) as location,
           exists (select from settings where key = 'storeColor') as colour,
           exists (select from stores) as store, exists (select from items) as item`.execute(db)
  return rows[0]!
}

/** Returns today's date in the shop's time zone, and the date `back` days before. */
export async function readDays(db: Db, { timeZone, back }: { timeZone: string; back: number }) {
  const { rows } = await sql<{ from: string; to: string }>`
    select ((now() at time zone ${timeZone})::date - ${back}::int)::text as from, (now() at time zone ${timeZone})::date::text as to`.execute(
    db,
  )
  return rows[0]!
}
