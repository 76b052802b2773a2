import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { openDb, openPool } from '../apps/server/src/db/connection.ts'
import { checkLedger } from '../apps/server/src/features/wallet/checker.ts'
import { type Product, startProduct } from './product.ts'

type Customer = { token: string }
type Basket = { storeId: number; itemId: number; quantity: number }
type Outcome = { key: string; number: string }

/** Few enough that the kills fall among the orders and not after them. */
const CONNECTIONS = 4
const CUSTOMERS = 12

/**
 * Kills the server or its database with -9 in the middle of orders, again and again. Every client keeps its key and
 * asks until it has an answer. Then: no acknowledged order is gone, none is there twice, and the books add up.
 */
export async function proveKills({
  orders,
  kills,
  victim,
}: {
  orders: number
  kills: number
  victim: 'server' | 'database'
}): Promise<string[]> {
  const product = await startProduct()
  const client = await product.connect()
  try {
    await liftLimits(client)
    const customers: Customer[] = []
    for (let index = 0; index < CUSTOMERS; index++) customers.push(await newCustomer(product, client, index))
    const baskets = await findBaskets(client)
    const before = await countOrders(client)
    await client.end()

    const killing = killRepeatedly(product, { kills, victim })
    const outcomes = await placeAll(product, { orders, customers, baskets })
    await killing

    const after = await product.connect()
    const faults = await findFaults(after, { outcomes, orders, before })
    await after.end()
    return faults
  } finally {
    await product.stop()
  }
}

async function liftLimits(client: pg.Client): Promise<void> {
  await client.query(
    `insert into settings (key, value) select key, '1000000' from unnest(array['limitCallsPerMinute', 'limitOrdersPerCustomer', 'limitCodesPerAddress', 'limitCodesOfSitePerDay']) as key
     on conflict (key) do update set value = excluded.value`,
  )
}

async function newCustomer({ url }: Product, client: pg.Client, index: number): Promise<Customer> {
  const phone = `+9170000${String(index).padStart(5, '0')}`
  const email = `kill${index}@prove.example`
  await post(url, 'generate-otp-for-login', { phone, email })
  const { rows } = await client.query<{ code: string }>(
    'select code from local_outbox where recipient = $1 order by id desc limit 1',
    [phone],
  )
  const session = (await post(url, 'login-with-otp', { phone, otp: rows[0]?.code, name: 'Kill Proof', email })) as {
    data: { auth_token: string }
  }
  const token = session.data.auth_token
  await post(url, 'save-address', { token, latitude: 12.9352, longitude: 77.6245, address: '5th Block, Koramangala' })
  return { token }
}

/** Items that can be ordered at this hour without a choice of add-ons, in a quantity that meets the store's minimum. */
async function findBaskets(client: pg.Client): Promise<Basket[]> {
  const { rows } = await client.query<Basket>(`
    select i.store_id as "storeId", i.id as "itemId", greatest(1, ceil(s.minimum_order_minor::float8 / i.price_minor))::int as quantity
      from items i join stores s on s.id = i.store_id
     where i.is_active and i.price_minor > 2000 and s.is_active and s.is_accepted and s.delivery_type in (1, 3)
       and earth_distance(ll_to_earth(12.9352, 77.6245), ll_to_earth(s.latitude, s.longitude)) < s.delivery_radius_km * 1000
       and not exists (select from item_addon_categories a where a.item_id = i.id)
       and ceil(s.minimum_order_minor::float8 / i.price_minor) <= 20
     order by i.id limit 300`)
  return rows
}

async function placeAll(
  { url }: Product,
  { orders, customers, baskets }: { orders: number; customers: Customer[]; baskets: Basket[] },
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  let next = 0
  const work = async (): Promise<void> => {
    while (next < orders) {
      const index = next++
      outcomes.push(
        await placeUntilAnswered(
          url,
          index,
          customers[index % customers.length]!,
          baskets[(index * 7) % baskets.length]!,
        ),
      )
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, work))
  return outcomes
}

async function placeUntilAnswered(url: string, index: number, { token }: Customer, basket: Basket): Promise<Outcome> {
  const key = `prove-kill-${String(index).padStart(8, '0')}`
  const body = {
    token,
    order: [{ id: basket.itemId, restaurant_id: basket.storeId, quantity: basket.quantity }],
    method: 'COD',
    delivery_type: 1,
    partial_wallet: index % 3 === 0,
    location: null,
  }
  for (let tries = 0; tries < 400; tries++) {
    const answer = (await post(url, 'place-order', body, key).catch(() => undefined)) as
      | { success?: boolean; data?: { unique_order_id: string }; error?: { code: string } }
      | undefined
    if (answer?.success && answer.data) return { key, number: answer.data.unique_order_id }
    const code = answer?.error?.code
    if (code && !['TEMPORARILY_AWAY', 'IDEMPOTENCY_IN_PROGRESS', 'INTERNAL'].includes(code))
      throw new Error(`order ${index} was refused: ${code}`)
    await sleep(100)
  }
  throw new Error(`order ${index} never had an answer`)
}

async function killRepeatedly(
  product: Product,
  { kills, victim }: { kills: number; victim: 'server' | 'database' },
): Promise<void> {
  for (let count = 0; count < kills; count++) {
    await sleep(60 + Math.random() * 200)
    if (victim === 'database') {
      await product.killDatabase()
      continue
    }
    product.killServer()
    await product.restart()
  }
}

async function countOrders(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from orders')
  return rows[0]!.n
}

async function findFaults(
  client: pg.Client,
  { outcomes, orders, before }: { outcomes: Outcome[]; orders: number; before: number },
): Promise<string[]> {
  const faults: string[] = []
  const numbers = new Set(outcomes.map(({ number }) => number))
  if (numbers.size !== orders) faults.push(`${orders} keys were answered with ${numbers.size} orders`)
  const { rows } = await client.query<{ n: number }>(
    'select count(*)::int as n from orders where unique_order_id = any ($1)',
    [[...numbers]],
  )
  if (rows[0]!.n !== numbers.size) faults.push(`${numbers.size - rows[0]!.n} acknowledged orders are gone`)
  const extra = (await countOrders(client)) - before - orders
  if (extra !== 0) faults.push(`${extra} orders more than were asked for`)
  const { host, port, user, password, database } = client as pg.Client & { password: string }
  const pool = openPool({ host, port, user: user!, password, database: database! }, { size: 4, asApplication: false })
  const differences = await checkLedger(openDb(pool))
  await pool.end()
  return [
    ...faults,
    ...differences.map(
      (difference) =>
        `the books differ: ${JSON.stringify(difference, (_key, value) => (typeof value === 'bigint' ? String(value) : value))}`,
    ),
  ]
}

async function post(url: string, call: string, body: object, key?: string): Promise<unknown> {
  const answer = await fetch(`${url}/public/api/${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  })
  return answer.json()
}
