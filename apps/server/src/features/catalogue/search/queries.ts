import type { Point } from '@nukkad/rules/distance.ts'
import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import { columnList } from '#db/columns.ts'
import type { Db } from '#db/connection.ts'
import { textOnce } from '#db/text-once.ts'
import { type PublicItem, publicItem } from '#features/catalogue/menu/columns.ts'
import {
  distanceKmSql,
  latSql,
  lngSql,
  type NearbyStore,
  type PageStore,
  pageStore,
  type StoreRow,
  sharedColumns,
} from '#features/catalogue/stores/columns.ts'
import type { StoreReach } from '#features/catalogue/stores/reach.ts'

/** Maximum number of stores, and of items, that one search returns (GAP-31). */
export const MAX_FOUND = 20
/** Number of characters of a store's description, without HTML tags, that a search reads. */
const MAX_DESCRIPTION = 200
/** Number of days whose sales decide the order of equal matches. */
const SALES_DAYS = 30
/** Minimum length of a query in which typing errors are accepted: one error in every four characters (GAP-69). */
const FORGIVING_FROM = 4

export type FoundStore = PageStore & NearbyStore
export type FoundItem = PublicItem &
  NearbyStore & {
    store_name: StoreRow['name']
    store_slug: StoreRow['slug']
    store_image: StoreRow['image']
    store_placeholder_image: StoreRow['placeholder_image']
  }

/** Selects a `FoundItem`, except its distance, from the item `i`, its category `c` and its store `s`. */
const foundItem = sql`s.name as store_name, s.slug as store_slug, s.image as store_image,
  s.placeholder_image as store_placeholder_image, ${columnList('s', sharedColumns)}, s.offer, ${publicItem}`

export type Found = { stores: FoundStore[]; items: FoundItem[] }

/** Returns whether a query is long enough that it may contain typing errors (GAP-69). */
export function forgivesMistakes(q: string): boolean {
  return [...q].length >= FORGIVING_FROM
}

/** A store of a cell, with the texts that a search reads. */
export type CellStore = StoreReach &
  Pick<StoreRow, 'id' | 'name' | 'description' | 'kind' | 'is_active'> & { categories: string[] }

/** Lists the accepted stores whose `service_box` touches the box between these degrees of latitude and longitude. */
export async function listStoresOfBox(
  db: Db,
  { south, north, west, east }: { south: number; north: number; west: number; east: number },
): Promise<CellStore[]> {
  // A metre is added to the box, because its straight edges deviate by centimetres from the curved surface of the
  // earth.
  const { rows } = await sql<CellStore>`
    select s.id, s.name, left(regexp_replace(s.description, '</?[a-zA-Z][^<>]*>', ' ', 'g'), ${MAX_DESCRIPTION}) as description, s.kind, s.latitude, s.longitude,
           s.delivery_radius_km, s.delivery_areas, s.is_accepted, s.is_active,
           array(select k.name from store_category_stores m join store_categories k on k.id = m.category_id
                  where m.store_id = s.id and k.is_active order by k.id) as categories
      from stores s
     where s.is_accepted
       and s.service_box && cube_enlarge(cube_union(
             cube_union(ll_to_earth(${south}, ${west}), ll_to_earth(${south}, ${east})),
             cube_union(ll_to_earth(${north}, ${west}), ll_to_earth(${north}, ${east}))), 1, 3)`.execute(db)
  return rows
}

/** The ids of item names and the names, sorted by id. */
export type Names = { id: number; name: string }[]

/**
 * Lists the names of items in the town that contain the roots of all words of the query, or its letters with different
 * spaces. An index finds names by the longest root.
 */
export async function listSpelledNames(db: Db, { roots, joined }: { roots: string[]; joined: string }): Promise<Names> {
  const patterns = roots.map(patternOf)
  const longest = patterns.toSorted((a, b) => b.length - a.length)[0]
  const { rows } = await sql<Names[number]>`
    select n.id, n.name from item_names n
     where (n.name ilike ${longest} and n.name ilike all (${patterns}::text[]))
        or replace(n.name, ' ', '') ilike ${patternOf(joined)}
     order by n.id`.execute(db)
  return rows
}

/** Lists the item names of all stores that share many trigrams with the text. */
export async function listSimilarNames(db: Db, text: string): Promise<Names> {
  const { rows } = await sql<Names[number]>`
    select n.id, n.name from item_names n where ${text} <% n.name order by n.id`.execute(db)
  return rows
}

function patternOf(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/**
 * The available items of a store: the ids of their names in ascending order, their own ids, and the menu category of
 * each, as a position in `sections`.
 */
export type StoreMenu = { names: Int32Array; items: Int32Array; sectionOf: Int32Array; sections: string[] }

type MenuRow = { store_id: number; sections: Record<number, string> } & Record<
  'names' | 'items' | 'section_ids',
  number[]
>

/** Lists the menus of the stores, in the order of the ids. The menu of a store without available items is empty. */
export async function listMenus(db: Db, storeIds: readonly number[]): Promise<StoreMenu[]> {
  // The menus are read as JSON, because arrays of numbers take five times as long to read.
  const { rows } = await sql<MenuRow>`
    select store_id, json_agg(name order by name, id) as names, json_agg(id order by name, id) as items,
           json_agg(section order by name, id) as section_ids,
           (select json_object_agg(c.id, c.name) from item_categories c where c.store_id = r.store_id) as sections
      from (select i.store_id, n.id as name, i.id, c.id as section
              from items i join item_names n on n.name = i.name
              join item_categories c on c.id = i.item_category_id and c.store_id = any (${storeIds}::int[])
             where i.store_id = any (${storeIds}::int[]) and i.deleted_at is null and i.is_active and c.is_enabled
               and i.stock is distinct from 0) r
     group by store_id`.execute(db)
  const menus = new Map(rows.map((row) => [row.store_id, row]))
  return storeIds.map((id) => {
    const { names = [], items = [], section_ids: ofItems = [], sections = {} } = menus.get(id) ?? {}
    const ids = [...new Set(ofItems)]
    const places = new Map(ids.map((section, place) => [section, place]))
    return {
      names: Int32Array.from(names),
      items: Int32Array.from(items),
      sectionOf: Int32Array.from(ofItems, (section) => places.get(section)!),
      sections: ids.map((section) => sections[section]!),
    }
  })
}

/** Number of units that a store sold, by the id of the item name. */
export type Sales = ReadonlyMap<number, number>

/** Lists the sales of the stores in the last `SALES_DAYS` days, in the order of the ids. */
export async function listSales(db: Db, storeIds: readonly number[]): Promise<Sales[]> {
  const { rows } = await sql<{ store_id: number; names: number[]; units: number[] }>`
    select store_id, array_agg(id) as names, array_agg(units) as units
      from (select d.store_id, n.id, sum(d.quantity)::int as units
              from daily_item_sales d join item_names n on n.name = d.name
             where d.store_id = any (${storeIds}::int[]) and d.day > current_date - ${SALES_DAYS}::int
             group by d.store_id, n.id) sold
     group by store_id`.execute(db)
  const sold = new Map(rows.map(({ store_id, names, units }) => [store_id, { names, units }]))
  return storeIds.map((id) => {
    const { names, units } = sold.get(id) ?? { names: [], units: [] }
    return new Map(names.map((name, at) => [name, units[at]!]))
  })
}

/** Lists the item names with these ids. */
export async function listNames(db: Db, ids: readonly number[]): Promise<Names> {
  const { rows } = await sql<Names[number]>`
    select n.id, n.name from item_names n where n.id = any (${ids}::int[]) order by n.id`.execute(db)
  return rows
}

/**
 * Lists the rows of the stores and items that a search found, in the order of their ids; `distances` has the distance
 * of each store in kilometres. Items that are no longer available, and items of stores that have closed, are left out.
 */
export async function listFound(
  db: Db,
  {
    storeIds,
    itemIds,
    distances,
  }: { storeIds: readonly number[]; itemIds: readonly number[]; distances: ReadonlyMap<number, number> },
): Promise<Found> {
  if (storeIds.length + itemIds.length === 0) return { stores: [], items: [] }
  const { rows } = await db.executeQuery<AnswerRow>(CompiledQuery.raw(textOnce(db, foundSql), [storeIds, itemIds]))
  const { stores, items } = foundOf(rows[0]!)
  for (const store of stores) store.distance_km = distances.get(store.id)!
  for (const item of items) item.distance_km = distances.get(item.store_id)!
  return { stores, items }
}

function foundSql(): RawBuilder<unknown> {
  return sql`
    select (select coalesce(json_agg(r order by r.position), '[]')
              from (select f.position, s.offer, ${pageStore}
                      from unnest(${sql.raw('$1::int[]')}) with ordinality f (id, position) join stores s on s.id = f.id
                     where s.is_accepted) r) as stores,
           (select coalesce(json_agg(r order by r.position), '[]')
              from (select f.position, ${foundItem}
                      from unnest(${sql.raw('$2::int[]')}) with ordinality f (id, position) join items i on i.id = f.id
                      join item_categories c on c.id = i.item_category_id join stores s on s.id = i.store_id
                     where i.deleted_at is null and i.is_active and c.is_enabled and i.stock is distinct from 0
                       and s.is_accepted and s.is_active) r) as items`
}

/**
 * Finds accepted stores that serve the point by the names of their store categories, and available items of the open
 * stores by the names of their menu categories, best first (GAP-32). Similar names are returned only if no name
 * contains the query. One statement finds the stores and the items (docs/decisions/0013).
 */
export async function findByCategory(db: Db, { point, q }: { point: Point; q: string }): Promise<Found> {
  const values = [point.lat, point.lng, q, ...patternsOf(q), forgivesMistakes(q)]
  const { rows } = await db.executeQuery<AnswerRow>(CompiledQuery.raw(textOnce(db, byCategorySql), values))
  return foundOf(rows[0]!)
}

/** Three patterns of LIKE for a query, as parts of a statement. */
type Wanted = Record<'inside' | 'start' | 'word', RawBuilder<unknown>>

/**
 * Returns the patterns for names with the query anywhere, with the query at the start, and with the query at the start
 * of a word.
 */
function patternsOf(q: string): [inside: string, start: string, word: string] {
  const inside = patternOf(q)
  return [inside, inside.slice(1), `% ${inside.slice(1)}`]
}

/** Minimum similarity with which the name of a category is a result. */
const minSimilarity = sql.lit(0.4)

/** An answer of two JSON arrays of rows; the keys of a row are the selected columns. */
type AnswerRow = Record<'stores' | 'items', Record<string, unknown>[]>

function foundOf({ stores, items }: AnswerRow): Found {
  return { stores: stores.map(withExactMoney) as FoundStore[], items: items.map(withExactMoney) as FoundItem[] }
}

/** Converts the amounts of a JSON row, which are numbers below 2^53, to bigint. */
function withExactMoney(row: Record<string, unknown>): object {
  for (const key in row) if (key.endsWith('_minor')) row[key] = BigInt(row[key] as number)
  return row
}

function byCategorySql(): RawBuilder<unknown> {
  const q = sql.raw('$3::text')
  const wanted: Wanted = { inside: sql.raw('$4::text'), start: sql.raw('$5::text'), word: sql.raw('$6::text') }
  return sql`
    with ${servingSql()},
    known as materialized (
      select v.id as store_id, v.distance_km, v.is_active, null::int as item_category_id, k.name
        from serving v join store_category_stores m on m.store_id = v.id join store_categories k on k.id = m.category_id
       where k.is_active
       union all
      select v.id, v.distance_km, v.is_active, c.id, c.name
        from serving v join item_categories c on c.store_id = v.id where c.is_enabled
    ),
    names as materialized (select name, ${placeSql('name', wanted)} as place from known group by name),
    hits as materialized (
      select k.*, n.place, n.similarity, n.closeness
        from known k
        join (select name, place, word_similarity(${q}, name) as similarity, similarity(${q}, name) as closeness
                from names
               where place is not null
                   or case when ${sql.raw('$7::boolean')} and not exists (select from names where place is not null)
                      then word_similarity(${q}, name) >= ${minSimilarity} else false end) n on n.name = k.name
    ),
    found_stores as (
      select store_id as id, distance_km,
             row_number() over (order by min(place), max(similarity) desc, max(closeness) desc, distance_km, store_id) as position
        from hits
       group by store_id, distance_km
       order by position limit ${sql.lit(MAX_FOUND)}
    ),
    of_menus as materialized (${itemsOfHitsSql(sql`
      select place, similarity, distance_km, store_id, array[item_category_id] as category_ids
        from hits
       where item_category_id is not null and is_active`)}
    ),
    of_stores as (${itemsOfHitsSql(sql`
      select min(place) as place, max(similarity) as similarity, distance_km, store_id,
             array(select c.id from item_categories c where c.store_id = hits.store_id and c.is_enabled
                      and c.id not in (select item_category_id from hits where item_category_id is not null)) as category_ids
        from hits
       where item_category_id is null and is_active and (select count(*) from of_menus) < ${sql.lit(MAX_FOUND)}
       group by store_id, distance_km`)}
    ),
    found_items as (
      select id, distance_km, row_number() over (
               order by is_by_store, place, similarity desc, distance_km, order_column, id
             ) as position
        from (select *, false as is_by_store from of_menus union all select *, true from of_stores) known_items
       order by position limit ${sql.lit(MAX_FOUND)}
    )
    select (select coalesce(json_agg(r order by r.position), '[]')
              from (select f.position, f.distance_km, s.offer, ${pageStore} from found_stores f join stores s on s.id = f.id) r) as stores,
           (select coalesce(json_agg(r order by r.position), '[]')
              from (select f.position, f.distance_km, ${foundItem}
                      from found_items f join items i on i.id = f.id join item_categories c on c.id = i.item_category_id
                      join stores s on s.id = i.store_id) r) as items`
}

/**
 * Returns the SQL of the best items of the categories that were found. The best twenty items are all in the first
 * twenty categories that have an item, or in categories with the same rank as the twentieth, so only these categories
 * are read.
 */
function itemsOfHitsSql(hits: RawBuilder<unknown>): RawBuilder<unknown> {
  const available = sql`i.store_id = h.store_id and i.item_category_id = any (h.category_ids) and i.deleted_at is null
           and i.is_active and i.stock is distinct from 0`
  return sql`
      select i.id, i.order_column, h.place, h.similarity, h.distance_km
        from (select *
                from (${hits}) h
               where exists (select from items i where ${available})
               order by place, similarity desc, distance_km
               fetch first ${sql.lit(MAX_FOUND)} rows with ties) h
       cross join lateral (
              select i.id, i.order_column from items i where ${available} order by i.order_column, i.id limit ${sql.lit(MAX_FOUND)}
            ) i
       order by h.place, h.similarity desc, h.distance_km, i.order_column, i.id
       limit ${sql.lit(MAX_FOUND)}`
}

/** Returns the SQL of the accepted stores that serve the point, by the same rule as `servesPoint`. */
function servingSql(): RawBuilder<unknown> {
  return sql`serving as materialized (
      select s.id, s.name, s.is_active, d.distance_km
        from stores s cross join lateral (select ${distanceKmSql()} as distance_km) d
       where s.is_accepted and s.service_box @> ll_to_earth(${latSql}, ${lngSql})
         and case when s.delivery_areas is null then d.distance_km <= s.delivery_radius_km else ${isInAreasSql()} end
    )`
}

/**
 * Returns a condition that is true if the point is inside one of the store's delivery areas: a ray eastwards from the
 * point crosses one of the areas' rings an odd number of times.
 */
function isInAreasSql(): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from jsonb_array_elements(s.delivery_areas) ring
     where (select count(*) % 2
              from generate_series(0, jsonb_array_length(ring) - 1) n
             cross join lateral (select (ring -> (n - 1) ->> 0)::float8 as lng_a, (ring -> (n - 1) ->> 1)::float8 as lat_a,
                                        (ring -> n ->> 0)::float8 as lng_b, (ring -> n ->> 1)::float8 as lat_b) e
             where (lat_a > ${latSql}) <> (lat_b > ${latSql})
               and ${lngSql} < (lng_b - lng_a) * (${latSql} - lat_a) / nullif(lat_b - lat_a, 0) + lng_a) = 1)`
}

/**
 * Returns the SQL of the position of the query in a name: 0 at its start, 1 at the start of a word, 2 within a word,
 * null if the name does not contain it.
 */
function placeSql(name: string, { inside, start, word }: Wanted): RawBuilder<number | null> {
  const column = sql.ref(name)
  return sql<number | null>`case when ${column} not ilike ${inside} then null
    when ${column} ilike ${start} then 0 when ${column} ilike ${word} then 1 else 2 end`
}
