import { createServer } from 'node:http'
import pg from 'pg'

/**
 * The least work that an order can take: a server with only `node:http`, the driver and one prepared statement. In one
 * commit, the server writes everything that must be durable of an order: the order, its lines, its event, two rows of a
 * ledger, and the stock of the items. The server checks nothing, and its tables have no index except the primary keys.
 * Environment: LIMIT_DATABASE, PORT.
 */
const pool = new pg.Pool({ ...(JSON.parse(process.env.LIMIT_DATABASE!) as pg.PoolConfig), max: 16 })
const text = `
  with placed as (
    insert into bare.orders (user_id, store_id, total_minor) values ($1, $2, $3) returning id
  ), line as (
    insert into bare.order_lines (order_id, item_id, quantity)
      select placed.id, l.item_id, l.quantity from placed, unnest($4::int[], $5::int[]) as l (item_id, quantity)
  ), event as (
    insert into bare.order_events (order_id, to_status) select id, 1 from placed
  ), posting as (
    insert into bare.ledger_entries (order_id, account_id, amount_minor)
      select placed.id, p.account_id, p.amount_minor from placed, (values ($1::int, -$3::bigint), (0, $3::bigint)) as p (account_id, amount_minor)
  ), taken as (
    update bare.items set stock = stock - l.quantity from unnest($4::int[], $5::int[]) as l (item_id, quantity) where id = l.item_id
  )
  select id from placed`

type Body = { user: number; store: number; order: { id: number; quantity: number }[] }

createServer((incoming, answer) => {
  let body = ''
  incoming.on('data', (chunk) => {
    body += chunk
  })
  incoming.on('end', async () => {
    const { user, store, order } = JSON.parse(body) as Body
    const values = [user, store, 12_500, order.map(({ id }) => id), order.map(({ quantity }) => quantity)]
    const { rows } = await pool.query({ name: 'order', text, values })
    answer.setHeader('content-type', 'application/json; charset=utf-8')
    answer.end(JSON.stringify({ success: true, data: rows[0] }))
  })
}).listen(Number(process.env.PORT), '127.0.0.1', () => process.stdout.write('listening\n'))
