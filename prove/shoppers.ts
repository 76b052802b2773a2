import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { openDb, openPool } from '../apps/server/src/db/connection.ts'
import { checkLedger } from '../apps/server/src/features/ledger/wallet/checker.ts'
import type { Product } from './product.ts'

export type Customer = { token: string }
export type Basket = { storeId: number; itemId: number; quantity: number }

/** Lifts the rate limits, because fault tests send more calls than customers do. */
export async function liftLimits(client: pg.Client): Promise<void> {
  await client.query(
    `insert into settings (key, value) select key, '1000000' from unnest(array['limitCallsPerMinute', 'limitPagesPerMinute', 'limitOrdersPerCustomer', 'limitUnpaidOrdersPerCustomer', 'limitCodesPerAddress', 'limitPaymentsPerCustomer']) as key
     on conflict (key) do update set value = excluded.value`,
  )
}

export async function newCustomer({ url }: Product, client: pg.Client, index: number): Promise<Customer> {
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

/** Returns items that customers can order now without add-ons, in a quantity that meets the store's minimum. */
export async function findBaskets(client: pg.Client): Promise<Basket[]> {
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

/**
 * Kills the server or its database with -9 at random moments. After a kill, the server restarts the database, and this
 * function restarts the server.
 */
export async function killRepeatedly(
  product: Product,
  { kills, victim, apartMs = 200 }: { kills: number; victim: 'server' | 'database' | 'both'; apartMs?: number },
): Promise<void> {
  for (let count = 0; count < kills; count++) {
    await sleep(apartMs * (0.3 + Math.random()))
    if (victim === 'database' || (victim === 'both' && count % 2 === 1)) {
      await product.killDatabase()
      continue
    }
    product.killServer()
    await product.restart()
  }
}

/** Returns a line of text for each difference that the ledger check finds. */
export async function findDifferences(client: pg.Client): Promise<string[]> {
  const { host, port, user, password, database } = client as pg.Client & { password: string }
  const pool = openPool({ host, port, user: user!, password, database: database! }, { size: 4, asApplication: false })
  const differences = await checkLedger(openDb(pool))
  await pool.end()
  return differences.map(
    (difference) =>
      `the ledger differs: ${JSON.stringify(difference, (_key, value) => (typeof value === 'bigint' ? String(value) : value))}`,
  )
}

export async function post(url: string, call: string, body: object, key?: string): Promise<unknown> {
  const answer = await fetch(`${url}/public/api/${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  })
  return answer.json()
}

const AGAIN_AFTER_MS = 50
const TRIES = 800

/** Repeats a call with the same key until the server has answered. */
export async function postUntilAnswered(url: string, call: string, body: object, key: string): Promise<unknown> {
  for (let tries = 0; tries < TRIES; tries++) {
    const answer = (await post(url, call, body, key).catch(() => undefined)) as { error?: { code: string } } | undefined
    if (answer && !['TEMPORARILY_AWAY', 'IDEMPOTENCY_IN_PROGRESS', 'INTERNAL'].includes(answer.error?.code ?? ''))
      return answer
    await sleep(AGAIN_AFTER_MS)
  }
  throw new Error(`${call} never had an answer`)
}
