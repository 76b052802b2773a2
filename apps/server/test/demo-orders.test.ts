import { loadCity } from '@nukkad/demo/load/load-city.ts'
import { loadLiveOrders } from '@nukkad/demo/load/load-live-orders.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#config.ts'
import { checkLedger } from '#features/ledger/wallet/checker.ts'
import { useTestApp } from './harness.ts'

const app = useTestApp({ hasBystanders: false })

const DAY_MS = 24 * 3_600_000
const LIVE = [1, 2, 3, 4, 7, 10, 11]

beforeAll(async () => {
  await app.db.deleteFrom('languages').execute()
  await loadCity(app.services.address)
  await loadLiveOrders(app.services.address)
}, 120_000)

const liveOrders = () => app.db.selectFrom('orders').selectAll().where('status', 'in', LIVE).orderBy('id').execute()

describe('the orders in progress of a demo', () => {
  test('cover every open state, with twelve orders at twelve stores', async () => {
    const orders = await liveOrders()
    expect(orders).toHaveLength(12)
    expect([...new Set(orders.map(({ status }) => status))].toSorted((a, b) => a - b)).toEqual(LIVE)
    expect(new Set(orders.map(({ store_id }) => store_id)).size).toBe(12)
    // Two of the demo's orders are at a counter: one is ready to be collected, and one is a confirmed order at a salon.
    const atCounter = orders.filter(({ delivery_type }) => delivery_type === 2)
    expect(atCounter.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([7, 11])
  })

  test('are within their promised times, except for two', async () => {
    const now = Date.now()
    const late = (await liveOrders()).filter(({ promised_at }) => promised_at!.getTime() < now)
    expect(late.map(({ status }) => status)).toEqual([2, 4])
    for (const { placed_at, updated_at, scheduled_for, status } of await liveOrders()) {
      expect(placed_at.getTime()).toBeLessThanOrEqual(updated_at.getTime())
      expect(updated_at.getTime()).toBeLessThanOrEqual(now)
      expect(scheduled_for !== null && scheduled_for.getTime() > now).toBe(status >= 10)
    }
  })

  test('have the price of their lines, and move no money or stock', async () => {
    for (const order of await liveOrders()) {
      const lines = await app.db.selectFrom('order_lines').selectAll().where('order_id', '=', order.id).execute()
      const subtotal = lines.reduce((sum, line) => sum + line.unit_price_minor * BigInt(line.quantity), 0n)
      expect(lines.length).toBeGreaterThan(0)
      expect(order.subtotal_minor).toBe(subtotal)
    }
    expect(await checkLedger(app.db)).toEqual([])
    const counted = await app.db.selectFrom('items').select('id').where('stock', 'is not', null).execute()
    expect(counted).toEqual([])
  })

  test('have riders on duty near their trips, but not the demo rider', async () => {
    const riders = await app.db
      .selectFrom('riders')
      .innerJoin('users', 'users.id', 'riders.user_id')
      .select(['user_id', 'email', 'is_on_duty', 'positioned_at'])
      .execute()
    const trips = (await liveOrders()).filter(({ rider_id }) => rider_id !== null)
    expect(new Set(trips.map(({ rider_id }) => rider_id)).size).toBe(5)
    for (const { rider_id } of trips) {
      const rider = riders.find(({ user_id }) => user_id === rider_id)!
      expect(rider).toMatchObject({ is_on_duty: true, positioned_at: expect.any(Date) })
      const position = app.db.selectFrom('rider_positions').select('order_id').where('rider_id', '=', rider_id)
      expect(trips.map(({ id }) => id)).toContain((await position.executeTakeFirstOrThrow()).order_id)
    }
    expect(riders.find(({ email }) => email === 'rider@nukkad.example')).toMatchObject({ is_on_duty: false })
  })

  test('include one order in progress of the demo customer, with its notifications', async () => {
    const { id } = await app.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', 'asha@nukkad.example')
      .executeTakeFirstOrThrow()
    expect((await liveOrders()).filter(({ user_id }) => user_id === id)).toMatchObject([{ status: 4 }])
    const alerts = await app.db.selectFrom('notifications').select('data').where('user_id', '=', id).execute()
    expect(alerts).toHaveLength(3)
  })
})

describe('another start of the same demo', () => {
  test('keeps the orders while they are in progress', async () => {
    const before = await liveOrders()
    await loadLiveOrders(app.services.address)
    expect(await liveOrders()).toEqual(before)
  })

  test.each([7, 14.25, 21.5, 28.75])('after %d days cancels them and places twelve new ones', async (days) => {
    const before = (await liveOrders()).map(({ id }) => id)
    await loadLiveOrders(app.services.address, new Date(Date.now() + days * DAY_MS))
    const after = await liveOrders()
    expect(after.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 4, 7, 10, 11])
    expect(after.filter(({ id }) => before.includes(id))).toEqual([])
    const old = await app.db.selectFrom('orders').select('status').where('id', 'in', before).execute()
    expect(new Set(old.map(({ status }) => status))).toEqual(new Set([6]))
    expect(await checkLedger(app.db)).toEqual([])
  })
})

test.each([
  [true, { DEMO: 'on', DEMO_ORDERS: 'on' }],
  [false, { DEMO: 'on' }],
  [false, { DEMO: 'off', DEMO_ORDERS: 'on' }],
])('a server has orders in progress (%s) with %o', (expected, env) => {
  expect(readConfig({ APP_SECRET: 'thirty-two letters or more, mixed', ...env }, []).demoOrders).toBe(expected)
})

test('[V-70] two customers of the demo are on the wait list for the time of a booked visit at the demo owner’s salon', async () => {
  const { rows } = await sql<{ slug: string; wanted: string; visits: string[] }>`
    select s.slug, to_char(e.dates[1] + make_interval(mins => e.from_minute), 'YYYY-MM-DD HH24:MI') as wanted,
           array(select to_char(x.starts_at at time zone s.time_zone, 'YYYY-MM-DD HH24:MI')
                   from visit_services x join visits v on v.id = x.visit_id
                  where v.status = 'booked' and x.stylist_id = (e.services -> 0 ->> 'stylist_id')::int) as visits
      from wait_entries e join stores s on s.id = e.store_id where e.status = 'waiting'`.execute(app.db)
  expect(rows.map(({ slug }) => slug)).toEqual(['roop-rekha-studio', 'roop-rekha-studio'])
  for (const { wanted, visits } of rows) expect(visits).toContain(wanted)
})
