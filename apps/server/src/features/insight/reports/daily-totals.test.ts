import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Db, inTransaction } from '#db/connection.ts'
import { checkLedger } from '#features/ledger/wallet/checker.ts'
import { useTestApp } from '#test/harness.ts'
import { countNewCustomers, listCurrencies, listTopItems, listTopStores, sumTimes } from './queries.ts'
import { periodBefore } from './routes.ts'
import { dayRows, hourRows, itemRows, storeRows } from './rows.ts'
import { sumDays, totalDays } from './total-days.ts'
import type { About } from './totals.ts'

const test = useTestApp({ hasBystanders: false })

/**
 * Two names of the shop's time zone: totals are stored under the first name, so a report that uses the second one reads
 * the orders.
 */
const ZONE = 'Asia/Kolkata'
const SAME_ZONE = 'Asia/Calcutta'
const FIRST_DAY = '2024-03-01'
const DAYS = 730
const ORDERS = 1500

const stores: number[] = []
let orders: number[] = []
let userId = 0
/** The id of a customer without orders, to whom a test gives the first one. */
let newcomer = 0

beforeAll(async () => {
  const { build, db } = test
  for (const pincode of ['560034', '560034', '110001']) stores.push((await build.store({ pincode })).id)
  const users: number[] = []
  for (let no = 0; no < 60; no++) users.push((await build.customer()).id)
  userId = users[0]!
  newcomer = (await build.customer()).id
  await insertYears(db, users)
  orders = (await db.selectFrom('orders').select('id').execute()).map(({ id }) => id)
})

/**
 * Inserts two years of orders in every state, at every hour and in two currencies. New customers appear one after the
 * other.
 */
async function insertYears(db: Db, users: number[]): Promise<void> {
  await sql`
    with drawn as (
      select n, 1000 + n * 37 % 9000 as price, (array[1, 2, 5, 5, 5, 5, 6, 8, 9])[1 + n * 7 % 9] as status,
             (${users}::int[])[1 + (n * 31 % (1 + n * ${users.length} / ${ORDERS}))] as user_id, (${stores}::int[])[1 + n * 13 % 3] as store_id,
             (${FIRST_DAY}::timestamp + make_interval(mins => (n * ${Math.floor((DAYS * 1440) / ORDERS)} + n * 977 % 1440)::int)) at time zone ${ZONE} as placed_at
        from generate_series(0, ${ORDERS - 1}::int) n),
    placed as (
      insert into orders (unique_order_id, status, user_id, store_id, delivery_type, payment_mode, currency, address, location,
                          delivery_pin, subtotal_minor, total_minor, payable_minor, placed_at, refunded_own_minor)
      select 'OD-' || n, status, user_id, store_id, 1, case when status in (8, 9) then 'RAZORPAY' else 'COD' end,
             case when n % 11 = 0 then 'KWD' else 'INR' end, 'Lake Road', '{}', '24681', 3 * price, 3 * price, 3 * price, placed_at,
             case when n % 17 = 0 and status = 5 then 100 else 0 end
        from drawn returning id, store_id, subtotal_minor / 3 as price)
    insert into order_lines (order_id, store_id, name, quantity, unit_price_minor)
    select id, store_id, 'Item ' || id % 7, 1, price from placed union all select id, store_id, 'Item ' || 2 + id % 9, 2, price from placed`.execute(
    db,
  )
}

const about = (given: Partial<About> = {}): About => ({
  from: FIRST_DAY,
  to: '2026-04-01',
  timeZone: ZONE,
  stores: 'all',
  ...given,
})

/** Reads every figure of a report that is calculated from totals. */
async function read(db: Db, wanted: About) {
  const before = periodBefore(wanted).from
  const table = async (rows: ReturnType<typeof dayRows>) =>
    (await sql<object>`select * from ${rows} d order by d::text`.execute(db)).rows
  return {
    times: await sumTimes(db, wanted, before),
    customers: await countNewCustomers(db, wanted, before),
    items: await listTopItems(db, { ...wanted, currency: 'INR' }),
    stores: await listTopStores(db, { ...wanted, currency: 'INR' }),
    currencies: await listCurrencies(db, wanted),
    days: await table(
      sql`(select day::text, store_id, store, currency, orders, cancelled, sales from ${dayRows(wanted)} d)`,
    ),
    itemDays: await table(
      sql`(select day::text, store_id, store, currency, name, quantity, sales from ${itemRows(wanted, { byDay: true })} d)`,
    ),
    itemsOfPeriod: await table(itemRows(wanted, { byDay: false })),
    storesOfPeriod: await table(storeRows(wanted)),
    hours: await table(hourRows(wanted)),
  }
}

/** Reads the figures of the report from the orders, without totals. */
function readOrders(db: Db, wanted: About) {
  return read(db, { ...wanted, timeZone: SAME_ZONE, stores: wanted.stores === 'all' ? stores : wanted.stores })
}

/** Expects that totals and orders give equal figures in one snapshot. */
async function expectEqual(wanted = about()): Promise<void> {
  await test.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const [found, expected] = [await read(tx, wanted), await readOrders(tx, wanted)]
      for (const name of Object.keys(found) as (keyof typeof found)[]) expect(found[name], name).toEqual(expected[name])
    })
}

const sumAll = (timeZone = ZONE) => totalDays({ db: test.db, config: { timeZone } })

async function count(table: 'totalled_days' | 'changed_orders' | 'daily_sales' | 'first_orders'): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(test.db)
  return rows[0]!.n
}

/** Counts the transactions that wait for a lock on the table of items. */
async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_locks where not granted and relation = 'daily_item_sales'::regclass`.execute(
    test.db,
  )
  return rows[0]!.n
}

async function countDue(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from totalled_days t
     where t.summed_at is null or exists (select from changed_orders c where c.day = t.day)`.execute(test.db)
  return rows[0]!.n
}

type Change = (db: Db, order: number) => Promise<unknown>
const set =
  (part: ReturnType<typeof sql>): Change =>
  (db, order) =>
    sql`update orders set ${part} where id = ${order}`.execute(db)

/** Returns delivered orders in INR of other customers and stores than those that the test changes. */
async function findOrders(status = 5): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from orders where status = ${status} and currency = 'INR' and user_id <> ${newcomer} and store_id <> ${stores[2]!}
       and refunded_own_minor = 0 and subtotal_minor <> 5000 and placed_at < '2026-01-01' order by id % 1009, id`.execute(
    test.db,
  )
  return rows.map(({ id }) => id)
}

/** Starts a change in a transaction that stays open until `commit` is called. */
async function hold(change: Change): Promise<{ day: string; commit: () => Promise<void> }> {
  const [order] = await findOrders()
  const { rows } = await sql<{ day: string }>`
    select (placed_at at time zone ${ZONE})::date::text as day from orders where id = ${order!}`.execute(test.db)
  const held = await test.db.startTransaction().execute()
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(held)
  await change(held, order!)
  onTestFinished(async () => {
    if (!held.isCommitted) await held.rollback().execute()
  })
  return { day: rows[0]!.day, commit: async () => void (await held.commit().execute()) }
}

/** Changes that affect a report, by the kind of data that they change. */
const changes: Record<string, Change> = {
  'a delivered order': set(sql`status = 5, payment_mode = 'COD'`),
  'an order that waits for its payment': set(sql`status = 8, refunded_own_minor = 0`),
  'a cancelled order': set(sql`status = 6, refunded_own_minor = 0`),
  'a refund': set(sql`refunded_own_minor = case when status = 5 then 700 else 0 end`),
  'other amounts': set(sql`subtotal_minor = 5000, total_minor = 5000, payable_minor = 5000`),
  'another store': (db, order) => sql`update orders set store_id = ${stores[2]!} where id = ${order}`.execute(db),
  'another customer': (db, order) => sql`update orders set user_id = ${newcomer} where id = ${order}`.execute(db),
  'another currency': set(sql`currency = 'KWD'`),
  'another day': set(sql`placed_at = placed_at + interval '40 days'`),
  'another item': (db, order) => sql`update order_lines set name = 'Pakora' where order_id = ${order}`.execute(db),
  'more of an item': (db, order) => sql`update order_lines set quantity = 5 where order_id = ${order}`.execute(db),
  'no items': (db, order) => sql`delete from order_lines where order_id = ${order}`.execute(db),
  'no order': async (db, order) => {
    await sql`delete from order_lines where order_id = ${order}`.execute(db)
    await sql`delete from orders where id = ${order}`.execute(db)
  },
}

describe('totals of days', () => {
  it('equal the figures of the orders: before the first sum, after it, and for other locations and periods', async () => {
    await expectEqual()
    await sumAll()
    expect(await countDue()).toBe(0)
    expect(await count('totalled_days')).toBeGreaterThan(DAYS)
    expect(await count('daily_sales')).toBeGreaterThan(500)
    await expectEqual()
    await expectEqual(about({ from: '2024-11-20', to: '2025-03-09' }))
    await expectEqual(about({ stores: stores.slice(0, 2) }))
    await expectEqual(about({ storeId: stores[1]!, pincode: '560034', currency: 'INR' }))
    await expectEqual(about({ from: '2025-02-01', to: '2025-02-01' }))
  })

  it.each(Object.entries(changes))(
    'change with %s: reports read the orders of that day until the next sum',
    async (kind, change) => {
      await sumAll()
      const [order] = await findOrders(kind === 'a delivered order' ? 6 : 5)
      const wasRead = await read(test.db, about())
      await change(test.db, order!)
      expect(await count('changed_orders')).toBeGreaterThan(0)
      expect(await read(test.db, about())).not.toEqual(wasRead)
      await expectEqual()
      await sumAll()
      expect(await count('changed_orders')).toBe(0)
      await expectEqual()
    },
  )

  it('the totals are right for any changes, locations and periods', async () => {
    const day = fc.integer({ min: 0, max: DAYS + 30 })
    const step = fc.record({
      changes: fc.array(fc.record({ kind: fc.constantFrom(...Object.keys(changes)), order: fc.nat() }), {
        maxLength: 4,
      }),
      isSummed: fc.boolean(),
      period: fc.tuple(day, day),
      stores: fc.constantFrom<'all' | number[]>('all', stores.slice(0, 1), stores.slice(1)),
      pincode: fc.constantFrom(undefined, '560034'),
    })
    await fc.assert(
      fc.asyncProperty(step, async (drawn) => {
        for (const { kind, order } of drawn.changes) await changes[kind]!(test.db, orders[order % orders.length]!)
        if (drawn.isSummed) await sumAll()
        const [from, to] = drawn.period.toSorted((a, b) => a - b).map(dayOf)
        await expectEqual(about({ from: from!, to: to!, stores: drawn.stores, pincode: drawn.pincode }))
      }),
      { numRuns: 25 },
    )
  })

  it('cover days that ended two hours ago, so today’s orders need no note', async () => {
    await sumAll()
    const { rows } = await sql<{ late: number; ends: Date }>`
      select count(*) filter (where ends > now() - interval '2 hours')::int as late, max(ends) as ends from totalled_days`.execute(
      test.db,
    )
    expect(rows[0]!.late).toBe(0)
    expect(rows[0]!.ends.getTime()).toBeGreaterThan(Date.now() - 27 * 3_600_000)
    const today = await test.build.order({ user_id: userId, store_id: stores[0]!, placed_at: new Date() })
    await changes['a cancelled order']!(test.db, today.id)
    expect(await count('changed_orders')).toBe(0)
    await expectEqual(about({ from: '2026-01-01', to: new Date().toISOString().slice(0, 10) }))
    await test.build.order({ user_id: userId, store_id: stores[0]!, placed_at: new Date('2026-01-05T12:00:00Z') })
    expect(await count('changed_orders')).toBe(1)
    await expectEqual()
  })

  it('totals are reported by the ledger check if they differ from the orders', async () => {
    await sumAll()
    const found = async () => (await checkLedger(test.db)).filter(({ check }) => check === 'dailyTotals')
    expect(await found()).toEqual([])
    const { rows } = await sql<{ day: string; store_id: number; currency: string; sales_minor: bigint }>`
      select day::text, store_id, currency, sales_minor from daily_sales where sales_minor > 0 order by day limit 1`.execute(
      test.db,
    )
    const { day, store_id: store, currency, sales_minor: sales } = rows[0]!
    const subject = `sales of day ${day} store ${store} ${currency}`
    await sql`update daily_sales set sales_minor = sales_minor + 1 where day = ${day}::date and store_id = ${store} and currency = ${currency}`.execute(
      test.db,
    )
    expect(await found()).toEqual([{ check: 'dailyTotals', subject, expected: sales, found: sales + 1n }])
    await sql`update daily_sales set sales_minor = ${sales}, hours = array_fill(0, array[24]) where day = ${day}::date and store_id = ${store} and currency = ${currency}`.execute(
      test.db,
    )
    expect(await found()).toMatchObject([{ subject: subject.replace('sales', 'equal hours'), expected: 1n, found: 0n }])
    await sql`delete from daily_sales where day = ${day}::date`.execute(test.db)
    expect((await found()).length).toBeGreaterThan(0)
    await sumDays(test.db, { days: [day], timeZone: ZONE })
    expect(await found()).toEqual([])
    await sql`update daily_item_sales set quantity = quantity + 1 where day = ${day}::date`.execute(test.db)
    expect((await found()).every((each) => each.subject.startsWith('quantity of Item'))).toBe(true)
    await sumDays(test.db, { days: [day], timeZone: ZONE })
    await sql`delete from first_orders where user_id = ${userId}`.execute(test.db)
    expect(await found()).toMatchObject([{ subject: `first order of user ${userId}`, found: 0n }])
    await sql`insert into changed_orders (day, order_id, user_id) values (${day}::date, 1, ${userId})`.execute(test.db)
    await sumAll()
    expect(await found()).toEqual([])
  })

  it('belong to one time zone: after a change of it, reports read orders, and the next run sums the days again', async () => {
    await sumAll()
    const york = about({ timeZone: 'America/New_York' })
    const fromOrders = await read(test.db, { ...york, stores })
    expect(await read(test.db, york)).toEqual(fromOrders)
    expect(fromOrders.days).not.toEqual((await read(test.db, about())).days)
    await sumAll('America/New_York')
    expect(await countDue()).toBe(0)
    expect(await read(test.db, york)).toEqual(fromOrders)
    await expectEqual()
    await sumAll()
    await expectEqual()
  })
})

describe('a change while days are being summed', () => {
  it('is in the sum if it began before its day was known: the run waits for it', async () => {
    await sumAll()
    await sql`delete from totalled_days`.execute(test.db)
    await sql`delete from first_orders`.execute(test.db)
    const held = await hold(changes['a refund']!)
    await sumAll()
    expect(await countDue()).toBe(await count('totalled_days'))
    await held.commit()
    expect(await count('changed_orders')).toBe(0)
    await sumAll()
    expect(await countDue()).toBe(0)
    await expectEqual()
  })

  it('leaves a note if the sum does not include it', async () => {
    await sumAll()
    const held = await hold(changes['other amounts']!)
    await sumDays(test.db, { days: [held.day], timeZone: ZONE })
    await expectEqual()
    await held.commit()
    expect(await count('changed_orders')).toBe(1)
    await expectEqual()
    await sumAll()
    expect(await count('changed_orders')).toBe(0)
    await expectEqual()
  })

  it('leaves a note if it commits in the middle of the sum', async () => {
    await sumAll()
    const held = await hold(changes['other amounts']!)
    const pause = await test.db.startTransaction().execute()
    await sql`lock table daily_item_sales in share row exclusive mode`.execute(pause)
    const summing = sumDays(test.db, { days: [held.day], timeZone: ZONE })
    await expect.poll(countWaiting, { timeout: 30_000 }).toBe(1)
    await held.commit()
    await pause.commit().execute()
    await summing
    expect(await count('changed_orders')).toBe(1)
    await expectEqual()
    await sumAll()
    expect(await count('changed_orders')).toBe(0)
    await expectEqual()
  })

  it('is never lost among many: reports equal the orders at every moment', async () => {
    await sumAll()
    let isRunning = true
    const kinds = [
      'a delivered order',
      'a cancelled order',
      'a refund',
      'another customer',
      'another item',
      'another day',
    ]
    const all = await findOrders()
    const change = async (lane: number) => {
      for (let no = 0; no < 40; no++) {
        const order = all[(lane * 7 + no * 3) % all.length]!
        await inTransaction(test.db, (tx) => changes[kinds[(lane + no) % kinds.length]!]!(tx, order))
      }
    }
    const sum = async () => {
      while (isRunning) await sumAll()
    }
    const look = async () => {
      while (isRunning) await expectEqual(about({ from: '2025-02-01', to: '2026-04-01' }))
    }
    const looking = [sum(), sum(), look()]
    await Promise.all([change(0), change(1), change(2)]).finally(() => {
      isRunning = false
    })
    await Promise.all(looking)
    await sumAll()
    expect(await countDue()).toBe(0)
    await expectEqual()
    expect((await checkLedger(test.db)).filter(({ check }) => check === 'dailyTotals')).toEqual([])
  })
})

const dayOf = (day: number) => new Date(Date.parse(FIRST_DAY) + day * 86_400_000).toISOString().slice(0, 10)
