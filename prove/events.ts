import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { inTransaction, openDb, openPool } from '../apps/server/src/db/connection.ts'
import { startSession } from '../apps/server/src/http/session.ts'
import { type Product, startProduct } from './product.ts'
import { type Basket, type Customer, findBaskets, liftLimits, newCustomer, postUntilAnswered } from './shoppers.ts'

const CUSTOMERS = 8
const SETTLE_WITHIN_MS = 60_000

/** An event that a stream received: its position, the order and the order's status. */
type Heard = { position: bigint; orderId: number; status: number }
type Stream = { heard: Heard[]; stop: () => Promise<void> }

/**
 * Places and cancels orders of customers continuously while the server and its database fail repeatedly, in every
 * possible way. Each customer and the dashboard hold an event stream that resumes after its last event. Returns
 * problems unless each stream received every event once, in the order of the commits, and the last status of each order
 * is right.
 */
export async function proveEvents({ breaks }: { breaks: number }): Promise<string[]> {
  const product = await startProduct()
  const ends: (() => Promise<void>)[] = [() => product.stop()]
  try {
    const client = await product.connect()
    await liftLimits(client)
    const customers: Customer[] = []
    for (let index = 0; index < CUSTOMERS; index++) customers.push(await newCustomer(product, client, index))
    const baskets = await findBaskets(client)
    const staff = await staffToken(client)
    const base = await newestPosition(client)
    // The newest event is read in addition to the newest position, because the events of the demo's past orders have no
    // positions.
    const newestEvent = (await client.query<{ id: string }>('select max(id)::text as id from order_events')).rows[0]!.id
    await client.end()

    const streams = [staff, ...customers.map(({ token }) => token)].map((token) => follow(product.url, token, base))
    ends.unshift(async () => void (await Promise.all(streams.map((stream) => stream.stop()))))
    let isOver = false
    const shopping = customers.map((customer, index) =>
      shop(product, { customer, baskets, index, isOver: () => isOver }),
    )
    for (let count = 0; count < breaks; count++) {
      await sleep(300 + Math.random() * 700)
      await ways[count % ways.length]!(product)
    }
    isOver = true
    const orders = (await Promise.all(shopping)).reduce((sum, count) => sum + count, 0)
    const after = await product.connect()
    const problems = await compare(after, { streams, customers, base, newestEvent })
    await after.end()
    console.log(`  ${breaks} breaks, ${orders} orders, ${streams[0]!.heard.length} events on the dashboard`)
    return problems
  } finally {
    for (const end of ends) await end()
  }
}

const ways: ((product: Product) => Promise<void>)[] = [
  (product) => product.killDatabase(),
  async (product) => {
    product.killServer()
    await product.restart()
  },
  (product) => product.killDatabase('SIGINT'),
  terminateAll,
  (product) => product.killDatabase('SIGQUIT'),
  async (product) => {
    product.killServer()
    await Promise.all([product.killDatabase().catch(() => {}), sleep(200).then(() => product.restart())])
  },
]

async function terminateAll(product: Product): Promise<void> {
  const client = await product.connect()
  await client.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
  )
  await client.end()
}

/**
 * Places orders until the end of the test, and cancels every other one. The client repeats each call until it has an
 * answer.
 */
async function shop(
  { url }: Product,
  {
    customer: { token },
    baskets,
    index,
    isOver,
  }: { customer: Customer; baskets: readonly Basket[]; index: number; isOver: () => boolean },
): Promise<number> {
  let count = 0
  for (; !isOver(); count++) {
    const basket = baskets[(index + count * CUSTOMERS) % baskets.length]!
    const order = [{ id: basket.itemId, restaurant_id: basket.storeId, quantity: basket.quantity }]
    const body = { token, order, method: 'COD', delivery_type: 1, partial_wallet: false, location: null }
    const placed = await postUntilAnswered(
      url,
      'place-order',
      body,
      `prove-events-${index}-${String(count).padStart(8, '0')}`,
    )
    const orderId = (placed as { data?: { id: number } }).data?.id
    if (orderId !== undefined && count % 2 === 0)
      await postUntilAnswered(
        url,
        'cancel-order',
        { token, order_id: orderId },
        `prove-cancel-${index}-${orderId}`.padEnd(24, '-'),
      )
  }
  return count
}

/**
 * Holds an event stream as a client does: after a lost connection, it resumes after the last event that it received.
 */
function follow(url: string, token: string, base: bigint): Stream {
  const heard: Heard[] = []
  const stop = new AbortController()
  const read = async (): Promise<void> => {
    const response = await fetch(`${url}/public/api/events`, {
      headers: { authorization: `Bearer ${token}`, 'last-event-id': String(heard.at(-1)?.position ?? base) },
      signal: stop.signal,
    })
    if (!response.ok || !response.body) return
    let rest = ''
    for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + part).split('\n\n')
      rest = blocks.pop()!
      for (const block of blocks) {
        const [id, data] = [block.match(/^id: (.*)$/m)?.[1], block.match(/^data: (.*)$/m)?.[1]]
        if (!id || !data) continue
        const { order_id, orderstatus_id } = JSON.parse(data) as { order_id: number; orderstatus_id: number }
        heard.push({ position: BigInt(id), orderId: order_id, status: orderstatus_id })
      }
    }
  }
  const running = (async () => {
    while (!stop.signal.aborted) {
      await read().catch(() => {})
      await sleep(50 + Math.random() * 200)
    }
  })()
  return {
    heard,
    stop: async () => {
      stop.abort()
      await running
    },
  }
}

type Row = { position: string; user_id: number; order_id: number; to_status: number }

/** The people with their event streams, and the newest position and newest event at the start of the test. */
type Begun = { streams: readonly Stream[]; customers: readonly Customer[]; base: bigint; newestEvent: string }

async function compare(client: pg.Client, { streams, customers, base, newestEvent }: Begun): Promise<string[]> {
  const users = await usersOf(client, customers)
  await untilAnnounced(client)
  const { rows } = await client.query<Row>(
    `select a.position::text, a.user_id, e.order_id, e.to_status
       from order_announcements a join order_events e on e.id = a.event_id where a.position > $1 order by a.position`,
    [String(base)],
  )
  const lost = await client.query<{ count: number }>(
    `select count(*)::int as count from order_events e left join order_announcements a on a.event_id = e.id
      where a.event_id is null and e.id > $1`,
    [newestEvent],
  )
  if (lost.rows[0]!.count > 0) return [`${lost.rows[0]!.count} events have no position`]
  const wanted = [rows, ...users.map((user) => rows.filter(({ user_id }) => user_id === user))]
  const problems: string[] = []
  for (const [index, stream] of streams.entries()) {
    const name = index === 0 ? 'the dashboard' : `customer ${index}`
    const due = wanted[index]!.map(({ position }) => position)
    const deadline = performance.now() + SETTLE_WITHIN_MS
    while (stream.heard.length < due.length && performance.now() < deadline) await sleep(50)
    const got = stream.heard.map(({ position }) => String(position))
    const missing = due.filter((position) => !got.includes(position))
    const doubled = got.length - new Set(got).size
    if (missing.length > 0) problems.push(`${name} was not sent ${missing.length} of ${due.length} events`)
    if (doubled > 0) problems.push(`${name} was sent ${doubled} events twice`)
    if (got.join() !== due.join() && missing.length + doubled === 0)
      problems.push(`${name} was sent events out of order`)
    const wrong = countWrongStates(stream.heard, wanted[index]!)
    if (wrong > 0) problems.push(`${name} has the wrong last state of ${wrong} orders`)
  }
  if (rows.length === 0) problems.push('nothing happened')
  return problems
}

/** Waits until every order event has a position, so that streams can send it. */
async function untilAnnounced(client: pg.Client): Promise<void> {
  const deadline = performance.now() + SETTLE_WITHIN_MS
  while (performance.now() < deadline) {
    const { rows } = await client.query<{ is: boolean }>('select exists (select from unannounced_events) as is')
    if (!rows[0]!.is) return
    await sleep(50)
  }
}

function countWrongStates(heard: readonly Heard[], rows: readonly Row[]): number {
  const last = new Map(heard.map(({ orderId, status }) => [orderId, status]))
  const right = new Map(rows.map(({ order_id, to_status }) => [order_id, to_status]))
  return [...right].filter(([orderId, status]) => last.get(orderId) !== status).length
}

async function usersOf(client: pg.Client, customers: readonly Customer[]): Promise<number[]> {
  const users: number[] = []
  for (const { token } of customers) {
    const { rows } = await client.query<{ user_id: number }>(
      'select user_id from sessions where token_hash = sha256(convert_to($1, $2))',
      [token, 'UTF8'],
    )
    users.push(rows[0]!.user_id)
  }
  return users
}

async function newestPosition(client: pg.Client): Promise<bigint> {
  const { rows } = await client.query<{ newest: string }>(
    'select coalesce(max(position), 0)::text as newest from order_announcements',
  )
  return BigInt(rows[0]!.newest)
}

/** Creates a session of staff who may see orders, and returns its token. */
export async function staffToken(client: pg.Client): Promise<string> {
  const { host, port, user, password, database } = client as pg.Client & { password: string }
  const pool = openPool({ host, port, user: user!, password, database: database! }, { size: 1 })
  try {
    const { rows } = await client.query<{ id: number }>(`
      with clerk as (insert into users (name, email, referral_code) values ('Events', 'events@prove.example', 'EVENTS') returning id),
           role as (insert into user_roles (user_id, role) select id, 'staff' from clerk),
           may as (insert into staff_permissions (user_id, permission) select id, 'order_view' from clerk)
      select id from clerk`)
    return await inTransaction(openDb(pool), (tx) => startSession(tx, { userId: rows[0]!.id, audience: 'staff' }))
  } finally {
    await pool.end()
  }
}
