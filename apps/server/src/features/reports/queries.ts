import { sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import { type About, endOf, isAbout, isInPlace, pickedUpAt, soldMinor, startOf, takenAt } from './sums.ts'

const TOP = 10
/** Months that the table of who came back goes back to. */
const COHORT_MONTHS = 6
/** Minutes after a promise: from the first up to but without the second. */
const LATE_EDGES = [null, -10, 0, 10, 20, 30, null]
const LATE_BUCKETS = LATE_EDGES.slice(1).map((to, at) => ({ from: LATE_EDGES[at]!, to }))

export type InCurrency = About & { currency: string }

/** Lets each statement of this transaction take so long, and sort and group a year of orders without writing to disk. */
export async function allowSeconds(db: Db, seconds: number): Promise<void> {
  await sql`select set_config('statement_timeout', ${`${seconds}s`}, true), set_config('work_mem', '64MB', true)`.execute(
    db,
  )
}

/** The currencies of the orders, the one of most orders first. */
export async function listCurrencies(db: Db, about: About): Promise<string[]> {
  const { rows } = await sql<{ currency: string }>`
    select o.currency from orders o join stores s on s.id = o.store_id where ${isAbout(about)}
     group by o.currency order by count(*) desc, o.currency`.execute(db)
  return rows.map(({ currency }) => currency)
}

/** Sums of one day, or of one hour of the day over all days; of one currency. */
export type Sum = {
  currency: string
  day: string | null
  hour: number | null
  sales: bigint
  orders: number
  cancelled: number
}

/**
 * What was sold on each day since `since`, and in each hour of the day from `about.from` on; days and hours without an
 * order are missing. The orders are read once, and only each quarter of an hour is put on the clock of the shop: every
 * time zone is apart from UTC by whole quarters.
 */
export async function sumTimes(db: Db, about: About, since: string): Promise<Sum[]> {
  const { rows } = await sql<Sum>`
    select t.currency, t.day::text as day, t.hour, sum(t.sales)::bigint as sales, sum(t.orders)::int as orders,
           sum(t.cancelled)::int as cancelled
      from (select q.*, (q.quarter at time zone ${about.timeZone})::date as day,
                   case when q.quarter >= ${startOf(about.from, about.timeZone)}
                        then extract(hour from q.quarter at time zone ${about.timeZone})::int end as hour
              from (select date_bin('15 minutes', o.placed_at, timestamptz '2000-01-01 00:00Z') as quarter, o.currency,
                           sum(${soldMinor})::bigint as sales, count(*) as orders,
                           count(*) filter (where o.status = 6) as cancelled
                      from orders o join stores s on s.id = o.store_id
                     where ${isAbout({ ...about, from: since })} group by 1, 2) q) t
     group by grouping sets ((t.currency, t.day), (t.currency, t.hour))
    having grouping(t.hour) = 1 or t.hour is not null
     order by t.currency, t.day, t.hour`.execute(db)
  return rows
}

/** Customers whose first order lies in the period, and those in the one from `since` until it began. */
export async function countNewCustomers(db: Db, about: About, since: string): Promise<{ now: number; before: number }> {
  const begins = startOf(about.from, about.timeZone)
  const { rows } = await sql<{ now: number; before: number }>`
    select count(*) filter (where f.first >= ${begins})::int as now,
           count(*) filter (where f.first < ${begins} and f.first >= ${startOf(since, about.timeZone)})::int as before
      from (select min(o.placed_at) as first from orders o join stores s on s.id = o.store_id
             where ${isInPlace(about)} and o.status <> 6 and o.placed_at < ${endOf(about)}
               and o.user_id in (select o.user_id from orders o join stores s on s.id = o.store_id
                                  where ${isAbout({ ...about, from: since })})
             group by o.user_id) f`.execute(db)
  return rows[0]!
}

export async function listTopItems(db: Db, about: InCurrency) {
  const { rows } = await sql<{ name: string; store: string; quantity: number; sales: bigint }>`
    select l.name, s.name as store, sum(l.quantity)::int as quantity,
           sum(l.unit_price_minor * l.quantity - l.discount_minor)::bigint as sales
      from orders o join stores s on s.id = o.store_id join order_lines l on l.order_id = o.id
     where ${isAbout(about)} and o.currency = ${about.currency} and o.status <> 6
     group by s.id, l.name order by quantity desc, sales desc, l.name limit ${TOP}`.execute(db)
  return rows
}

export async function listTopStores(db: Db, about: InCurrency) {
  const { rows } = await sql<{ id: number; name: string; orders: number; sales: bigint }>`
    select s.id, s.name, count(*)::int as orders, sum(${soldMinor})::bigint as sales
      from orders o join stores s on s.id = o.store_id
     where ${isAbout(about)} and o.currency = ${about.currency}
     group by s.id order by sales desc, s.id limit ${TOP}`.execute(db)
  return rows
}

/** The span that half of them took at most. */
const middle = (span: ReturnType<typeof sql>) => sql`percentile_cont(0.5) within group (order by ${span})`
const minutesOf = (span: ReturnType<typeof sql>) => sql`round(extract(epoch from ${span}) / 60, 1)::float8`

export type Promises = {
  delivered: number
  promised: number | null
  real: number | null
  on_time: number | null
  late: { from: number | null; to: number | null; orders: number }[]
}

/** Promised and real minutes of what was brought to doors at once; orders for later were promised for a slot. */
export async function comparePromises(db: Db, about: About): Promise<Promises> {
  const { rows } = await sql<Omit<Promises, 'late'> & { buckets: number[] }>`
    select count(*)::int as delivered, ${minutesOf(middle(sql`t.promised`))} as promised,
           ${minutesOf(middle(sql`t.real`))} as real,
           round(100.0 * count(*) filter (where t.late <= interval '0') / nullif(count(*), 0), 1)::float8 as on_time,
           array[${sql.join(LATE_BUCKETS.map((bucket) => sql`count(*) filter (where ${isLate(bucket)})::int`))}] as buckets
      from (select o.promised_at - o.placed_at as promised, o.delivered_at - o.placed_at as real,
                   o.delivered_at - o.promised_at as late
              from orders o join stores s on s.id = o.store_id
             where ${isAbout(about)} and o.status = 5 and o.delivery_type = 1 and o.delivered_at is not null
               and o.promised_at is not null and o.scheduled_for is null) t`.execute(db)
  const { buckets, ...figures } = rows[0]!
  return { ...figures, late: LATE_BUCKETS.map((bucket, at) => ({ ...bucket, orders: buckets[at]! })) }
}

function isLate({ from, to }: (typeof LATE_BUCKETS)[number]) {
  return sql`${from === null ? sql`true` : sql`t.late >= make_interval(mins => ${from})`}
    and ${to === null ? sql`true` : sql`t.late < make_interval(mins => ${to})`}`
}

export async function listRiderTimes(db: Db, about: About) {
  const { rows } = await sql<{
    id: number
    name: string
    delivered: number
    to_pickup: number | null
    to_door: number | null
  }>`
    select r.id, r.name, t.delivered, ${minutesOf(sql`t.to_pickup`)} as to_pickup, ${minutesOf(sql`t.to_door`)} as to_door
      from (select o.rider_id, count(*)::int as delivered, ${middle(sql`o.picked_up_at - o.taken_at`)} as to_pickup,
                   ${middle(sql`o.delivered_at - o.picked_up_at`)} as to_door
              from (select o.rider_id, o.delivered_at, ${takenAt} as taken_at, ${pickedUpAt} as picked_up_at
                      from orders o join stores s on s.id = o.store_id
                      left join order_events e on e.order_id = o.id and e.to_status in (3, 4)
                     where ${isAbout(about)} and o.status = 5 and o.delivery_type = 1 and o.delivered_at is not null
                     group by o.id) o
             where o.rider_id is not null group by o.rider_id order by delivered desc, o.rider_id limit 50) t
      join users r on r.id = t.rider_id order by t.delivered desc, r.id`.execute(db)
  return rows
}

/** Customers by the month of their first order, and how many of them ordered in each month since then. */
export async function listCohorts(db: Db, about: About) {
  const month = (moment: ReturnType<typeof sql>) =>
    sql`date_trunc('month', ${moment} at time zone ${about.timeZone})::date`
  const { rows } = await sql<{ month: string; customers: number; came: number[] }>`
    with months as (
      select o.user_id, ${month(sql`o.placed_at`)} as month from orders o join stores s on s.id = o.store_id
       where ${isInPlace(about)} and o.status <> 6 group by 1, 2),
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
      from shown w order by w.first desc`.execute(db)
  return rows
}

/** What referrals brought in the period, and what the ledger says that they cost; shop-wide. */
export async function sumReferrals(db: Db, about: InCurrency) {
  const inPeriod = (moment: ReturnType<typeof sql>) => sql`${moment} >= ${startOf(about.from, about.timeZone)}
    and ${moment} < ${startOf(sql`(${about.to}::date + 1)`, about.timeZone)}`
  const { rows } = await sql<{
    signups: number
    referred_signups: number
    orders: number
    sales: bigint
    rewards: bigint
    commissions: bigint
  }>`
    select n.signups, n.referred_signups, r.orders, r.sales, c.rewards, c.commissions
      from (select count(*)::int as signups, count(u.referred_by)::int as referred_signups from users u
             where ${inPeriod(sql`u.created_at`)}
               and exists (select from user_roles w where w.user_id = u.id and w.role = 'customer')) n,
           (select count(*)::int as orders, coalesce(sum(${soldMinor}), 0)::bigint as sales
              from orders o join stores s on s.id = o.store_id join users u on u.id = o.user_id
             where ${isAbout(about)} and o.currency = ${about.currency} and o.status <> 6 and u.referred_by is not null) r,
           (select coalesce(-sum(p.amount_minor) filter (where a.kind = 'promotion_expense'
                            and t.kind in ('signup_bonus', 'referral_reward')), 0)::bigint as rewards,
                   coalesce(-sum(p.amount_minor) filter (where a.kind = 'commission_expense'), 0)::bigint as commissions
              from transfers t join postings p on p.transfer_id = t.id join ledger_accounts a on a.id = p.account_id
             where ${inPeriod(sql`t.created_at`)} and t.currency = ${about.currency}
               and a.kind in ('promotion_expense', 'commission_expense')) c`.execute(db)
  return rows[0]!
}

export async function countOpenOrders(db: Db, stores: About['stores']): Promise<{ all: number; new: number }> {
  const own = stores === 'all' ? sql`true` : sql`o.store_id = any (${[...stores]}::int[])`
  const { rows } = await sql<{ all: number; new: number }>`
    select count(*)::int as "all", count(*) filter (where o.status = 1)::int as new
      from orders o where o.status in (1, 2, 3, 4, 7, 8, 10, 11) and ${own}`.execute(db)
  return rows[0]!
}

/** What a new shop has done already. */
export async function readChecklist(db: Db) {
  const { rows } = await sql<{ location: boolean; colour: boolean; store: boolean; item: boolean }>`
    select exists (select from popular_locations where is_default) as location,
           exists (select from settings where key = 'storeColor') as colour,
           exists (select from stores) as store, exists (select from items) as item`.execute(db)
  return rows[0]!
}

/** Today by the clock of the shop, and the day so many days before. */
export async function readDays(db: Db, { timeZone, back }: { timeZone: string; back: number }) {
  const { rows } = await sql<{ from: string; to: string }>`
    select ((now() at time zone ${timeZone})::date - ${back}::int)::text as from, (now() at time zone ${timeZone})::date::text as to`.execute(
    db,
  )
  return rows[0]!
}
