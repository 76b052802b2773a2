import { measure, openDatabase, startLimit, startProduct } from './rig.ts'
import type { Row } from './stores.ts'

const DATABASE = 'bench_menu'
const ITEMS = 300

/** A query that reads, for each item and its add-ons, the columns that the wire has, without the product's rules. */
const LIMIT_QUERY = `
  select i.id, i.store_id as restaurant_id, i.item_category_id, c.name as category_name, i.name, i.price_minor::text as price, i.old_price_minor::text as old_price,
         i.image, i.image as large, i.placeholder_image, i.is_recommended::int, i.is_popular::int, i.is_new::int, i.description as desc, i.is_active::int, i.is_veg,
         i.order_column, null as zone_id, 1 as quantity, i.addon_pricing,
         (select coalesce(json_agg(a.*), '[]') from item_addon_categories ic join addon_categories a on a.id = ic.addon_category_id where ic.item_id = i.id) as addon_categories
    from items i join item_categories c on c.id = i.item_category_id join stores s on s.id = i.store_id
   where s.slug = $1 and i.is_active and i.deleted_at is null
   order by c.order_column, i.order_column`

/** Measures the menu of a store with 300 items, which is part (b) of the benchmark. */
export async function benchMenu(): Promise<Row[]> {
  const { postgres, client, url } = await openDatabase(DATABASE)
  try {
    await client.query(`
      with store as (
        insert into stores (slug, name, latitude, longitude, is_accepted) values ('big-market', 'Big Market', 12.9352, 77.6245, true) returning id),
      category as (
        insert into item_categories (store_id, name, order_column) select store.id, 'Shelf ' || n, n from store, generate_series(1, 10) n returning id, store_id, order_column)
      insert into items (store_id, item_category_id, name, price_minor, description, image, order_column)
      select store_id, category.id, 'Item ' || n, 1000 + n, '<p>Fresh, local and good, packed today.</p>', '/assets/img/items/e-carrot.webp', n
        from category, generate_series(1, ${ITEMS / 10}) n`)
    await client.query('vacuum analyze')
    const product = await startProduct(url)
    const own = await measure(`${product.url}/get-restaurant-items/big-market`, '{}', { varied: 'same' })
    await product.stop()
    const limit = await startLimit(postgres, DATABASE, LIMIT_QUERY, ['slug'])
    const bare = await measure(limit.url, '{"slug":"big-market"}', { varied: 'same' })
    await limit.stop()
    return [
      {
        what: `menu of ${ITEMS} items`,
        product: own.perSecond,
        limit: bare.perSecond,
        ratio: own.perSecond / bare.perSecond,
        aim: 3,
        note: `1 query, p95 ${own.p95.toFixed(1)} ms`,
      },
    ]
  } finally {
    await client.end()
    await postgres.stop()
  }
}
