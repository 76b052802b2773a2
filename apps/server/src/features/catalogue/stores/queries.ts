import type { Point } from '@nukkad/rules/distance.ts'
import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'
import { AppError } from '#http/errors.ts'
import {
  type DeliveryType,
  distanceKmSql,
  type ListedStore,
  latSql,
  listedStore,
  lngSql,
  type PageStore,
  pageStore,
  type StoreKind,
} from './columns.ts'
import type { StoreReach } from './reach.ts'

/** The filter of a list of stores: kind and delivery type, category, or favourites. */
export type StoreFilter =
  | { offers: readonly { kind: StoreKind; deliveryTypes: readonly DeliveryType[] }[] }
  | { categoryIds: readonly number[] }
  | { favouritesOf: number }

/**
 * Lists accepted stores whose delivery reach may contain the point, nearest first: at most `limit` stores that have a
 * radius, and every store with delivery areas, which the rules check afterwards (GAP-71). The statement uses the index
 * on `service_box`, so its cost depends on the number of stores near the point and not on the number of all stores.
 */
export async function listStoresAround(
  db: Db,
  { point, filter, limit }: { point: Point; filter: StoreFilter; limit: number },
): Promise<ListedStore[]> {
  const values: unknown[] = [point.lat, point.lng, limit]
  if ('categoryIds' in filter) values.push(filter.categoryIds)
  if ('favouritesOf' in filter) values.push(filter.favouritesOf)
  const { rows } = await db.executeQuery<ListedStore>(CompiledQuery.raw(statementFor(db, filter), values))
  return rows
}

const statements = new Map<string, string>()

/**
 * Returns the SQL of one kind of filter. The SQL is compiled only once, because this is the most frequent query and
 * compiling takes a fifth of its time.
 */
function statementFor(db: Db, filter: StoreFilter): string {
  const key = 'offers' in filter ? JSON.stringify(filter.offers) : Object.keys(filter).join()
  let text = statements.get(key)
  if (!text) {
    text = aroundSql(filter).compile(db).sql
    statements.set(key, text)
  }
  return text
}

const limitSql = sql.raw('$3::int')

function aroundSql(filter: StoreFilter): RawBuilder<ListedStore> {
  return sql<ListedStore>`
    with around as materialized (
      select s.id, s.delivery_areas is not null as has_areas, s.delivery_radius_km, ${distanceKmSql()} as distance_km
        from stores s
       where s.is_accepted and s.service_box @> ll_to_earth(${latSql}, ${lngSql}) and ${filterSql(filter)}
    ),
    nearest as (
      select id, distance_km from around
       where has_areas or distance_km <= delivery_radius_km
       order by distance_km, id
       limit ${limitSql} + (select count(*) from around where has_areas)
    )
    select ${listedStore}, n.distance_km
      from nearest n join stores s on s.id = n.id
     order by n.distance_km, n.id`
}

function filterSql(filter: StoreFilter): RawBuilder<unknown> {
  if ('categoryIds' in filter)
    return sql`exists (select from store_category_stores c where c.store_id = s.id and c.category_id = any ($4::int[]))`
  if ('favouritesOf' in filter)
    return sql`exists (select from favourites f where f.store_id = s.id and f.user_id = $4::int)`
  const pairs = filter.offers.map(
    ({ kind, deliveryTypes }) =>
      sql`(s.kind = ${sql.lit(kind)} and s.delivery_type in (${sql.join(deliveryTypes.map((type) => sql.lit(type)))}))`,
  )
  return sql`(${sql.join(pairs, sql` or `)})`
}

/** Finds a store by its id, accepted or not. */
export async function findStore(db: Db, id: number): Promise<PageStore | undefined> {
  const [row] = await listStores(db, sql`s.id = ${id}`)
  return row
}

/** Finds the store at `/stores/{slug}`, even if it is closed or not accepted; undefined if no store has this slug. */
export async function findStoreBySlug(db: Db, slug: string): Promise<PageStore | undefined> {
  const [row] = await listStores(db, sql`s.slug = ${slug}`)
  return row
}

/** Lists the slugs of all stores, including those that are closed or not accepted. */
export async function listSlugs(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('stores').select('slug').execute()
  return rows.map(({ slug }) => slug)
}

/** Lists stores by id, in no particular order. */
export async function listStoresByIds(db: Db, ids: readonly number[]): Promise<PageStore[]> {
  return listStores(db, sql`s.id = any (${ids}::int[])`)
}

async function listStores(db: Db, condition: RawBuilder<unknown>): Promise<PageStore[]> {
  const { rows } = await sql<PageStore>`
    select ${pageStore}
      from stores s
     where ${condition}`.execute(db)
  return rows
}

/** Returns whether a store with this id exists, in any state. */
export async function hasStore(db: Db, storeId: number): Promise<boolean> {
  const row = await db.selectFrom('stores').select('id').where('id', '=', storeId).executeTakeFirst()
  return row !== undefined
}

/** Finds the facts that decide whether a store serves a point, without its description. */
export async function findStoreReach(db: Db, id: number): Promise<StoreReach | undefined> {
  const { rows } = await sql<StoreReach>`
    select s.latitude, s.longitude, s.delivery_radius_km, s.delivery_areas, s.is_accepted from stores s where s.id = ${id}`.execute(
    db,
  )
  return rows[0]
}

/** Lists all active store categories by name (P-10). */
export async function listStoreCategories(db: Db): Promise<{ id: number; name: string }[]> {
  return db
    .selectFrom('store_categories')
    .select(['id', 'name'])
    .where('is_active', '=', true)
    .orderBy('name')
    .execute()
}

type TileRow = {
  id: number
  name: string
  image: string
  placeholder_image: string | null
  categories: { value: number; label: string }[]
}

/** Lists the active category tiles in the operator's order, each with the active categories that it filters by. */
export async function listCategoryTiles(db: Db): Promise<TileRow[]> {
  const { rows } = await sql<TileRow>`
    select t.id, t.name, t.image, t.placeholder_image,
           (select coalesce(json_agg(json_build_object('value', c.id, 'label', c.name) order by array_position(t.category_ids, c.id)), '[]')
              from store_categories c where c.id = any (t.category_ids) and c.is_active) as categories
      from category_tiles t
     where t.is_active
     order by t.order_column, t.id`.execute(db)
  return rows
}

/** Returns whether this store is a favourite of this customer. */
export async function isFavourite(db: Db, { userId, storeId }: { userId: number; storeId: number }): Promise<boolean> {
  const row = await db
    .selectFrom('favourites')
    .select('store_id')
    .where('user_id', '=', userId)
    .where('store_id', '=', storeId)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Adds the store to the customer's favourites or removes it; returns whether it is a favourite now. The statement locks
 * the customer's row, so that two parallel taps count as two toggles.
 * @throws AppError SESSION_REVOKED when the account was deleted meanwhile
 */
export async function toggleFavourite(
  tx: Tx,
  { userId, storeId }: { userId: number; storeId: number },
): Promise<boolean> {
  const own = await sql`select from users where id = ${userId} and deleted_at is null for no key update`.execute(tx)
  if (own.rows.length === 0) throw new AppError('SESSION_REVOKED')
  const { rows } = await sql<{ is_kept: boolean }>`
    with dropped as (delete from favourites where user_id = ${userId} and store_id = ${storeId} returning store_id),
    kept as (
      insert into favourites (user_id, store_id)
      select ${userId}::int, ${storeId}::int where not exists (select from dropped)
      returning store_id
    )
    select exists (select from kept) as is_kept`.execute(tx)
  return rows[0]!.is_kept
}

/**
 * Opens and closes all stores that follow their hours, or only the given store, by their local time at `at`, which is
 * now by default. The statement applies the same rule as `isOpenAt`. A paused store stays closed until its pause is
 * over. After the pause, a store that follows its hours opens when its hours allow, and any other store opens
 * immediately.
 * @returns how many stores changed
 */
export async function openAndCloseStores(
  db: Db,
  { at, storeId }: { at?: Date; storeId?: number } = {},
): Promise<bigint> {
  const result = await sql`
    with clock as (
      select s.id, s.time_zone, s.is_schedulable, s.paused_until, coalesce(s.paused_until > zone.instant, false) as is_paused,
             zone.wall::date as today, (extract(hour from zone.wall) * 60 + extract(minute from zone.wall))::int as minute
        from stores s
       cross join lateral (select t.instant, t.instant at time zone s.time_zone as wall
                             from (select coalesce(${at ?? null}::timestamptz, now()) as instant) as t) as zone
       where (s.is_schedulable or s.paused_until <= zone.instant) and s.id = coalesce(${storeId ?? null}::int, s.id)
    ),
    days as (
      select c.id, c.today - ago as day, 1440 * ago as ago from clock c cross join (values (-1), (0), (1)) as d (ago)
    ),
    windows as (
      select d.id, d.ago, h.opens_at, h.closes_at
        from days d join store_hours h on h.store_id = d.id and h.weekday = extract(dow from d.day)::int
       where not exists (select from store_hour_exceptions e where e.store_id = d.id and e.on_date = d.day)
      union all
      select d.id, d.ago, e.opens_at, e.closes_at
        from days d join store_hour_exceptions e on e.store_id = d.id and e.on_date = d.day
       where e.opens_at is not null
    ),
    open_minutes as (
      select w.id, unnest(range_agg(int4range(m.opens - w.ago, case when m.closes > m.opens then m.closes else m.closes + 1440 end - w.ago))) as minutes
        from windows w
       cross join lateral (select extract(epoch from w.opens_at)::int / 60 as opens, extract(epoch from w.closes_at)::int / 60 as closes) m
       where w.opens_at < time '24:00'
       group by w.id
    ),
    now_open as (
      select c.id, c.is_schedulable, c.paused_until, c.is_paused, not c.is_paused and (o.id is not null or not c.is_schedulable) as is_open,
             case when c.is_schedulable and upper(o.minutes) < 2880 then (c.today + upper(o.minutes) * interval '1 minute') at time zone c.time_zone end as closes_at
        from clock c left join open_minutes o on o.id = c.id and o.minutes @> c.minute
    )
    update stores s set is_active = n.is_open, closes_at = n.closes_at, updated_at = now(),
                        paused_until = case when n.is_paused then s.paused_until end
      from now_open n
     where s.id = n.id and s.is_schedulable = n.is_schedulable
       -- A pause that another person has set meanwhile is kept.
       and s.paused_until is not distinct from n.paused_until
       and (s.is_active <> n.is_open or s.closes_at is distinct from n.closes_at
            or (s.paused_until is not null and not n.is_paused))`.execute(db)
  return result.numAffectedRows ?? 0n
}
