import { createHash, randomUUID } from 'node:crypto'
import { settings } from '@nukkad/contract/settings/registry.ts'
import type pg from 'pg'
import type { EmbeddedPostgres } from '../apps/server/src/db/embedded.ts'
import { type Recorded, recordCalls } from './record-calls.ts'
import { type Load, measure, openDatabase, startProduct, startReplay } from './rig.ts'
import type { Row } from './stores.ts'

const DATABASE = 'bench_calls'
const STORES = 60
const ORDERS = 25
const AIM = 0.5

export type Asked = { name: string; path?: string; body: object }

/**
 * Measures the most used calls, which is part (e) of the benchmark. The lower bound of each call is a bare `node:http`
 * server that sends the product's recorded statements through the same driver and answers the same value with
 * `JSON.stringify`. `place-order` is measured separately.
 */
export async function benchCalls(): Promise<Row[]> {
  const { postgres, client, url } = await openDatabase(DATABASE)
  try {
    const asked = await fill(client)
    const recorded = await recordCalls(url, asked)
    const product = await startProduct(url)
    try {
      return await measureAll(recorded, { postgres, url: product.url })
    } finally {
      await product.stop()
    }
  } finally {
    await client.end()
    await postgres.stop()
  }
}

async function measureAll(
  calls: readonly Recorded[],
  { postgres, url }: { postgres: EmbeddedPostgres; url: string },
): Promise<Row[]> {
  const rows: Row[] = []
  for (const call of calls) {
    const own = await measure(`${url}/${call.name}${call.path ?? ''}`, JSON.stringify(call.body), once)
    const limit = await startReplay(postgres, DATABASE, call)
    const bare = await measure(limit.url, JSON.stringify(call.body), once)
    await limit.stop()
    rows.push(rowOf(call, own, bare))
  }
  return rows
}

const once = { varied: 'same', seconds: 2 } as const

function rowOf({ name, statements }: Recorded, own: Load, bare: Load): Row {
  const [product, limit] = [own.perSecond, bare.perSecond]
  const note = `${statements.length} statements, p95 ${own.p95.toFixed(1)} ms`
  return { what: name, product, limit, ratio: product / limit, aim: AIM, note }
}

/**
 * Fills a small town: stores with menus, a customer with orders, addresses and notifications, and a rider with an
 * order.
 */
export async function fill(client: pg.Client): Promise<Asked[]> {
  await client.query(`
    insert into stores (slug, name, description, image, latitude, longitude, is_accepted, delivery_type, delivery_charge_minor)
      select 'bench-' || n, 'Bench ' || n, 'Meals and drinks', '/assets/img/restaurants/store.webp', 12.9352, 77.6245, true, 3, 2500 from generate_series(1, ${STORES}) n;
    insert into item_categories (store_id, name) select id, 'Meals' from stores;
    insert into items (store_id, item_category_id, name, price_minor, description)
      select c.store_id, c.id, 'Masala Dosa ' || n, 5000 + n, '<p>Crisp</p>' from item_categories c, generate_series(1, 40) n;
    insert into coupons (code, name, discount_type, discount_minor) values ('BENCH', 'Bench', 'AMOUNT', 5000)`)
  // Raises the rate limits, because they would distort the measurement.
  await client.query(
    "insert into settings (key, value) select key, '1000000000' from unnest($1::text[]) key on conflict do nothing",
    [Object.keys(settings).filter((key) => key.startsWith('limit'))],
  )
  const customer = await person(client, 'customer')
  const rider = await person(client, 'delivery')
  await client.query('insert into riders (user_id, is_on_duty) values ($1, true)', [rider.id])
  await client.query("insert into store_members (store_id, user_id, role) select id, $1, 'rider' from stores limit 5", [
    rider.id,
  ])
  await client.query(
    `insert into orders (unique_order_id, user_id, store_id, status, delivery_type, payment_mode, currency, address, location, latitude, longitude,
                         distance_km, delivery_pin, subtotal_minor, total_minor, payable_minor)
     select 'OD-BENCH-' || n, $1, 1, case when n > 22 then 2 else 5 end, 1, 'COD', 'INR', '12 Lake Road', '{}', 12.9352, 77.6245, 1, '24681', 10000, 10000, 10000
       from generate_series(1, ${ORDERS}) n`,
    [customer.id],
  )
  await client.query(
    "insert into order_lines (order_id, store_id, name, quantity, unit_price_minor) select id, 1, 'Masala Dosa', 1, 10000 from orders",
  )
  await client.query(
    `insert into notifications (user_id, data) select $1, '{"title":"On its way"}' from generate_series(1, 10)`,
    [customer.id],
  )
  await client.query('vacuum analyze')
  const { rows } = await client.query<{ id: number }>('select id from items where store_id = 1 order by id limit 3')
  return callsOf({ token: customer.token, riderToken: rider.token, items: rows })
}

async function person(client: pg.Client, audience: string): Promise<{ id: number; token: string }> {
  const token = createHash('sha256').update(randomUUID()).digest('base64url')
  const { rows } = await client.query<{ id: number }>(
    `with person as (
       insert into users (name, phone, referral_code) values ('Bench', $3, $3) returning id),
     address as (insert into addresses (user_id, address, latitude, longitude) select id, '12 Lake Road', 12.94, 77.62 from person, generate_series(1, 3)),
     role as (insert into user_roles (user_id, role) select id, $4 from person)
     insert into sessions (token_hash, user_id, audience, expires_at) select sha256($1::bytea), id, $2, now() + interval '1 day' from person returning user_id as id`,
    [
      Buffer.from(token),
      audience,
      audience === 'customer' ? '+918000000001' : '+918000000002',
      audience === 'customer' ? 'customer' : 'rider',
    ],
  )
  const { id } = rows[0]!
  await client.query(
    'update users set default_address_id = (select min(id) from addresses where user_id = $1) where id = $1',
    [id],
  )
  return { id, token }
}

type Town = { token: string; riderToken: string; items: { id: number }[] }

function callsOf({ token, riderToken, items }: Town): Asked[] {
  const point = { latitude: 12.9352, longitude: 77.6245 }
  const cart = { order: items.map(({ id }) => ({ id, quantity: 2 })), delivery_type: 1, method: 'COD' }
  return [
    ...['get-settings', 'get-all-languages', 'get-restaurant-category-slides'].map((name) => ({ name, body: {} })),
    { name: 'get-single-language', body: { id: 1 } },
    { name: 'promo-slider', body: point },
    { name: 'get-delivery-restaurants', body: point },
    { name: 'get-restaurant-info', path: '/bench-1', body: {} },
    { name: 'get-restaurant-items', path: '/bench-1', body: {} },
    { name: 'get-single-item', body: items[0]! },
    { name: 'search-restaurants', body: { ...point, q: 'dosa' } },
    { name: 'check-cart-items-availability', body: { items } },
    { name: 'update-user-info', body: { token } },
    { name: 'check-ban', body: { token } },
    { name: 'get-addresses', body: { token, restaurant_id: 1 } },
    { name: 'get-user-notifications', body: { token } },
    { name: 'get-orders', body: { token } },
    { name: 'apply-coupon', body: { token, coupon: 'BENCH', restaurant_id: 1, subtotal: '300' } },
    { name: 'quote', body: { token, ...cart } },
    { name: 'delivery/get-delivery-orders', body: { token: riderToken } },
    {
      name: 'delivery/set-delivery-guy-gps-location',
      body: { token: riderToken, delivery_lat: 12.94, delivery_long: 77.62 },
    },
  ]
}
