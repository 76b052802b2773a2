import { sql } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'
import type { AddonCategoryRow, AddonJson } from './columns.ts'

export type OwnAddon = AddonJson & { is_active: boolean }
export type OwnAddonCategory = AddonCategoryRow & { addons: OwnAddon[] }

/** Lists a store's add-on categories with all their add-ons, or only the one with the given id. */
export async function listAddonCategories(db: Db, storeId: number, id?: number): Promise<OwnAddonCategory[]> {
  const { rows } = await sql<OwnAddonCategory>`
    select c.id, c.name, c.type, c.description, c.addon_limit,
           (select coalesce(json_agg(json_build_object('id', a.id, 'name', a.name, 'price_minor', a.price_minor, 'image', a.image,
                                                       'is_active', a.is_active)
                                     order by a.order_column, a.id), '[]')
              from addons a where a.addon_category_id = c.id) as addons
      from addon_categories c
     where c.store_id = ${storeId} and c.id = coalesce(${id ?? null}::int, c.id)
     order by c.order_column, c.id`.execute(db)
  return rows
}

/** Counts how many of these add-on categories belong to the store, and locks those until the transaction ends. */
export async function countOwnAddonCategories(tx: Tx, storeId: number, ids: readonly number[]): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from addon_categories where id = any (${ids}::int[]) and store_id = ${storeId} order by id for key share`.execute(
    tx,
  )
  return rows.length
}

/** Lists the ids of the items that offer an add-on category. */
export async function listItemsWithAddons(db: Db, addonCategoryId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('item_addon_categories')
    .innerJoin('items', 'items.id', 'item_addon_categories.item_id')
    .select('items.id')
    .where('addon_category_id', '=', addonCategoryId)
    .where('items.deleted_at', 'is', null)
    .orderBy('items.id')
    .execute()
  return rows.map(({ id }) => id)
}

export type AddonCategoryToSave = {
  storeId: number
  name: string
  type: string
  description: string | null
  addonLimit: number
}

/** Adds an add-on category to the menu of a store, and returns its id. */
export async function insertAddonCategory(tx: Tx, category: AddonCategoryToSave): Promise<number> {
  const { storeId, name, type, description, addonLimit } = category
  const { id } = await tx
    .insertInto('addon_categories')
    .values({ store_id: storeId, name, type, description, addon_limit: addonLimit })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Changes and locks an add-on category of this store; returns false when the store has no such category. */
export async function updateAddonCategory(tx: Tx, id: number, category: AddonCategoryToSave): Promise<boolean> {
  const { storeId, name, type, description, addonLimit } = category
  const row = await tx
    .updateTable('addon_categories')
    .set({ name, type, description, addon_limit: addonLimit })
    .where('id', '=', id)
    .where('store_id', '=', storeId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export type AddonToSave = { id?: number | undefined; name: string; priceMinor: bigint; isActive: boolean }

/**
 * Replaces the add-ons of a category by the given ones, in the given order: changes those that have an id, adds those
 * without an id, and deletes all other add-ons of the category.
 * @returns false when an id does not belong to the category; then the caller must roll back the transaction
 */
export async function replaceAddons(tx: Tx, categoryId: number, addons: readonly AddonToSave[]): Promise<boolean> {
  const sent = addons.map(({ id, name, priceMinor, isActive }, index) => ({
    id,
    name,
    price_minor: String(priceMinor),
    is_active: isActive,
    order_column: index,
  }))
  const kept = new Set(addons.flatMap(({ id }) => id ?? []))
  const { rows } = await sql<{ changed: number }>`
    with sent as (
      select * from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb)
                 as (id int, name text, price_minor bigint, is_active boolean, order_column int)
    ), gone as (
      delete from addons
       where addon_category_id = ${categoryId} and id not in (select sent.id from sent where sent.id is not null)
    ), changed as (
      update addons a
         set name = sent.name, price_minor = sent.price_minor, is_active = sent.is_active, order_column = sent.order_column
        from sent where a.id = sent.id and a.addon_category_id = ${categoryId}
      returning a.id
    ), added as (
      insert into addons (addon_category_id, name, price_minor, is_active, order_column)
      select ${categoryId}::int, name, price_minor, is_active, order_column from sent where id is null order by order_column
    )
    select count(*)::int as changed from changed`.execute(tx)
  return rows[0]!.changed === kept.size
}

/**
 * Deletes an add-on category. The category's links to items are deleted first, because a trigger on these links finds
 * the changed menus through the category.
 */
export async function deleteAddonCategory(tx: Tx, { storeId, id }: { storeId: number; id: number }): Promise<boolean> {
  await sql`
    delete from item_addon_categories l using addon_categories c
     where c.id = l.addon_category_id and c.id = ${id} and c.store_id = ${storeId}`.execute(tx)
  const { numDeletedRows } = await tx
    .deleteFrom('addon_categories')
    .where('id', '=', id)
    .where('store_id', '=', storeId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Finds the add-on category of an add-on of this store. */
export async function findCategoryOfAddon(
  db: Db,
  { storeId, id }: { storeId: number; id: number },
): Promise<number | undefined> {
  const row = await db
    .selectFrom('addons')
    .innerJoin('addon_categories', 'addon_categories.id', 'addons.addon_category_id')
    .select('addon_categories.id')
    .where('addons.id', '=', id)
    .where('addon_categories.store_id', '=', storeId)
    .executeTakeFirst()
  return row?.id
}

/**
 * Deletes one add-on of this store; returns false for an add-on of another store. Past orders keep a copy of the
 * add-on's name and price.
 */
export async function deleteAddon(tx: Tx, { storeId, id }: { storeId: number; id: number }): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from addons a using addon_categories c
     where a.id = ${id} and c.id = a.addon_category_id and c.store_id = ${storeId}`.execute(tx)
  return numAffectedRows === 1n
}

/**
 * Replaces the picture of an add-on of this store and returns the old one; undefined when the store has no such add-on.
 */
export async function replaceAddonImage(
  tx: Tx,
  { storeId, id, image }: { storeId: number; id: number; image: string },
): Promise<{ before: string | null } | undefined> {
  const { rows } = await sql<{ before: string | null }>`
    update addons a set image = ${image}
      from addons old, addon_categories c
     where a.id = ${id} and old.id = a.id and c.id = a.addon_category_id and c.store_id = ${storeId}
    returning old.image as before`.execute(tx)
  return rows[0]
}
