import type pg from 'pg'
import { fillTown, measureOrders } from './orders.ts'
import type { OrderLoad } from './record.ts'
import { measure, openDatabase, startProduct } from './rig.ts'
import type { Row } from './stores.ts'

const DATABASE = 'bench_visits'
const PEOPLE = 10
/**
 * Number of days from now to the first booking, so that bookings are after the two weeks for which free times are
 * measured.
 */
const FIRST_DAY = 20
const AIM_FREE_TIMES_MS = 25
const DAY_MS = 24 * 60 * 60_000
/** Number of start times for one phase of a load, more than any customer books. */
const STARTS = 1500

/**
 * Measures a booking (a hold and its order) against an order of goods at the counter of the same salons, which is part
 * (h) of the benchmark. Also measures the call that lists the free times of two weeks, for three services at a salon
 * with ten people.
 */
export async function benchVisits(): Promise<Row[]> {
  const { postgres, client, url } = await openDatabase(DATABASE)
  try {
    const customers = await fillTown(client)
    await fillSalons(client)
    const product = await startProduct(url)
    const free = await measureFreeTimes(product.url, client)
    const goods = customers.map(({ id, token, items }) => ({
      id,
      token,
      body: JSON.stringify({ order: [{ id: items[0], quantity: 1 }], delivery_type: 2, method: 'COD' }),
    }))
    const call = `${product.url}/place-order`
    const ordered = await measureOrders(client, product, () => ({ url: call, customers: goods }))
    const guests = await bookersOf(client, customers)
    const booked = await measureOrders(client, product, (phase) => ({
      url: call,
      customers: guests,
      holds: { url: `${product.url}/hold-visit`, starts: startsOf(phase) },
    }))
    await product.stop()
    return [
      {
        what: 'a booking, of an order of goods at the same salons',
        product: booked.perSecond,
        limit: ordered.perSecond,
        ratio: booked.perSecond / ordered.perSecond,
        aim: 0.6,
        note: `${booked.note}; the order: ${ordered.note}`,
      },
      {
        what: 'free times, 10 people, 14 days, 3 services: p95 in ms',
        product: free,
        limit: AIM_FREE_TIMES_MS,
        ratio: AIM_FREE_TIMES_MS / free,
        aim: 1,
        note: 'one call after another, with a third of the time taken',
      },
    ]
  } finally {
    await client.end()
    await postgres.stop()
  }
}

/** Makes each store a salon of ten people and ten chairs, whose first three items are services of half an hour. */
async function fillSalons(client: pg.Client): Promise<void> {
  await client.query(`
    update stores set kind = 'salon';
    insert into services (item_id, store_id, segments)
      select id, store_id, '[{"minutes": 30, "needsStylist": true, "resourceKind": "chair"}]'
        from (select id, store_id, row_number() over (partition by store_id order by id desc) as n from items) i where n <= 3;
    insert into stylists (store_id, name) select id, 'Person ' || n from stores, generate_series(1, ${PEOPLE}) n;
    insert into stylist_hours (stylist_id, weekday, opens_at, closes_at)
      select id, day, '00:00', '24:00' from stylists, generate_series(0, 6) day;
    insert into stylist_services (stylist_id, item_id)
      select t.id, s.item_id from stylists t join services s on s.store_id = t.store_id;
    insert into resources (store_id, kind, name) select id, 'chair', 'Chair ' || n from stores, generate_series(1, ${PEOPLE}) n;
    insert into booking_terms (store_id, step_minutes, horizon_days, lead_minutes, no_show_grace_minutes, objection_hours, reminder_hours)
      select id, 15, 365, 60, 15, 48, '{24}' from stores`)
}

/** Assigns a person of a salon to each customer, who books that person for one start time after the other. */
async function bookersOf(
  client: pg.Client,
  customers: readonly { id: number; token: string }[],
): Promise<OrderLoad['customers']> {
  const { rows } = await client.query<{ store: number; stylist: number; item: number }>(
    `select t.store_id as store, t.id as stylist, min(s.item_id) as item
       from stylists t join services s on s.store_id = t.store_id group by t.id order by t.id`,
  )
  return customers.map(({ id, token }, index) => {
    const { store, stylist, item } = rows[index % rows.length]!
    return {
      id,
      token,
      hold: JSON.stringify({
        store_id: store,
        services: [{ item_id: item, stylist_id: stylist }],
        starts_at: '{start}',
        replaces: true,
      }),
      body: JSON.stringify({ order: [], delivery_type: 4, unique_visit_id: '{visit}', method: 'COD' }),
    }
  })
}

/** Returns the half hours of a month, a different month for each phase. */
function startsOf(phase: number): string[] {
  const first = Math.ceil(Date.now() / DAY_MS + FIRST_DAY + phase * (STARTS / 48)) * DAY_MS
  return Array.from({ length: STARTS }, (_, index) => new Date(first + index * 30 * 60_000).toISOString())
}

/**
 * Books a third of the time of the first salon. Returns the time in milliseconds that 95 % of the calls for the salon's
 * free times take at most.
 */
async function measureFreeTimes(url: string, client: pg.Client): Promise<number> {
  await client.query(`
    with one as (
      insert into visits (unique_visit_id, store_id, guest_name, status, starts_at, ends_at, terms)
        select 'V-' || t.id || '-' || n, t.store_id, 'Guest', 'booked', at, at + interval '30 minutes', '{}'
          from stylists t, generate_series(0, 14 * 16) n, lateral (select date_trunc('day', now()) + n * interval '90 minutes' as at) a
         where t.store_id = 1
      returning id, unique_visit_id, starts_at, ends_at)
    insert into visit_claims (visit_id, thing, thing_id, during)
      select id, 'stylist', split_part(unique_visit_id, '-', 2)::int, tstzrange(starts_at, ends_at) from one`)
  await client.query('vacuum analyze')
  const { rows } = await client.query<{ item_id: number }>('select item_id from services where store_id = 1 order by 1')
  const body = JSON.stringify({
    store_id: 1,
    services: rows,
    from: new Date(Date.now() + DAY_MS).toISOString().slice(0, 10),
    days: 14,
  })
  const { p95 } = await measure(`${url}/free-times`, body, { varied: 'same', connections: 1 })
  return p95
}
