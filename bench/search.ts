import type pg from 'pg'
import { type Load, measure, openDatabase, startLimit, startProduct, type Varied } from './rig.ts'
import type { Row } from './stores.ts'

const DATABASE = 'bench_search'
const STORES = 1000
const ITEMS_OF_A_STORE = 100
const RADIUS_KM = 5
/** The maximum time of each call for searches, as a multiple of the time for the list of stores at the same point. */
const MAX_TIMES_THE_LIST = { 'search-restaurants': 2, 'search-category': 3 }

/**
 * The lower bound of a search, without the product's rules: one prepared query that finds the names containing the
 * text, scores each name once, and reads full rows only for the best twenty.
 */
const LIMIT_QUERY = `
  with serving as materialized (
    select id, slug, name from stores
     where is_accepted and is_active and service_box @> ll_to_earth($1, $2)
       and earth_distance(ll_to_earth($1, $2), ll_to_earth(latitude, longitude)) <= delivery_radius_km * 1000),
  hits as materialized (
    select i.id, i.name from items i
     where i.store_id = any (array(select id from serving)) and i.is_active and i.deleted_at is null
       and i.name in (select name from item_names where name ilike '%' || $3 || '%')),
  best as (
    select unnest(array_agg(id)) as id, word_similarity($3, name) as similarity from hits group by name order by similarity desc limit 20)
  select i.id, i.name, i.price_minor::text as price, i.old_price_minor::text as old_price, i.image, i.description as desc, i.is_veg,
         i.item_category_id, i.addon_pricing, i.order_column, json_build_object('id', s.id, 'slug', s.slug, 'name', s.name) as restaurant
    from best join items i on i.id = best.id join serving s on s.id = i.store_id
   order by best.similarity desc`

/** The lower bound of reading an item: a prepared query that reads the item with its add-ons. */
const ITEM_QUERY = `
  select i.id, i.store_id as restaurant_id, i.item_category_id, c.name as category_name, i.name, i.price_minor::text as price, i.old_price_minor::text as old_price,
         s.currency, i.image, i.image as large, i.placeholder_image, i.is_recommended::int, i.is_popular::int, i.is_new::int, i.description as desc, i.is_active::int, i.is_veg,
         i.order_column, null as zone_id, 0 as quantity, i.addon_pricing,
         (select coalesce(json_agg(a.*), '[]') from item_addon_categories ic join addon_categories a on a.id = ic.addon_category_id where ic.item_id = i.id) as addon_categories
    from items i join item_categories c on c.id = i.item_category_id join stores s on s.id = i.store_id
   where i.id = $1 and i.deleted_at is null`

/**
 * Measures searches among 100,000 items and single items against bare queries, and searches with and without typos
 * against the list of stores, which is part (d) of the benchmark. Each search of the first kind uses a cell of the
 * town, or letters, that no search before it has used.
 */
export async function benchSearch(): Promise<Row[]> {
  const { postgres, client, url } = await openDatabase(DATABASE)
  try {
    await fill(client)
    const body = (q: string) => `{"q":"${q}","latitude":{lat},"longitude":{lng}}`
    const words = letters()
    const first = { varied: 'town', words } as const
    const [again, anItem] = [body('bir'), '{"id":{n}}']
    const limit = await startLimit(postgres, DATABASE, LIMIT_QUERY, ['latitude', 'longitude', 'q'])
    const bareFirst = await measure(limit.url, body('{q}'), first)
    const bareAgain = await measure(limit.url, again, { varied: 'same' })
    await limit.stop()
    const limitOfItem = await startLimit(postgres, DATABASE, ITEM_QUERY, ['id'])
    const bareItem = await measure(limitOfItem.url, anItem, { varied: 'town' })
    await limitOfItem.stop()
    const product = await startProduct(url)
    const search = `${product.url}/search-restaurants`
    const item = (varied: Varied) => measure(`${product.url}/get-single-item`, anItem, { varied })
    const rows = [
      againstLimit('search by three letters, first', await measure(search, body('{q}'), first), bareFirst, 0.5),
      againstLimit('search by three letters, again', await measure(search, again, { varied: 'same' }), bareAgain, 2),
      againstLimit('one item, first', await item('town'), bareItem, 0.5),
      againstLimit('one item, again', await item('same'), bareItem, 0.8),
    ]
    for (const [call, q] of [
      ['search-restaurants', 'biryani'],
      ['search-restaurants', 'biriyani'],
      ['search-restaurants', 'panir tika'],
      ['search-category', 'biryani'],
    ] as const) {
      // The list of stores is measured directly before the searches, so that other load on the machine slows down both.
      const list = await measure(`${product.url}/get-delivery-restaurants`, body(q), { varied: 'nearby' })
      const own = await measure(`${product.url}/${call}`, body(q), { varied: 'nearby' })
      rows.push(
        againstList(
          `${call} "${q}", ${(STORES * ITEMS_OF_A_STORE).toLocaleString('en-IN')} items`,
          own,
          list,
          1 / MAX_TIMES_THE_LIST[call],
        ),
      )
    }
    await product.stop()
    return rows
  } finally {
    await client.end()
    await postgres.stop()
  }
}

/**
 * Returns each group of three letters that occurs in the words of the menus, once. The number of groups must be odd
 * (bench/load.ts).
 */
function letters(): string[] {
  const found = new Set<string>()
  for (const word of `${firstWords} ${secondWords}`.toLowerCase().split(' '))
    for (let at = 0; at + 3 <= word.length; at++) found.add(word.slice(at, at + 3))
  return [...found].slice(found.size % 2 === 0 ? 1 : 0)
}

function againstLimit(what: string, own: Load, bare: Load, aim: number): Row {
  const [product, limit] = [own.perSecond, bare.perSecond]
  return { what, product, limit, ratio: product / limit, aim, note: `p95 ${own.p95.toFixed(1)} ms` }
}

function againstList(what: string, own: Load, list: Load, aim: number): Row {
  return {
    what: `p95 of ${what}, ms, against the list`,
    product: own.p95,
    limit: list.p95,
    ratio: list.p95 / own.p95,
    aim,
    note: 'the ratio shown is the inverse',
  }
}

const firstWords = `Chicken Mutton Paneer Veg Egg Fish Prawn Mushroom Aloo Gobi Dal Malai Hyderabadi Mysore Masala Butter Special Family Mini Spicy`
const secondWords = `Biryani Tikka Curry Korma Dosa Idli Naan Roti Kebab Fry Rice Noodles Soup Paratha Thali Wrap Roll Salad Kulfi Lassi Chai Coffee Juice Shake Halwa Laddu Samosa Pakora Chaat Bhel`

/**
 * Places stores so that about sixty of them serve each point. Each store has items with names of three words, as on
 * menus.
 */
async function fill(client: pg.Client): Promise<void> {
  const sideKm = Math.sqrt((STORES * Math.PI * RADIUS_KM ** 2) / 60)
  await client.query('set statement_timeout = 0')
  await client.query('select setseed(0.42)')
  await client.query(
    `insert into stores (slug, name, latitude, longitude, delivery_radius_km, is_accepted, delivery_type)
     select 'store-' || n, (array['Biryani House', 'Corner Kitchen', 'Tikka Point', 'Daily Fresh', 'Sweet Home'])[n % 5 + 1] || ' ' || n,
            12.9352 + (random() - 0.5) * $2 / 111.2, 77.6245 + (random() - 0.5) * $2 / (111.2 * cos(radians(12.9352))), $3, true, 3
       from generate_series(1, $1) n`,
    [STORES, sideKm, RADIUS_KM],
  )
  await client.query(`
    insert into item_categories (store_id, name, order_column)
    select id, (array['Biryani', 'Starters', 'Breads', 'Desserts', 'Drinks'])[n], n from stores, generate_series(1, 5) n`)
  await client.query(
    `insert into items (store_id, item_category_id, name, price_minor, order_column)
     select c.store_id, c.id, ($1::text[])[1 + floor(random() * 20)::int] || ' ' || ($2::text[])[1 + floor(random() * 30)::int] || ' '
              || (array['Half', 'Full', 'Plate', 'Combo', 'Bowl', 'Box', 'Deluxe', 'Classic'])[1 + floor(random() * 8)::int], 10000, n
       from item_categories c, generate_series(1, $3) n`,
    [firstWords.split(' '), secondWords.split(' '), ITEMS_OF_A_STORE / 5],
  )
  await client.query("insert into settings (key, value) values ('limitSearchesPerAddress', '1000000000')")
  await client.query('vacuum analyze')
}
