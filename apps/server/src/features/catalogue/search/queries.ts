import type { Point } from '@nukkad/rules/distance.ts'
import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import { type ItemRow, itemColumns } from '#features/catalogue/menu/columns.ts'
import { distanceKmSql, latSql, lngSql, type StoreRow, storeColumns } from '#features/catalogue/stores/columns.ts'

/** The largest number of stores and of items that one search returns (GAP-31). */
const MAX_FOUND = 20
/**
 * The number of names whose items are checked for stock: more than one search returns, because some may be sold out.
 */
const MAX_NAMES = 40
/** From this length a query may contain mistakes: one in every four characters (GAP-69). */
const FORGIVING_FROM = 4

export type FoundStoreRow = StoreRow & { offer: string | null; distance_km: number }

export type FoundItemRow = ItemRow & {
  distance_km: number
  store_name: string
  store_slug: string
  store_image: string
  store_placeholder_image: string | null
}

export type Found = { stores: FoundStoreRow[]; items: FoundItemRow[] }

/**
 * Finds accepted stores that serve the point, and items of the open ones, by their own names, best first. Only if no
 * name contains the query, similar names are returned; stores and items decide this separately. One statement
 * (docs/decisions/0013).
 */
export async function findByName(db: Db, search: { point: Point; q: string }): Promise<Found> {
  return find(db, byNameSql, search)
}

/** Finds the same by the names of store categories and of menu categories: their stores and their items (GAP-32). */
export async function findByCategory(db: Db, search: { point: Point; q: string }): Promise<Found> {
  return find(db, byCategorySql, search)
}

const [q, contains, startsWith, hasWord] = ['$3', '$4', '$5', '$6'].map((name) => sql.raw(`${name}::text`))
const forgives = sql.raw('$7::boolean')
/** The threshold that connections set for `<%`, for comparisons that use no index. */
const minSimilarity = sql.raw("current_setting('pg_trgm.word_similarity_threshold')::float4")

const texts = new Map<() => RawBuilder<unknown>, string>()

async function find(
  db: Db,
  statement: () => RawBuilder<unknown>,
  { point, q: wanted }: { point: Point; q: string },
): Promise<Found> {
  const text = texts.get(statement) ?? statement().compile(db).sql
  texts.set(statement, text)
  const literal = wanted.replace(/[\\%_]/g, '\\$&')
  const values = [point.lat, point.lng, wanted, `%${literal}%`, `${literal}%`, `% ${literal}%`]
  // The answer is one row of two JSON arrays, whose keys are the selected columns.
  const { rows } = await db.executeQuery<Record<'stores' | 'items', Record<string, unknown>[]>>(
    CompiledQuery.raw(text, [...values, [...wanted].length >= FORGIVING_FROM]),
  )
  const { stores, items } = rows[0]!
  return { stores: stores.map(withExactMoney) as FoundStoreRow[], items: items.map(withExactMoney) as FoundItemRow[] }
}

/** Converts the amounts of a JSON row, which are numbers below 2^53, to bigint. */
function withExactMoney(row: Record<string, unknown>): object {
  for (const key in row) if (key.endsWith('_minor')) row[key] = BigInt(row[key] as number)
  return row
}

function byNameSql(): RawBuilder<unknown> {
  return sql`
    with ${servingSql()},
    store_names as materialized (select id, distance_km, name, ${placeSql('name')} as place from serving),
    found_stores as (
      select id, distance_km, row_number() over () as position
        from (select id, distance_km
                from store_names
               where ${isHitSql('store_names')}
               order by place, word_similarity(${q}, name) desc, length(name), distance_km, id
               limit ${sql.lit(MAX_FOUND)}) best
    ),
    switched_off as materialized (
      select id from item_categories where not is_enabled and store_id = any (array(select id from serving))
    ),
    spelled as materialized (${itemsSql(sql`n.name ilike ${contains}`)}),
    alike as materialized (${itemsSql(sql`${q} <% n.name and ${forgives} and not exists (select from spelled)`)}),
    named as (
      select array_agg(id) as ids, array_agg(store_id) as store_ids, length(name) as length, ${placeSql('name')} as place,
             word_similarity(${q}, name) as similarity
        from (select * from spelled union all select * from alike) hits
       group by name
       order by place, similarity desc, length
       fetch first ${sql.lit(MAX_NAMES)} rows with ties
    ),
    found_items as (
      select id, distance_km, row_number() over () as position
        from (select h.id, v.distance_km
                from (select unnest(ids) as id, unnest(store_ids) as store_id, place, similarity, length from named) h
                join serving v on v.id = h.store_id
                join items i on i.id = h.id
               where i.stock is distinct from 0 and i.item_category_id <> all (array(select id from switched_off))
               order by h.place, h.similarity desc, h.length, v.distance_km, h.id
               limit ${sql.lit(MAX_FOUND)}) best
    )
    ${answerSql()}`
}

function byCategorySql(): RawBuilder<unknown> {
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
    names as materialized (select name, ${placeSql('name')} as place from known group by name),
    hits as materialized (
      select k.*, n.place, n.similarity, n.closeness
        from known k
        join (select name, place, word_similarity(${q}, name) as similarity, similarity(${q}, name) as closeness
                from names
               where ${isHitSql('names')}) n on n.name = k.name
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
    ${answerSql()}`
}

/**
 * Returns the SQL of the best items of the categories found. The best twenty items are in the first twenty categories
 * that have an item, and in those that rank equal to the last of them, so that no others are read.
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

/** Returns the SQL of the accepted stores that serve the point, equal to `servesPoint` of the rules. */
function servingSql(): RawBuilder<unknown> {
  return sql`serving as materialized (
      select s.id, s.name, s.is_active, d.distance_km
        from stores s cross join lateral (select ${distanceKmSql()} as distance_km) d
       where s.is_accepted and s.service_box @> ll_to_earth(${latSql}, ${lngSql})
         and case when s.delivery_areas is null then d.distance_km <= s.delivery_radius_km else ${isInAreasSql()} end
    )`
}

/** Returns a condition: a ray eastwards from the point crosses one of the store's rings an odd number of times. */
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
 * Returns the SQL of the items of open stores around whose name is among the matching names; an index alone answers it.
 */
function itemsSql(matches: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
      select i.id, i.store_id, i.name
        from items i
       where i.store_id = any (array(select id from serving where is_active)) and i.deleted_at is null and i.is_active
         and i.name in (select n.name from item_names n where ${matches})`
}

/**
 * Returns the SQL of the position of the query in a name: 0 at its start, 1 at the start of a word, 2 within a word,
 * null if it is not there.
 */
function placeSql(name: string): RawBuilder<number | null> {
  const column = sql.ref(name)
  return sql<number | null>`case when ${column} not ilike ${contains} then null
    when ${column} ilike ${startsWith} then 0 when ${column} ilike ${hasWord} then 1 else 2 end`
}

/** Returns a condition on names with their `place`: they contain the query or, if none does, are similar to it. */
function isHitSql(names: string): RawBuilder<boolean> {
  return sql<boolean>`(place is not null or case when ${forgives} and not exists (select from ${sql.ref(names)} where place is not null)
    then word_similarity(${q}, name) >= ${minSimilarity} else false end)`
}

function answerSql(): RawBuilder<unknown> {
  return sql`
    select (select coalesce(json_agg(r order by r.position), '[]')
              from (select f.position, f.distance_km, s.offer, ${storeColumns} from found_stores f join stores s on s.id = f.id) r) as stores,
           (select coalesce(json_agg(r order by r.position), '[]')
              from (select f.position, f.distance_km, s.name as store_name, s.slug as store_slug, s.image as store_image,
                           s.placeholder_image as store_placeholder_image, ${itemColumns}
                      from found_items f join items i on i.id = f.id join item_categories c on c.id = i.item_category_id
                      join stores s on s.id = i.store_id) r) as items`
}
