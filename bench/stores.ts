import type pg from 'pg'
import { type Load, measure, openDatabase, startLimit, startProduct } from './rig.ts'

const RADIUS_KM = 5
const SERVING = 60
const SIZES = [1000, 10_000, 100_000, 1_000_000]
const DATABASE = 'bench_stores'

/** The lower bound of a list of stores: a prepared query that reads its rows, without the product's rules. */
const LIMIT_QUERY = `
  select id, slug, name, description, image, placeholder_image, kind, rating, rating_sum, rating_count, delivery_time, price_range, offer,
         is_featured::int, is_active::int, delivery_type, custom_featured_name, custom_message_on_list,
         array(select category_id from store_category_stores c where c.store_id = stores.id) as categories_ids,
         earth_distance(ll_to_earth($1, $2), ll_to_earth(latitude, longitude)) / 1000 as distance
    from stores
   where is_accepted and service_box @> ll_to_earth($1, $2) and delivery_type in (1, 3)
     and earth_distance(ll_to_earth($1, $2), ll_to_earth(latitude, longitude)) <= delivery_radius_km * 1000
   order by distance limit 60`

export type Row = { what: string; product: number; limit: number; ratio: number; aim: number; note: string }

/**
 * Measures the list of stores near a point, which is part (a) of the benchmark. About 60 stores serve the point, for
 * every size of the table.
 */
export async function benchStoreLists(sizes = SIZES): Promise<Row[]> {
  const rows: Row[] = []
  const p95: number[] = []
  for (const size of sizes) {
    const { uncached, cached, bare, serving } = await measureSize(size)
    p95.push(uncached.p95)
    const what = `stores near a point, ${size.toLocaleString('en-IN')}`
    rows.push(
      row(`${what}, no cache`, uncached, bare, 0.8, `${serving} stores, 1 query, p95 ${uncached.p95.toFixed(1)} ms`),
      row(`${what}, with the cache`, cached, bare, 3, `0 queries, p95 ${cached.p95.toFixed(1)} ms`),
    )
  }
  const [small = 0, large = 0] = [p95[0], p95.at(-1)]
  const note = `at most twice as long: the ratio shown is the inverse`
  rows.push({
    what: 'p95 of the smallest against the largest table, ms',
    product: small,
    limit: large,
    ratio: small / large,
    aim: 0.5,
    note,
  })
  return rows
}

function row(what: string, product: Load, limit: Load, aim: number, note: string): Row {
  return {
    what,
    product: product.perSecond,
    limit: limit.perSecond,
    ratio: product.perSecond / limit.perSecond,
    aim,
    note,
  }
}

async function measureSize(size: number): Promise<{ uncached: Load; cached: Load; bare: Load; serving: number }> {
  const { postgres, client, url } = await openDatabase(DATABASE)
  const body = '{"latitude":{lat},"longitude":{lng}}'
  try {
    await fill(client, size)
    const limit = await startLimit(postgres, DATABASE, LIMIT_QUERY, ['latitude', 'longitude'])
    const bare = await measure(limit.url, body, { varied: 'nearby' })
    await limit.stop()
    const product = await startProduct(url)
    const list = `${product.url}/get-delivery-restaurants`
    const uncached = await measure(list, body, { varied: 'nearby' })
    const cached = await measure(list, body, { varied: 'same' })
    await product.stop()
    return { uncached, cached, bare, serving: await countServing(client) }
  } finally {
    await client.end()
    await postgres.stop()
  }
}

/** Places stores evenly in a square, so that a circle of the delivery radius contains about sixty. */
async function fill(client: pg.Client, size: number): Promise<void> {
  const sideKm = Math.sqrt((size * Math.PI * RADIUS_KM ** 2) / SERVING)
  await client.query('set statement_timeout = 0')
  await client.query('drop index if exists stores__service_box')
  await client.query('select setseed(0.42)')
  await client.query(
    `insert into stores (slug, name, description, image, latitude, longitude, delivery_radius_km, is_accepted, delivery_type, rating_sum, rating_count, price_range)
     select 'store-' || n, 'Store number ' || n, 'Meals, snacks and drinks', '/assets/img/restaurants/store.webp',
            12.9352 + (random() - 0.5) * $2 / 111.2, 77.6245 + (random() - 0.5) * $2 / (111.2 * cos(radians(12.9352))), $3, true, 3, 84, 20, '400'
       from generate_series(1, $1) as n`,
    [size, sideKm, RADIUS_KM],
  )
  await client.query('create index stores__service_box on stores using gist (service_box) where is_accepted')
  await client.query('vacuum analyze stores')
}

async function countServing(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    'select count(*)::int as n from stores where service_box @> ll_to_earth(12.9352, 77.6245) and earth_distance(ll_to_earth(12.9352, 77.6245), ll_to_earth(latitude, longitude)) <= delivery_radius_km * 1000',
  )
  return rows[0]!.n
}
