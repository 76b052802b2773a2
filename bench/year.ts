import type pg from 'pg'
import { openDb, openPool } from '../apps/server/src/db/connection.ts'
import { totalDays } from '../apps/server/src/features/insight/reports/total-days.ts'
import { cpuMs } from './cost.ts'
import { openApp } from './in-process.ts'
import { bodyOf, cash, fillTown } from './orders.ts'
import { openDatabase } from './rig.ts'
import type { Row } from './stores.ts'
import { fillYears, openSession, openStaffSession } from './year-fill.ts'

const ORDERS = process.argv.includes('--small') ? 100_000 : 1_000_000
const TIME_ZONE = 'Asia/Kolkata'
/** The id of a customer who has about ten of the filled orders. */
const CUSTOMER = 5000
const ROUNDS = 5
const ORDERS_OF_A_ROUND = 100
const CALLS = 9

type Shop = Awaited<ReturnType<typeof openShop>>

/**
 * Measures a shop with two years of a million orders and five million events, which is part (g) of the benchmark: the
 * processor time of `place-order` compared with an empty shop, and the time of calls compared with their targets in
 * milliseconds. The measurement runs only on Linux, because it reads /proc.
 */
export async function benchYear(): Promise<Row[]> {
  const empty = await openShop('bench_year_empty', 0)
  const full = await openShop('bench_year', ORDERS)
  try {
    return [await comparePlacing(empty, full), ...(await measureCalls(full))]
  } finally {
    await empty.close()
    await full.close()
  }
}

async function openShop(name: string, orders: number) {
  const { postgres, client, url } = await openDatabase(name)
  const town = await fillTown(client)
  if (orders > 0) await fillYears(client, orders)
  await sumAllDays(client, url)
  await client.query('vacuum analyze')
  const { app, close } = await openApp(url)
  return {
    app,
    client,
    town,
    close: async () => {
      await close()
      await client.end()
      await postgres.stop()
    },
  }
}

/** Runs the job of the daily totals until every day has its totals. */
async function sumAllDays(client: pg.Client, url: string): Promise<void> {
  const pool = openPool(url, { size: 1 })
  const db = openDb(pool)
  let due = 1
  while (due > 0) {
    await totalDays({ db, config: { timeZone: TIME_ZONE } })
    const { rows } = await client.query<{ due: number }>(
      'select count(*)::int as due from totalled_days where summed_at is null',
    )
    due = rows[0]!.due
  }
  await pool.end()
}

/** Places orders in an empty and a full shop alternately, so that other load on the machine slows down both. */
async function comparePlacing(empty: Shop, full: Shop): Promise<Row> {
  const times: { empty: number[]; full: number[] } = { empty: [], full: [] }
  await placeOrders(empty)
  await placeOrders(full)
  for (let round = 0; round < ROUNDS; round++) {
    times.empty.push(await placeOrders(empty))
    times.full.push(await placeOrders(full))
  }
  const [product, limit] = [median(times.full), median(times.empty)]
  const note = `ms of processor time, next to an empty shop; medians of ${ROUNDS} rounds`
  return { what: 'place-order of two lines', product, limit, ratio: limit / product, aim: 0.91, note }
}

/** Returns the processor time of one order in this process and in PostgreSQL, in milliseconds. */
async function placeOrders({ app, client, town }: Shop): Promise<number> {
  const before = await readCpu(client)
  for (let no = 0; no < ORDERS_OF_A_ROUND; no++) {
    const customer = town[no % town.length]!
    const headers = { 'idempotency-key': crypto.randomUUID() }
    await send(app, { name: 'place-order', body: bodyOf(customer, cash), token: customer.token, headers })
  }
  return ((await readCpu(client)) - before) / ORDERS_OF_A_ROUND
}

async function readCpu(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>(
    "select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'",
  )
  const { user, system } = process.cpuUsage()
  return rows.reduce((sum, { pid }) => sum + cpuMs(pid), (user + system) / 1000)
}

async function measureCalls({ app, client }: Shop): Promise<Row[]> {
  const staff = await openStaffSession(client)
  const customer = await openSession(client, CUSTOMER, 'customer')
  const period = (days: number) => JSON.stringify({ from: dayBefore(days - 1), to: dayBefore(0) })
  const calls = [
    { what: 'home of the dashboard', name: 'dashboard/home', body: '{}', token: staff, aimMs: 100 },
    { what: 'sales of 30 days', name: 'dashboard/reports/sales', body: period(30), token: staff, aimMs: 200 },
    { what: 'sales of a year', name: 'dashboard/reports/sales', body: period(365), token: staff, aimMs: 1000 },
    { what: 'own orders of a customer', name: 'get-orders', body: '{}', token: customer, aimMs: 7 },
    { what: 'order board', name: 'dashboard/orders/board', body: '{}', token: staff, aimMs: 24 },
    { what: 'table of orders', name: 'dashboard/table', body: '{"table":"orders"}', token: staff, aimMs: 30 },
  ]
  const rows: Row[] = []
  for (const { what, aimMs, ...call } of calls) {
    const times: number[] = []
    await send(app, call)
    for (let no = 0; no < CALLS; no++) {
      const startedAt = performance.now()
      await send(app, call)
      times.push(performance.now() - startedAt)
    }
    const product = median(times)
    const note = `ms, next to the aim; fastest ${Math.min(...times).toFixed(1)} ms`
    rows.push({ what, product, limit: aimMs, ratio: aimMs / product, aim: 1, note })
  }
  return rows
}

type Call = { name: string; body: string; token: string; headers?: Record<string, string> }

async function send(app: Shop['app'], { name, body, token, headers }: Call): Promise<void> {
  const answer = await app.inject({
    method: 'POST',
    url: `/public/api/${name}`,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
    payload: body,
  })
  if (answer.statusCode !== 200) throw new Error(`${name} was refused: ${answer.body}`)
}

/** Returns the day in the shop's time zone that was `days` days ago. */
const dayBefore = (days: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE }).format(Date.now() - days * 86_400_000)

const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!
