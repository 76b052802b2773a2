import { type Insertable, sql, type Updateable } from 'kysely'
import type { InJson } from '#db/columns.ts'
import { type Db, type Tx, violatedConstraint } from '#db/connection.ts'
import type { Items } from '#db/schema.ts'
import { AppError } from '#http/errors.ts'
import { usualPricing } from './addon-reading.ts'
import { type DescribedItem, describedItem, type ItemRow } from './columns.ts'

/** An item as its store sees it. */
export type OwnItem = DescribedItem & Pick<ItemRow, 'is_active' | 'stock'> & { addon_category_ids: number[] }

type ItemFilter = { id?: number; text?: string; isActive?: boolean }
const MAX_LISTED = 10_000

/** Lists a store's items that were not deleted, in the order of its menu. */
export async function listOwnItems(db: Db, storeId: number, filter: ItemFilter = {}): Promise<OwnItem[]> {
  const conditions = [
    ...(filter.id === undefined ? [] : [sql`i.id = ${filter.id}`]),
    ...(filter.text === undefined ? [] : [sql`i.name ilike ${`%${filter.text.replace(/[\\%_]/g, '\\$&')}%`}`]),
    ...(filter.isActive === undefined ? [] : [sql`i.is_active = ${filter.isActive}`]),
  ].map((condition) => sql`and ${condition}`)
  const { rows } = await sql<OwnItem>`
    select ${describedItem}, i.is_active, i.stock,
           array(select l.addon_category_id from item_addon_categories l where l.item_id = i.id
                  order by l.order_column, l.addon_category_id) as addon_category_ids
      from items i join item_categories c on c.id = i.item_category_id
     where i.store_id = ${storeId} and i.deleted_at is null ${sql.join(conditions, sql` `)}
     order by c.order_column, c.id, i.order_column, i.id
     limit ${MAX_LISTED}`.execute(db)
  return rows
}

/**
 * Returns the ISO 4217 code of the currency of a store's prices.
 * @throws NoResultError for an unknown store; the caller must have checked that it exists
 */
export async function getCurrency(db: Db, storeId: number): Promise<string> {
  const row = await db.selectFrom('stores').select('currency').where('id', '=', storeId).executeTakeFirstOrThrow()
  return row.currency
}

/** Adds an item at the end of its category. */
export async function insertItem(
  tx: Tx,
  item: Omit<Insertable<Items>, 'order_column'> & { store_id: number; item_category_id: number },
): Promise<number> {
  const { id } = await tx
    .insertInto('items')
    .values({
      ...item,
      order_column: sql<number>`(select coalesce(max(order_column) + 1, 0) from items where item_category_id = ${item.item_category_id})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type OwnId = { storeId: number; id: number }

const tables = { item: 'items', 'item category': 'item_categories', 'add-on category': 'addon_categories' } as const
export type MenuPart = keyof typeof tables

/**
 * Locks a part of a store's menu until the transaction ends. Orders that refer to this part can still be placed
 * meanwhile.
 */
export async function lockPart(tx: Tx, part: MenuPart, { storeId, id }: OwnId): Promise<void> {
  const table = sql.table(tables[part])
  await sql`select from ${table} where id = ${id} and store_id = ${storeId} for no key update`.execute(tx)
}

/** Changes an item of this store; returns false when the store has no such item. */
export async function updateItem(tx: Tx, { storeId, id }: OwnId, set: Updateable<Items>): Promise<boolean> {
  const row = await tx
    .updateTable('items')
    .set({ ...set, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('store_id', '=', storeId)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * The values that can be changed for several items in one call. Amounts are in minor units, as an audit entry stores
 * them.
 */
export type ItemFacts = InJson<
  Pick<ItemRow, 'id' | 'is_active' | 'item_category_id' | 'stock' | 'price_minor' | 'old_price_minor'>
>

/**
 * Sets these values of a store's items in one statement, so that the menu's version changes and is announced only once.
 */
export async function setItemFacts(tx: Tx, storeId: number, items: readonly ItemFacts[]): Promise<void> {
  await sql`
    update items i set is_active = n.is_active, item_category_id = n.item_category_id, stock = n.stock,
           price_minor = n.price_minor, old_price_minor = n.old_price_minor, updated_at = now(),
           addon_pricing = coalesce(i.addon_pricing, ${usualPricing(storeId)})
      from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as n(
             id integer, is_active boolean, item_category_id integer, stock integer, price_minor bigint, old_price_minor bigint)
     where i.id = n.id and i.store_id = ${storeId} and i.deleted_at is null`.execute(tx)
}

/** Deletes an item from the menu; orders keep its id. Returns false when the store has no such item. */
export async function deleteItem(tx: Tx, { storeId, id }: OwnId): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('items')
    .set({ deleted_at: sql<Date>`now()`, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('store_id', '=', storeId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Switches an item on or off and returns the new state; undefined when the store has no such item. */
export async function toggleItem(tx: Tx, { storeId, id }: OwnId): Promise<boolean | undefined> {
  const row = await tx
    .updateTable('items')
    .set({ is_active: sql<boolean>`not is_active`, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('store_id', '=', storeId)
    .where('deleted_at', 'is', null)
    .returning('is_active')
    .executeTakeFirst()
  return row?.is_active
}

/** Sets the add-on categories of an item to exactly the given ones, in the given order. */
export async function replaceAddonCategories(tx: Tx, itemId: number, categoryIds: readonly number[]): Promise<void> {
  await tx.deleteFrom('item_addon_categories').where('item_id', '=', itemId).execute()
  if (categoryIds.length === 0) return
  await tx
    .insertInto('item_addon_categories')
    .values(categoryIds.map((id, index) => ({ item_id: itemId, addon_category_id: id, order_column: index })))
    .execute()
}

export type CategoryRow = { id: number; name: string; is_enabled: boolean; order_column: number; items_count: number }

/** Lists a store's categories in their order, each with the number of its items. */
export async function listCategories(db: Db, storeId: number): Promise<CategoryRow[]> {
  const { rows } = await sql<CategoryRow>`
    select c.id, c.name, c.is_enabled, c.order_column,
           (select count(*)::int from items i where i.item_category_id = c.id and i.deleted_at is null) as items_count
      from item_categories c
     where c.store_id = ${storeId} and c.deleted_at is null
     order by c.order_column, c.id`.execute(db)
  return rows
}

/** Locks a category of this store until the transaction ends; returns false when the store has no such category. */
export async function lockCategory(tx: Tx, { storeId, id }: OwnId, lock: 'to use' | 'to delete'): Promise<boolean> {
  const strength = lock === 'to use' ? sql`for key share` : sql`for update`
  const { rows } = await sql<{ id: number }>`
    select id from item_categories where id = ${id} and store_id = ${storeId} and deleted_at is null ${strength}`.execute(
    tx,
  )
  return rows.length > 0
}

/**
 * Adds a category at the end of the menu.
 * @throws AppError NAME_TAKEN
 */
export async function insertCategory(tx: Tx, { storeId, name }: { storeId: number; name: string }): Promise<number> {
  const { id } = await tx
    .insertInto('item_categories')
    .values({
      store_id: storeId,
      name,
      order_column: sql<number>`(select coalesce(max(order_column) + 1, 0) from item_categories where store_id = ${storeId})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(nameTaken)
  return id
}

/**
 * Renames a category; returns false when the store has no such category.
 * @throws AppError NAME_TAKEN
 */
export async function renameCategory(tx: Tx, { storeId, id, name }: OwnId & { name: string }): Promise<boolean> {
  const row = await tx
    .updateTable('item_categories')
    .set({ name })
    .where('id', '=', id)
    .where('store_id', '=', storeId)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
    .catch(nameTaken)
  return row !== undefined
}

function nameTaken(error: unknown): never {
  if (violatedConstraint(error) === 'item_categories__store_name') throw new AppError('NAME_TAKEN', { cause: error })
  throw error
}

/** Switches a category on or off and returns the new state; undefined when the store has no such category. */
export async function toggleCategory(tx: Tx, { storeId, id }: OwnId): Promise<boolean | undefined> {
  const row = await tx
    .updateTable('item_categories')
    .set({ is_enabled: sql<boolean>`not is_enabled` })
    .where('id', '=', id)
    .where('store_id', '=', storeId)
    .where('deleted_at', 'is', null)
    .returning('is_enabled')
    .executeTakeFirst()
  return row?.is_enabled
}

/**
 * Deletes a category; returns false if it has an item. The caller must have locked the category. Deleted items count
 * too, because they keep their category.
 */
export async function deleteEmptyCategory(tx: Tx, id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update item_categories c set deleted_at = now()
     where c.id = ${id} and not exists (select from items i where i.item_category_id = c.id and i.deleted_at is null)`.execute(
    tx,
  )
  return numAffectedRows === 1n
}

/** Sets the order of categories to the order of these ids, and returns how many of them belong to the store. */
export async function orderCategories(tx: Tx, storeId: number, ids: readonly number[]): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update item_categories c set order_column = wanted.place
      from unnest(${ids}::int[]) with ordinality as wanted (id, place)
     where c.id = wanted.id and c.store_id = ${storeId} and c.deleted_at is null`.execute(tx)
  return Number(numAffectedRows)
}

/** Locks a store, so that changes of the order of its menu run one after another. */
export async function lockMenu(tx: Tx, storeId: number): Promise<void> {
  await sql`select from stores where id = ${storeId} for no key update`.execute(tx)
}

/**
 * Sets the order of a category's items to the order of these ids, with all other items after them. Returns how many of
 * the ids belong to the category.
 */
export async function orderItems(
  tx: Tx,
  { storeId, categoryId, ids }: { storeId: number; categoryId: number; ids: readonly number[] },
): Promise<number> {
  const { rows } = await sql<{ found: number }>`
    with placed as (
      select i.id, row_number() over (order by wanted.place, i.order_column, i.id) as place, wanted.id is not null as is_wanted
        from items i left join unnest(${ids}::int[]) with ordinality as wanted (id, place) on wanted.id = i.id
       where i.item_category_id = ${categoryId} and i.store_id = ${storeId} and i.deleted_at is null
    ), moved as (
      update items i set order_column = placed.place from placed where placed.id = i.id and i.order_column <> placed.place
    )
    select count(*) filter (where is_wanted)::int as found from placed`.execute(tx)
  return rows[0]!.found
}

/**
 * Locks items of this store that were not deleted, in the order of their ids, until the transaction ends, and returns
 * their number.
 */
export async function lockItems(tx: Tx, storeId: number, ids: readonly number[]): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from items where id = any (${ids}::int[]) and store_id = ${storeId} and deleted_at is null
     order by id for no key update`.execute(tx)
  return rows.length
}
