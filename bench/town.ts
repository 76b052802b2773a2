import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type pg from 'pg'
import { fill } from './calls.ts'
import { type Cost, costOf, cpuMs, sayCost } from './cost.ts'
import { bodyOf, cash, fillTown } from './orders.ts'
import { loadOrders } from './record.ts'
import { loadOnce, openDatabase, startProduct } from './rig.ts'
import type { Row } from './stores.ts'

const LIVES = 400
const LANES = 8
const STREAMS_OF_ONE = 5
const IDLE_SECONDS = 30
const READ_SECONDS = 3

/**
 * Measures the constants of scripts/scale/constants.ts: the cost of reads, the cost of an order until its delivery and
 * the bytes that it leaves, and the cost of an open event stream. Prints the figures and checks none. Processor time
 * depends little on the load of the machine; memory and bytes do not depend on it.
 */
export async function benchTown(): Promise<Row[]> {
  await measureLives()
  await measureReads()
  return []
}

async function measureReads(): Promise<void> {
  const { postgres, client, url } = await openDatabase('bench_reads')
  try {
    const asked = await fill(client)
    const product = await startProduct(url)
    for (const { name, path = '', body } of asked) {
      const ask = async (seconds: number): Promise<number> => {
        const how = { varied: 'same', words: [], connections: LANES, seconds } as const
        const { perSecond } = await loadOnce(`${product.url}/${name}${path}`, JSON.stringify(body), how)
        return perSecond * seconds
      }
      await ask(1)
      const cost = await costOf({ client, serverPid: product.pid }, () => ask(READ_SECONDS))
      console.log(`  ${name.padEnd(42)} ${sayCost(cost)}`)
    }
    await product.stop()
  } finally {
    await client.end()
    await postgres.stop()
  }
}

async function measureLives(): Promise<void> {
  const { postgres, client, url } = await openDatabase('bench_town')
  try {
    const customers = await fillTown(client)
    const people = { owner: await signIn(client, 'store-owner'), rider: await signIn(client, 'delivery') }
    const product = await startProduct(url)
    const orders = {
      url: `${product.url}/place-order`,
      connections: LANES,
      customers: customers.map((customer) => ({ ...customer, body: bodyOf(customer, cash) })),
    }
    await loadOrders({ ...orders, seconds: 3 })
    await deliver(client, product.url, people, 40)
    await client.query('vacuum analyze')
    await client.query('checkpoint')
    const before = await sizes(client)
    const placed = await costOf({ client, serverPid: product.pid }, async () => {
      const { count } = await loadOrders({ ...orders, seconds: 5 })
      return count
    })
    say('an order, placed', placed)
    const middle = await sizes(client)
    const moved = await costOf({ client, serverPid: product.pid }, () => deliver(client, product.url, people, LIVES))
    say('the same order, from accepted to delivered (4 calls)', moved)
    const after = await sizes(client)
    const count = middle.orders - before.orders
    console.log(
      `  bytes: placing ${Math.round((middle.bytes - before.bytes) / count)}, the way to the door ${Math.round((after.bytes - middle.bytes) / LIVES)} an order`,
    )
    await measureStreams(product, customers)
    await product.stop()
  } finally {
    await client.end()
    await postgres.stop()
  }
}

function say(what: string, cost: Cost): void {
  console.log(`  ${what.padEnd(52)} ${sayCost(cost)}`)
}

/** Returns the bytes of the database, with its indexes, and its number of orders. */
async function sizes(client: pg.Client): Promise<{ bytes: number; orders: number }> {
  const { rows } = await client.query<{ bytes: string; orders: number }>(
    'select pg_database_size(current_database()) as bytes, (select count(*)::int from orders) as orders',
  )
  return { bytes: Number(rows[0]!.bytes), orders: rows[0]!.orders }
}

type People = { owner: string; rider: string }

/** Lets the owner accept orders and the rider take, pick up and deliver them. Returns their number. */
async function deliver(client: pg.Client, url: string, { owner, rider }: People, count: number): Promise<number> {
  const { rows } = await client.query<{ id: number; store_id: number; delivery_pin: string }>(
    'select id, store_id, delivery_pin from orders where status = 1 order by id limit $1',
    [count],
  )
  if (rows.length < count) throw new Error(`only ${rows.length} orders wait to be accepted, not ${count}`)
  let next = 0
  const work = async (): Promise<void> => {
    for (let order = rows[next++]; order; order = rows[next++]) {
      const { id: order_id, store_id, delivery_pin } = order
      await send(url, 'store-owner/accept-order', owner, { order_id, store_id, order_prep_time: '20' })
      await send(url, 'delivery/accept-to-deliver', rider, { order_id })
      await send(url, 'delivery/pickedup-order', rider, { order_id })
      await send(url, 'delivery/deliver-order', rider, { order_id, delivery_pin })
    }
  }
  await Promise.all(Array.from({ length: LANES }, work))
  return count
}

async function send(url: string, call: string, token: string, body: object): Promise<void> {
  const answer = await fetch(`${url}/${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (answer.status !== 200 || text.includes('"success":false')) throw new Error(`${call}: ${answer.status} ${text}`)
}

/** Signs in a person who owns all stores, or who rides for all of them. */
async function signIn(client: pg.Client, audience: 'store-owner' | 'delivery'): Promise<string> {
  const token = createHash('sha256').update(randomUUID()).digest('base64url')
  const isRider = audience === 'delivery'
  await client.query(
    `with person as (insert into users (name, phone, referral_code) values ('Bench', $1, $1) returning id),
       role as (insert into user_roles (user_id, role) select id, $2 from person),
       work as (insert into store_members (store_id, user_id, role) select s.id, p.id, $3 from stores s, person p),
       rider as (insert into riders (user_id, is_on_duty, max_open_orders) select id, true, ${LANES} from person where $2 = 'rider')
     insert into sessions (token_hash, user_id, audience, expires_at) select sha256($4::bytea), id, $5, now() + interval '1 day' from person`,
    [
      isRider ? '+917000000002' : '+917000000003',
      isRider ? 'rider' : 'store_owner',
      isRider ? 'rider' : 'owner',
      Buffer.from(token),
      audience,
    ],
  )
  return token
}

/**
 * Opens as many event streams as the customers may have, and prints the memory and the processor time that the streams
 * take while nothing happens.
 */
async function measureStreams(
  product: { url: string; pid: number },
  customers: readonly { token: string }[],
): Promise<void> {
  const before = memoryKb(product.pid)
  const stop = new AbortController()
  const tokens = customers.flatMap(({ token }) => Array.from({ length: STREAMS_OF_ONE }, () => token))
  const streams: Response[] = []
  for (const token of tokens) {
    const stream = await fetch(`${product.url}/events`, {
      headers: { authorization: `Bearer ${token}` },
      signal: stop.signal,
    })
    if (!stream.ok) throw new Error(`a stream was answered ${stream.status}`)
    streams.push(stream)
  }
  const grown = memoryKb(product.pid) - before
  const cpu = cpuMs(product.pid)
  await new Promise((resolve) => setTimeout(resolve, IDLE_SECONDS * 1000))
  const idle = ((cpuMs(product.pid) - cpu) / streams.length / IDLE_SECONDS) * 60
  console.log(
    `  ${streams.length} streams: ${(grown / streams.length).toFixed(1)} kB each, ${idle.toFixed(2)} ms of processor time a minute each`,
  )
  stop.abort()
}

function memoryKb(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1])
}
