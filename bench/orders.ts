import { createHash, randomUUID } from 'node:crypto'
import pg from 'pg'
import { costOf, sayCost } from './cost.ts'
import type { OrderLoad } from './record.ts'
import type { Statement } from './record-calls.ts'
import { openDatabase, startBareOrder, startProduct } from './rig.ts'
import type { Row } from './stores.ts'

const DATABASE = 'bench_orders'
const CONNECTIONS = 8
const SECONDS = 6
const CUSTOMERS = 200
const STORES = 20

type Customer = { id: number; token: string; items: number[] }

/**
 * Measures place-order with two lines at 8 connections, paid in cash, and with wallet and coupon, which is part (c) of
 * the benchmark. The lower bound of an order is a bare server that writes the same durable rows in one statement
 * (bench/bare-order.ts). To find the cause of a difference between product and lower bound, a loop then sends the
 * recorded statements of one order to the same database, with new keys, numbers and customers each time.
 */
export async function benchOrders(): Promise<Row[]> {
  const { postgres, client, url } = await openDatabase(DATABASE)
  try {
    const customers = await fillTown(client)
    const statements = await recordStatements(url, customers[0]!, bodyOf(customers[0]!, cash))
    const bare = await startBareOrder(postgres, DATABASE)
    const limit = await load(client, bare, bare.url, customers, ({ id, items }, index) => ({
      user: id,
      store: (index % STORES) + 1,
      order: items.map((item) => ({ id: item, quantity: 2 })),
    }))
    await bare.stop()
    const product = await startProduct(url)
    const call = `${product.url}/place-order`
    const paidInCash = await load(client, product, call, customers, () => cash)
    const withCoupon = await load(client, product, call, customers, (_, index) => ({
      ...wallet,
      coupon: { code: `BENCH${index % STORES}` },
    }))
    await product.stop()
    await client.query('vacuum analyze')
    const replayed = await loop(
      new pg.Pool({ ...postgres.connection(DATABASE), max: CONNECTIONS, options: '-c role=nukkad_app' }),
      statements,
      customers,
    )
    const against = (what: string, own: Loaded, bareRate: number, aim: number, note: string): Row => ({
      what,
      product: own.perSecond,
      limit: bareRate,
      ratio: own.perSecond / bareRate,
      aim,
      note,
    })
    const count = `${statements.length} statements with begin, commit and session`
    return [
      against('place-order in cash, of the bare order', paidInCash, limit.perSecond, 0.5, paidInCash.note),
      against(
        'place-order with wallet and coupon, of the bare order',
        withCoupon,
        limit.perSecond,
        0.35,
        withCoupon.note,
      ),
      against('the bare order', limit, limit.perSecond, 1, limit.note),
      against('diagnosis: place-order, of its own statements', paidInCash, replayed, 0.5, count),
    ]
  } finally {
    await client.end()
    await postgres.stop()
  }
}

export const cash = { method: 'COD' }
const wallet = { method: 'WALLET' }

/** Returns the body of an order of the customer's two items, with the chosen payment. */
export function bodyOf({ items }: Customer, choice: object): string {
  return JSON.stringify({
    order: items.map((id) => ({ id, quantity: 2 })),
    delivery_type: 1,
    location: null,
    ...choice,
  })
}

type Loaded = { perSecond: number; note: string }

/** Measures orders for which each customer sends a separate body. */
function load(
  client: pg.Client,
  server: { pid: number },
  url: string,
  customers: readonly Customer[],
  choose: (customer: Customer, index: number) => object,
): Promise<Loaded> {
  const orders = {
    url,
    customers: customers.map((customer, index) => ({ ...customer, body: bodyOf(customer, choose(customer, index)) })),
  }
  return measureOrders(client, server, () => orders)
}

/**
 * Measures orders after a warm-up, and the cost of one order.
 * @param of a function that returns the load of each of the three phases
 */
export async function measureOrders(
  client: pg.Client,
  server: { pid: number },
  of: (phase: number) => Pick<OrderLoad, 'url' | 'customers' | 'holds'>,
): Promise<Loaded> {
  const { loadOrders } = await import('./record.ts')
  const send = (phase: number, seconds: number) => loadOrders({ ...of(phase), connections: CONNECTIONS, seconds })
  // PostgreSQL's statistics are updated first, so that it plans its queries for a shop with orders and not for a new
  // shop.
  await send(0, 3)
  await client.query('vacuum analyze')
  await send(1, 1)
  let loaded: Awaited<ReturnType<typeof loadOrders>> | undefined
  const cost = await costOf({ client, serverPid: server.pid }, async () => {
    loaded = await send(2, SECONDS)
    return loaded.count
  })
  const { perSecond, p95 } = loaded!
  return { perSecond, note: `p95 ${p95.toFixed(1)} ms, ${sayCost(cost)}` }
}

/** Creates twenty stores with menus, and two hundred signed-in customers with an address and a full wallet. */
export async function fillTown(client: pg.Client): Promise<Customer[]> {
  await client.query(`
    insert into stores (slug, name, latitude, longitude, is_accepted, delivery_type, delivery_charge_minor, store_charge_minor)
      select 'bench-' || n, 'Bench ' || n, 12.9352, 77.6245, true, 3, 2500, 500 from generate_series(1, ${STORES}) n;
    insert into item_categories (store_id, name) select id, 'Meals' from stores;
    insert into items (store_id, item_category_id, name, price_minor, stock)
      select c.store_id, c.id, 'Item ' || n, 5000 + n, 1000000 from item_categories c, generate_series(1, 40) n;
    insert into coupons (code, name, discount_type, discount_minor) select 'BENCH' || n, 'Bench', 'AMOUNT', 500 from generate_series(0, ${STORES - 1}) n;
    insert into ledger_accounts (kind) values ('adjustments') on conflict do nothing;
    create schema bare;
    create table bare.orders (id bigint generated always as identity primary key, user_id integer not null, store_id integer not null,
      total_minor bigint not null, placed_at timestamptz not null default now());
    create table bare.order_lines (id bigint generated always as identity primary key, order_id bigint not null, item_id integer not null, quantity integer not null);
    create table bare.order_events (id bigint generated always as identity primary key, order_id bigint not null, to_status smallint not null,
      happened_at timestamptz not null default now());
    create table bare.ledger_entries (id bigint generated always as identity primary key, order_id bigint not null, account_id integer not null, amount_minor bigint not null);
    create table bare.items (id integer primary key, stock integer not null) with (fillfactor = 50);
    insert into bare.items select id, stock from items`)
  // The ids of customers begin at a high number that no other value of an order has, so that the recording can
  // recognise them.
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
    const { id } = rows[0]!
    await client.query(
      'update users set default_address_id = (select id from addresses where user_id = $1) where id = $1',
      [id],
    )
    await client
      .query(
        `with opened as (insert into ledger_accounts (kind, user_id, balance_minor) values ('wallet_own', $1, 0) returning id),
       transfer as (insert into transfers (kind, source_type, source_id, currency, description_key) values ('bench', 'bench', $1::text, 'INR', 'bench') returning id)
       select opened.id as account, transfer.id as transfer from opened, transfer`,
        [id],
      )
      .then(({ rows: [made] }) =>
        client.query(
          `insert into postings (transfer_id, account_id, amount_minor) select $1, account, amount
           from (values ($2::bigint, 100000000000), ((select id from ledger_accounts where kind = 'adjustments'), -100000000000)) as p (account, amount)`,
          [made.transfer, made.account],
        ),
      )
    const { rows: items } = await client.query<{ id: number }>(
      'select id from items where store_id = $1 order by id offset $2 limit 2',
      [(index % STORES) + 1, Math.floor(index / STORES) * 4],
    )
    customers.push({ id, token, items: items.map((item) => item.id) })
  }
  return customers
}

/** Lets the product place one order and records the statements that it sends. */
async function recordStatements(url: string, customer: Customer, body: string): Promise<Statement[]> {
  const { recorded } = await import('./record.ts')
  return recorded(url, customer, body)
}

/** Sends the recorded statements repeatedly over the given number of connections. */
async function loop(pool: pg.Pool, statements: Statement[], customers: readonly Customer[]): Promise<number> {
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
 * Sends the recorded statements once, with new values in place of those that differ in each order: the customer, the
 * order number, the key, and the id from the database.
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
