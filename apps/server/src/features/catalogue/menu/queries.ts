import { sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import { type ItemRow, itemColumns } from './columns.ts'

export type AddonCategoryRow = {
  item_id: number
  id: number
  name: string
  type: string
  description: string | null
  addon_limit: number
  addons: { id: number; name: string; price_minor: number; image: string | null }[]
}

/** Finds the id of a store by its slug, with the version of its menu. A prepared menu is looked up by these two. */
export async function findMenuVersion(db: Db, slug: string): Promise<{ id: number; menu_version: bigint } | undefined> {
  return db.selectFrom('stores').select(['id', 'menu_version']).where('slug', '=', slug).executeTakeFirst()
}

/** Lists the items of a store's switched-on categories in the store's order, available or not. */
export async function listItems(db: Db, storeId: number): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    select ${itemColumns}
      from items i join item_categories c on c.id = i.item_category_id join stores s on s.id = i.store_id
     where i.store_id = ${storeId} and i.deleted_at is null and c.is_enabled
     order by c.order_column, c.id, i.order_column, i.id`.execute(db)
  return rows
}

/** Lists existing items by id, in no particular order. */
export async function listItemsByIds(db: Db, ids: readonly number[]): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    select ${itemColumns}
      from items i join item_categories c on c.id = i.item_category_id join stores s on s.id = i.store_id
     where i.id = any (${ids}::int[]) and i.deleted_at is null`.execute(db)
  return rows
}

/** Lists the add-on categories of a store's items, or of one item, in order, each with its active add-ons. */
export async function listAddonCategories(
  db: Db,
  of: { storeId: number } | { itemId: number },
): Promise<AddonCategoryRow[]> {
  const condition = 'storeId' in of ? sql`i.store_id = ${of.storeId}` : sql`i.id = ${of.itemId}`
  const { rows } = await sql<AddonCategoryRow>`
    with offered as (
      select l.item_id, l.addon_category_id, l.order_column
        from items i join item_addon_categories l on l.item_id = i.id
       where ${condition} and i.deleted_at is null
    ),
    choices as (
      select a.addon_category_id,
             json_agg(json_build_object('id', a.id, 'name', a.name, 'price_minor', a.price_minor, 'image', a.image)
                      order by a.order_column, a.id) as addons
        from addons a
       where a.is_active and a.addon_category_id in (select addon_category_id from offered)
       group by a.addon_category_id
    )
    select o.item_id, c.id, c.name, c.type, c.description, c.addon_limit, coalesce(choices.addons, '[]') as addons
      from offered o
      join addon_categories c on c.id = o.addon_category_id
      left join choices on choices.addon_category_id = c.id
     order by o.item_id, o.order_column, c.order_column, c.id`.execute(db)
  return rows
}
