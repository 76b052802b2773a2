import { createHash, randomUUID } from 'node:crypto'
import type pg from 'pg'

const DAYS = 730
const STORES = 200
const PEOPLE = 121_000
/** Tables that get millions of rows. The indexes of these tables are created after the rows, which is faster. */
const LARGE = ['orders', 'order_lines', 'order_events']

/**
 * Inserts `orders` orders of two years, each with two lines and five events, without firing triggers. The orders belong
 * to 200 stores, including the existing ones. The number of customers who order grows over time. Most orders were
 * delivered, and those of the last hour are open.
 */
export async function fillYears(client: pg.Client, orders: number): Promise<void> {
  await client.query("set statement_timeout = 0; set maintenance_work_mem = '1GB'; select setseed(0.42)")
  await client.query(`
    insert into stores (slug, name, latitude, longitude, is_accepted, delivery_type)
      select 'year-' || n, 'Year ' || n, 12.9352, 77.6245, true, 3 from generate_series((select count(*) + 1 from stores), ${STORES}) n;
    insert into users (id, name, phone, referral_code)
      select 100 + n, 'Customer ' || n, '+9170' || lpad(n::text, 8, '0'), 'Y' || n from generate_series(1, ${PEOPLE}) n;
    insert into user_roles (user_id, role) select id, case when id <= 400 then 'rider' else 'customer' end from users where id between 101 and 100 + ${PEOPLE}`)
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
      where i.indrelid = any ($1::regclass[]) and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [LARGE],
  )
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  await client.query('set session_replication_role = replica')
  await client.query(
    `insert into orders (unique_order_id, user_id, store_id, status, rider_id, delivery_type, payment_mode, currency, address, location,
                         latitude, longitude, distance_km, delivery_pin, subtotal_minor, total_minor, payable_minor, placed_at, promised_at, delivered_at)
     select 'OD-Y-' || n, 400 + 1 + (random() * (20000 + n / 10.0))::int, 1 + (random() * ${STORES - 1})::int, status,
            case when status in (3, 4, 5) then 101 + n % 300 end, 1, case when status = 9 then 'RAZORPAY' else 'COD' end, 'INR', '12 Lake Road', '{}',
            12.9352, 77.6245, 1, '24681', 20000 + n % 5000, 20000 + n % 5000, 20000 + n % 5000, placed_at, placed_at + interval '40 minutes',
            case when status = 5 then placed_at + interval '30 minutes' + n % 20 * interval '1 minute' end
       from (select n, placed_at, case when placed_at > now() - interval '1 hour' then 1 + n % 4
                                       when n % 50 < 2 then 6 when n % 50 = 2 then 9 else 5 end as status
               from (select n, now() - interval '${DAYS} days' * (1 - n::float8 / $1) as placed_at from generate_series(1, $1) n) m) o`,
    [orders],
  )
  await client.query(
    `insert into order_lines (order_id, store_id, name, quantity, unit_price_minor)
       select o.id, o.store_id, 'Item ' || l.item, 1, case l.place when 1 then 10000 else o.subtotal_minor - 10000 end
         from orders o, lateral (values (1, o.id * 7 % 40), (2, 40 + o.id * 11 % 20)) l(place, item)`,
  )
  await client.query(
    `insert into order_events (order_id, store_id, user_id, rider_id, kind, from_status, to_status, actor, at)
       select o.id, o.store_id, o.user_id, o.rider_id, 'move', nullif(e.status - 1, 0), e.status, 'staff', o.placed_at + e.status * interval '6 minutes'
         from orders o, generate_series(1, 5) e(status)`,
  )
  await client.query('set session_replication_role = origin')
  for (const { definition } of indexes) await client.query(definition)
  await client.query("select setval('orders_id_seq', (select max(id) from orders))")
  await client.query('vacuum analyze')
}

/** Creates a member of staff who may see reports and orders, and returns the token of a session. */
export async function openStaffSession(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ id: number }>(
    `with person as (insert into users (name, email, referral_code) values ('Staff', 'staff@bench.test', 'STAFF') returning id),
     role as (insert into user_roles (user_id, role) select id, 'staff' from person),
     permission as (insert into staff_permissions (user_id, permission)
       select id, p from person, unnest(array['dashboard_view', 'order_view', 'reports_view']) p)
     select id from person`,
  )
  return openSession(client, rows[0]!.id, 'staff')
}

/** Opens a session for a day and returns its token. */
export async function openSession(client: pg.Client, userId: number, audience: 'customer' | 'staff'): Promise<string> {
  const token = createHash('sha256').update(randomUUID()).digest('base64url')
  await client.query(
    `insert into sessions (token_hash, user_id, audience, in_dashboard, expires_at)
     values (sha256($1::bytea), $2, $3, $3 = 'staff', now() + interval '1 day')`,
    [Buffer.from(token), userId, audience],
  )
  return token
}
