import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import { textOnce } from '#db/text-once.ts'
import type { AddonCategoryRow, AddonJson } from '#features/catalogue/store-menu/columns.ts'
import { type PublicItem, publicItem } from './columns.ts'

/** An add-on category that an item offers, with its active add-ons. */
export type OfferedAddons = AddonCategoryRow & { item_id: number; addons: AddonJson[] }

/**
 * Finds the id of a store by its slug, and the version of its menu. The id and the version are the key under which the
 * prepared menu is cached.
 */
export async function findMenuVersion(db: Db, slug: string): Promise<{ id: number; menu_version: bigint } | undefined> {
  return db.selectFrom('stores').select(['id', 'menu_version']).where('slug', '=', slug).executeTakeFirst()
}

/** Lists the items of a store's switched-on categories in the store's order, available or not. */
export async function listItems(db: Db, storeId: number): Promise<PublicItem[]> {
  const { rows } = await sql<PublicItem>`
    select ${publicItem}
      from items i join item_categories c on c.id = i.item_category_id join stores s on s.id = i.store_id
     where i.store_id = ${storeId} and i.deleted_at is null and c.is_enabled
     order by c.order_column, c.id, i.order_column, i.id`.execute(db)
  return rows
}

/** Lists existing items by id, in no particular order. */
export async function listItemsByIds(db: Db, ids: readonly number[]): Promise<PublicItem[]> {
  const { rows } = await sql<PublicItem>`
    select ${publicItem}
      from items i join item_categories c on c.id = i.item_category_id join stores s on s.id = i.store_id
     where i.id = any (${ids}::int[]) and i.deleted_at is null`.execute(db)
  return rows
}

/** The version of an item's data. The answer about the item stays the same until the version or a setting changes. */
export type ItemVersion = string

const itemVersion = sql`s.menu_version || s.currency`

/** Finds the version of an existing item; undefined when it is deleted. */
export async function findItemVersion(db: Db, id: number): Promise<ItemVersion | undefined> {
  const { rows } = await db.executeQuery<{ version: ItemVersion }>(CompiledQuery.raw(textOnce(db, versionSql), [id]))
  return rows[0]?.version
}

function versionSql(): RawBuilder<unknown> {
  return sql`
    select ${itemVersion} as version from items i join stores s on s.id = i.store_id
     where i.id = ${sql.raw('$1::int')} and i.deleted_at is null`
}

type ItemWithAddons = PublicItem & { version: ItemVersion; addon_categories: OfferedAddons[] }

/** Finds an existing item and its add-on categories in order, in one statement; undefined when it is deleted. */
export async function findItem(db: Db, id: number): Promise<ItemWithAddons | undefined> {
  const { rows } = await db.executeQuery<ItemWithAddons>(CompiledQuery.raw(textOnce(db, itemSql), [id]))
  return rows[0]
}

function itemSql(): RawBuilder<unknown> {
  return sql`
    select ${itemVersion} as version, ${publicItem},
           (select coalesce(json_agg(json_build_object(
                     'item_id', l.item_id, 'id', k.id, 'name', k.name, 'type', k.type, 'description', k.description,
                     'addon_limit', k.addon_limit, 'addons', ${addonsOf('k.id')}) order by l.order_column, k.order_column, k.id), '[]')
              from item_addon_categories l join addon_categories k on k.id = l.addon_category_id
             where l.item_id = i.id) as addon_categories
      from items i join item_categories c on c.id = i.item_category_id join stores s on s.id = i.store_id
     where i.id = ${sql.raw('$1::int')} and i.deleted_at is null`
}

/** Selects the active add-ons of a category in order, as JSON. */
function addonsOf(categoryId: string): RawBuilder<AddonJson[]> {
  return sql`(
    select coalesce(json_agg(json_build_object('id', a.id, 'name', a.name, 'price_minor', a.price_minor, 'image', a.image)
                             order by a.order_column, a.id), '[]')
      from addons a where a.addon_category_id = ${sql.ref(categoryId)} and a.is_active)`
}

/** Lists the add-on categories of a store's items in order, each with its active add-ons. */
export async function listAddonCategories(db: Db, storeId: number): Promise<OfferedAddons[]> {
  const { rows } = await sql<OfferedAddons>`
    with offered as (
      select l.item_id, l.addon_category_id, l.order_column
        from items i join item_addon_categories l on l.item_id = i.id
       where i.store_id = ${storeId} and i.deleted_at is null
    ),
    choices as (
      select c.id, ${addonsOf('c.id')} as addons
        from addon_categories c where c.id in (select addon_category_id from offered)
    )
    select o.item_id, c.id, c.name, c.type, c.description, c.addon_limit, choices.addons
      from offered o
      join addon_categories c on c.id = o.addon_category_id
      join choices on choices.id = c.id
     order by o.item_id, o.order_column, c.order_column, c.id`.execute(db)
  return rows
}
