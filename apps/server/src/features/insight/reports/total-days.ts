import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Config } from '#config.ts'
import { allowSeconds, type Db, inTransaction, type Tx } from '#db/connection.ts'
import { firstOrdersOf, firstOrdersOfDays, itemSalesOfOrders, salesOfOrders } from './daily-totals.ts'
import { startOf } from './totals.ts'

/**
 * Number of hours after its end from which a day counts as over; it must be more than the hour that the triggers in
 * migration 0059 use.
 */
const OVER_AFTER_HOURS = 2
/**
 * Maximum duration of a run in milliseconds, after which it leaves the remaining days to the next run, well before
 * another worker would take over its job.
 */
const RUN_MS = 45_000
const DAYS_OF_A_SUM = 20
const PATIENCE_SECONDS = 30
const WAITS = 20
const WAIT_MS = 100

type Running = { db: Db; config: Pick<Config, 'timeZone'> }

/**
 * Sums the days that are over and not summed yet, oldest first, and sums days again whose orders have changed. A day
 * begins and ends in the shop's time zone. Stops after 45 s.
 */
export async function totalDays({ db, config: { timeZone } }: Running): Promise<void> {
  const startedAt = Date.now()
  await inTransaction(db, (tx) => beginDays(tx, timeZone))
  const due = await listDue(db)
  if (!(await hasSeenAll(db))) return
  for (let at = 0; at < due.length && Date.now() - startedAt < RUN_MS; at += DAYS_OF_A_SUM)
    await sumDays(db, { days: due.slice(at, at + DAYS_OF_A_SUM), timeZone })
}

/**
 * Inserts a row of `totalled_days` for each day that is over; from then on, changes of the day's orders are recorded.
 * If the shop's time zone has changed, all days are summed again.
 */
async function beginDays(tx: Tx, timeZone: string): Promise<void> {
  await lockTotals(tx)
  const other = await sql`select from totalled_days where time_zone <> ${timeZone} limit 1`.execute(tx)
  if (other.rows.length > 0) await forgetDays(tx)
  await sql`
    insert into totalled_days (day, time_zone, begins, ends)
    select d.day, ${timeZone}, ${startOf(sql`d.day`, timeZone)}, ${startOf(sql`(d.day + 1)`, timeZone)}
      from (select d.moment::date as day
              from generate_series((select date_trunc('day', min(placed_at) at time zone ${timeZone}) from orders),
                                   now() at time zone ${timeZone}, interval '1 day') as d(moment)) d
     where ${startOf(sql`(d.day + 1)`, timeZone)} < now() - make_interval(hours => ${OVER_AFTER_HOURS})
        on conflict (day) do nothing`.execute(tx)
}

/** Deletes all stored totals except the sums of days, which are replaced when their day is summed again. */
async function forgetDays(tx: Tx): Promise<void> {
  await sql`delete from totalled_days`.execute(tx)
  await sql`delete from first_orders`.execute(tx)
  await sql`delete from changed_orders`.execute(tx)
}

/**
 * Waits until every transaction that is running now has ended, because such a transaction may not see the rows that
 * `beginDays` inserted, and may change an order without recording the change.
 * @returns false if one of these transactions still runs after two seconds
 */
async function hasSeenAll(db: Db): Promise<boolean> {
  const { rows } = await sql<{ next: string }>`select pg_snapshot_xmax(pg_current_snapshot())::text as next`.execute(db)
  for (let tries = 0; tries < WAITS; tries++) {
    const ended = await sql<{ all: boolean }>`
      select pg_snapshot_xmin(pg_current_snapshot()) >= ${rows[0]!.next}::xid8 as "all"`.execute(db)
    if (ended.rows[0]!.all) return true
    await sleep(WAIT_MS)
  }
  return false
}

/** Lists the days that have to be summed, oldest first. */
async function listDue(db: Db): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select t.day::text as day from totalled_days t
     where t.summed_at is null or exists (select from changed_orders c where c.day = t.day) order by t.day`.execute(db)
  return rows.map(({ day }) => day)
}

/**
 * Calculates the totals of days, and deletes the change records that these totals already include, both in one
 * snapshot. If an order changes at the same time, the record of that change stays, so reports read the orders of its
 * day until the next run. Leaves out days without a row in `totalled_days`.
 */
export async function sumDays(db: Db, { days, timeZone }: { days: string[]; timeZone: string }): Promise<void> {
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      await lockTotals(tx)
      await allowSeconds(tx, PATIENCE_SECONDS, async () => {
        const { rows } = await sql<{ day: string }>`
          update totalled_days set summed_at = now() where day = any (${days}::date[]) and time_zone = ${timeZone} returning day::text as day`.execute(
          tx,
        )
        await sumSales(
          tx,
          rows.map(({ day }) => day),
        )
        await sumFirstOrders(
          tx,
          rows.map(({ day }) => day),
        )
      })
    })
}

async function sumSales(tx: Tx, days: string[]): Promise<void> {
  const isOne = sql<boolean>`t.day = any (${days}::date[])`
  await sql`delete from daily_sales t where ${isOne}`.execute(tx)
  await sql`
    insert into daily_sales (day, store_id, currency, orders, cancelled, sales_minor, hours)
    select e.day, e.store_id, e.currency, e.orders, e.cancelled, e.sales_minor, e.hours from ${salesOfOrders(isOne)} e`.execute(
    tx,
  )
  await sql`delete from daily_item_sales t where ${isOne}`.execute(tx)
  await sql`
    insert into daily_item_sales (day, store_id, currency, name, quantity, sales_minor)
    select e.day, e.store_id, e.currency, e.name, e.quantity, e.sales_minor from ${itemSalesOfOrders(isOne)} e`.execute(
    tx,
  )
}

/**
 * Adds the orders of days to `first_orders`, and determines the first orders of customers with a changed order again.
 */
async function sumFirstOrders(tx: Tx, days: string[]): Promise<void> {
  const isOne = sql<boolean>`t.day = any (${days}::date[])`
  await sql`
    insert into first_orders (user_id, placed_at)
    select e.user_id, e.placed_at from ${firstOrdersOfDays(isOne)} e
        on conflict (user_id) do update set placed_at = excluded.placed_at where excluded.placed_at < first_orders.placed_at`.execute(
    tx,
  )
  const { rows } = await sql<{ user_id: number }>`
    with seen as (delete from changed_orders t where ${isOne} returning t.user_id) select distinct user_id from seen`.execute(
    tx,
  )
  const changed = rows.map((row) => row.user_id)
  if (changed.length === 0) return
  await sql`delete from first_orders where user_id = any (${changed}::int[])`.execute(tx)
  await sql`
    insert into first_orders (user_id, placed_at)
    select e.user_id, e.placed_at from ${firstOrdersOf(changed)} e`.execute(tx)
}

/**
 * Takes a lock that lets one transaction at a time write totals. `sumDays` takes it before its snapshot, so the
 * snapshot contains all that the previous transaction wrote.
 */
async function lockTotals(tx: Tx): Promise<void> {
  await sql`lock table totalled_days in share row exclusive mode`.execute(tx)
}
