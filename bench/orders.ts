import { createHash, randomUUID } from 'node:crypto'
import pg from 'pg'
import { openDatabase, startProduct } from './rig.ts'
import type { Row } from './stores.ts'

const DATABASE = 'bench_orders'
const CONNECTIONS = 16
const SECONDS = 6
const CUSTOMERS = 200

type Statement = { name?: string; text: string; values: unknown[] }
type Customer = { id: number; token: string }

/**
 * (c) Measures place-order with three lines at 16 connections. The limit is a loop that sends the recorded statements
 * of one order to the same database, with new keys, numbers and customers each time.
 */
export async function benchOrders(): Promise<Row[]> {
  const { postgres, client, url } = await openDatabase(DATABASE)
  try {
    const { customers, body } = await fill(client)
    const statements = await recordStatements(url, customers[0]!, body)
    await client.query('vacuum analyze')
    const limit = await loop(
      new pg.Pool({ ...postgres.connection(DATABASE), max: CONNECTIONS, options: '-c role=nukkad_app' }),
      statements,
      customers,
    )
    await client.query('vacuum analyze')
    const product = await startProduct(url)
    const own = await placeOrders(product.url, customers, body)
    await product.stop()
    return [
      {
        what: 'place-order of three lines, 16 connections',
        product: own.perSecond,
        limit,
        ratio: own.perSecond / limit,
        aim: 0.5,
        note: `${statements.length} statements with begin, commit and session, p95 ${own.p95.toFixed(1)} ms`,
      },
    ]
  } finally {
    await client.end()
    await postgres.stop()
  }
}

async function fill(client: pg.Client): Promise<{ customers: Customer[]; body: string }> {
  await client.query(`
    insert into stores (slug, name, latitude, longitude, is_accepted, delivery_type, delivery_charge_minor, store_charge_minor)
      select 'bench-' || n, 'Bench ' || n, 12.9352, 77.6245, true, 3, 2500, 500 from generate_series(1, 20) n;
    insert into item_categories (store_id, name) select id, 'Meals' from stores;
    insert into items (store_id, item_category_id, name, price_minor) select c.store_id, c.id, 'Item ' || n, 5000 + n from item_categories c, generate_series(1, 40) n`)
  // Ids that equal no other value of an order, so that the recording can recognise them.
  await client.query('alter table users alter column id restart with 7000001')
  const customers: Customer[] = []
  for (let index = 0; index < CUSTOMERS; index++) {
    const token = createHash('sha256').update(randomUUID()).digest('base64url')
    const { rows } = await client.query<{ id: number }>(
      `with person as (
         insert into users (name, phone, referral_code) values ('Bench', '+9180000' || lpad($1::text, 5, '0'), 'B' || $1::text) returning id),
       address as (insert into addresses (user_id, address, latitude, longitude) select id, '12 Lake Road', 12.94, 77.62 from person returning id, user_id),
       session as (insert into sessions (token_hash, user_id, audience, expires_at) select sha256($2::bytea), id, 'customer', now() + interval '1 day' from person),
       role as (insert into user_roles (user_id, role) select id, 'customer' from person)
       select user_id as id from address`,
      [index, Buffer.from(token)],
    )
    await client.query(
      'update users set default_address_id = (select id from addresses where user_id = $1) where id = $1',
      [rows[0]!.id],
    )
    customers.push({ id: rows[0]!.id, token })
  }
  const { rows } = await client.query<{ id: number }>('select id from items where store_id = 1 order by id limit 3')
  const body = JSON.stringify({
    order: rows.map(({ id }) => ({ id, quantity: 2 })),
    method: 'COD',
    delivery_type: 1,
    location: null,
  })
  return { customers, body }
}

/** Lets the product place one order and records the statements that it sends. */
async function recordStatements(url: string, customer: Customer, body: string): Promise<Statement[]> {
  const { recorded } = await import('./record.ts')
  return recorded(url, customer, body)
}

/** Sends the recorded statements repeatedly over the given number of connections. */
async function loop(pool: pg.Pool, statements: Statement[], customers: Customer[]): Promise<number> {
  pool.on('connect', (client) => client.on('error', () => {}))
  const run = async (seconds: number): Promise<number> => {
    const deadline = performance.now() + seconds * 1000
    let done = 0
    await Promise.all(
      Array.from({ length: CONNECTIONS }, async (_, lane) => {
        const client = await pool.connect()
        for (let turn = lane; performance.now() < deadline; turn += CONNECTIONS) {
          await replay(client, statements, customers[turn % customers.length]!)
          done += 1
        }
        client.release()
      }),
    )
    return done / seconds
  }
  await run(1)
  const perSecond = await run(SECONDS)
  await pool.end()
  return perSecond
}

/**
 * Replaces the values that differ in each order: the customer, the order number, the key, and the id from the database.
 */
async function replay(client: pg.PoolClient, statements: Statement[], customer: Customer): Promise<void> {
  const number = `OD-11-21-${randomUUID().slice(0, 4)}-${randomUUID().slice(0, 8)}`.toUpperCase()
  const key = randomUUID()
  let orderId: number | undefined
  for (const { text, values, name } of statements) {
    const filled = values.map((value) => {
      if (value === '{user}') return customer.id
      if (value === '{userKey}') return `place-order:${customer.id}`
      if (value === '{lock}') return `${customer.id}:place-order:${key}`
      if (value === '{token}') return createHash('sha256').update(customer.token).digest()
      if (value === '{number}') return number
      if (value === '{key}') return key
      if (value === '{ids}') return [orderId]
      return value
    })
    const { rows } = await client.query(name ? { name, text, values: filled } : { text, values: filled })
    if (/insert into orders/.test(text)) orderId = (rows[0] as { id: number }).id
  }
}

async function placeOrders(
  url: string,
  customers: Customer[],
  body: string,
): Promise<{ perSecond: number; p95: number }> {
  const { loadOrders } = await import('./record.ts')
  await loadOrders({ url, customers, body, seconds: 1, connections: CONNECTIONS })
  return loadOrders({ url, customers, body, seconds: SECONDS, connections: CONNECTIONS })
}
