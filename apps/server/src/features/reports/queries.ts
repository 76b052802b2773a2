import { sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import { type About, isAbout, isInPlace, soldMinor, startOf, timesOf } from './sums.ts'

const TOP = 10
/** Months that the table of who came back goes back to. */
const COHORT_MONTHS = 6
/** Edges of the minutes after a promise. */
const LATE_EDGES = [-10, 0, 10, 20, 30]

export type InCurrency = About & { currency: string }

/** Lets each statement of this transaction take so long. */
export async function allowSeconds(db: Db, seconds: number): Promise<void> {
  await sql`select set_config('statement_timeout', ${`${seconds}s`}, true)`.execute(db)
}

/** The currencies of the orders, the one of most orders first. */
export async function listCurrencies(db: Db, about: About): Promise<string[]> {
  const { rows } = await sql<{ currency: string }>`
    select o.currency from orders o join stores s on s.id = o.store_id where ${isAbout(about)}
     group by o.currency order by count(*) desc, o.currency`.execute(db)
  return rows.map(({ currency }) => currency)
}

export type Figures = { sales: bigint; orders: number; kept: number; cancelled: number; newCustomers: number }

export async function sumFigures(db: Db, about: InCurrency): Promise<Figures> {
  const { rows } = await sql<Figures>`
    select coalesce(sum(${soldMinor}), 0)::bigint as sales, count(*)::int as orders,
           count(*) filter (where o.status <> 6)::int as kept, count(*) filter (where o.status = 6)::int as cancelled,
           (select count(*)::int
              from (select distinct o.user_id from orders o join stores s on s.id = o.store_id
                     where ${isAbout(about)} and o.status <> 6) u
             where not exists (
               select from orders o join stores s on s.id = o.store_id
                where ${isInPlace(about)} and o.status <> 6 and o.user_id = u.user_id
                  and o.placed_at < ${startOf(about.from, about.timeZone)})) as "newCustomers"
      from orders o join stores s on s.id = o.store_id
     where ${isAbout(about)} and o.currency = ${about.currency}`.execute(db)
  return rows[0]!
}

/** Every day of the period, also those on which nothing was sold. */
export async function sumDays(db: Db, about: InCurrency) {
  const { rows } = await sql<{ day: string; sales: bigint; orders: number; cancelled: number }>`
    select d.day::date::text as day, coalesce(t.sales, 0)::bigint as sales, coalesce(t.orders, 0) as orders,
           coalesce(t.cancelled, 0) as cancelled
      from generate_series(${about.from}::date, ${about.to}::date, interval '1 day') as d(day)
      left join (
        select (o.placed_at at time zone ${about.timeZone})::date as day, sum(${soldMinor})::bigint as sales,
               count(*)::int as orders, count(*) filter (where o.status = 6)::int as cancelled
          from orders o join stores s on s.id = o.store_id
         where ${isAbout(about)} and o.currency = ${about.currency} group by 1) t on t.day = d.day::date
     order by d.day`.execute(db)
  return rows
}

export async function countHours(db: Db, about: InCurrency): Promise<{ hour: number; orders: number }[]> {
  const { rows } = await sql<{ hour: number; orders: number }>`
    select h.hour, coalesce(t.orders, 0) as orders
      from generate_series(0, 23) as h(hour)
      left join (
        select extract(hour from o.placed_at at time zone ${about.timeZone})::int as hour, count(*)::int as orders
          from orders o join stores s on s.id = o.store_id
         where ${isAbout(about)} and o.currency = ${about.currency} group by 1) t on t.hour = h.hour
     order by h.hour`.execute(db)
  return rows
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

const middle = (minutes: ReturnType<typeof sql>) =>
  sql`round((percentile_cont(0.5) within group (order by ${minutes}))::numeric, 1)::float8`
const promised = sql`extract(epoch from o.promised_at - o.placed_at) / 60`
const real = sql`extract(epoch from o.delivered_at - o.placed_at) / 60`
const lateBy = sql`extract(epoch from o.delivered_at - o.promised_at) / 60`

export type Promises = {
  delivered: number
  promised: number | null
  real: number | null
  on_time: number | null
  late: { from: number | null; to: number | null; orders: number }[]
}

/** Promised and real minutes of what was brought to doors at once; orders for later were promised for a slot. */
export async function comparePromises(db: Db, about: About): Promise<Promises> {
  const brought = sql`${isAbout(about)} and o.status = 5 and o.delivery_type = 1 and o.delivered_at is not null
    and o.promised_at is not null and o.scheduled_for is null`
  const { rows } = await sql<Omit<Promises, 'late'> & { buckets: number[] }>`
    select count(*)::int as delivered, ${middle(promised)} as promised, ${middle(real)} as real,
           round(100.0 * count(*) filter (where ${lateBy} <= 0) / nullif(count(*), 0), 1)::float8 as on_time,
           array(select count(t.no)::int from generate_series(0, ${LATE_EDGES.length}::int) as b(no)
                   left join (select width_bucket((${lateBy})::float8, ${LATE_EDGES}::float8[]) as no
                                from orders o join stores s on s.id = o.store_id where ${brought}) t on t.no = b.no
                  group by b.no order by b.no) as buckets
      from orders o join stores s on s.id = o.store_id where ${brought}`.execute(db)
  const { buckets, ...figures } = rows[0]!
  const late = buckets.map((orders, at) => ({ from: LATE_EDGES[at - 1] ?? null, to: LATE_EDGES[at] ?? null, orders }))
  return { ...figures, late }
}

export async function listRiderTimes(db: Db, about: About) {
  const { rows } = await sql<{
    id: number
    name: string
    delivered: number
    to_pickup: number | null
    to_door: number | null
  }>`
    select r.id, r.name, count(*)::int as delivered, ${middle(sql`t.to_pickup`)} as to_pickup,
           ${middle(sql`t.to_door`)} as to_door
      from orders o join stores s on s.id = o.store_id join users r on r.id = o.rider_id
      left join lateral ${timesOf} t on true
     where ${isAbout(about)} and o.status = 5 and o.delivery_type = 1 and o.delivered_at is not null
     group by r.id order by delivered desc, r.id limit 50`.execute(db)
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
