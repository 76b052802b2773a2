import { sql } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'
import { usualPricing } from '#features/catalogue/store-menu/addon-reading.ts'
import type { AppliedChange } from '#features/catalogue/store-menu/import-items.ts'
import type { ImportPlan, Menu, MenuItem } from './plan-import.ts'

/** Reads a store's menu in the form in which menu files are compared with it, and its version. */
export async function readMenu(db: Db, storeId: number): Promise<Menu & { version: bigint }> {
  const store = await db
    .selectFrom('stores')
    .select(['currency', 'menu_version'])
    .where('id', '=', storeId)
    .executeTakeFirstOrThrow()
  const { rows: items } = await sql<MenuItem>`
    select i.id, i.name, c.name as category, i.price_minor::text, i.old_price_minor::text, i.description, i.is_veg, i.stock,
           i.is_active, i.is_recommended, i.is_popular, i.is_new,
           array(select l.addon_category_id from item_addon_categories l where l.item_id = i.id
                  order by l.order_column, l.addon_category_id) as addon_ids
      from items i join item_categories c on c.id = i.item_category_id
     where i.store_id = ${storeId} and i.deleted_at is null order by i.id`.execute(db)
  const categories = await db
    .selectFrom('item_categories')
    .select('name')
    .where('store_id', '=', storeId)
    .where('deleted_at', 'is', null)
    .execute()
  const addonGroups = await db
    .selectFrom('addon_categories')
    .select(['id', 'name'])
    .where('store_id', '=', storeId)
    .orderBy('id')
    .execute()
  return {
    currency: store.currency,
    version: store.menu_version,
    items,
    addonGroups,
    categories: categories.map(({ name }) => name),
  }
}

/** Stores a plan until it is applied, and deletes this store's plans that are older than a day. */
export async function insertImport(
  tx: Tx,
  { storeId, userId, version, plan }: { storeId: number; userId: number; version: bigint; plan: ImportPlan },
): Promise<string> {
  await sql`
    delete from menu_imports where store_id = ${storeId} and created_at < now() - interval '1 day'`.execute(tx)
  const { id } = await tx
    .insertInto('menu_imports')
    .values({ store_id: storeId, user_id: userId, menu_version: version, plan: JSON.stringify(plan) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The changes of an import, from which it can be undone. */
export type Effect = { added: number[]; categories: number[]; changed: AppliedChange[] }
export type ImportRow = {
  menu_version: bigint
  plan: ImportPlan
  effect: Effect | null
  applied_at: Date | null
  put_back: number | null
  is_undoable: boolean
}

/**
 * Locks and returns an import of this store, together with the store, until the transaction ends; undefined when the
 * store has no such import.
 */
export async function lockImport(
  tx: Tx,
  { storeId, id, undoMinutes }: { storeId: number; id: string; undoMinutes: number },
): Promise<(ImportRow & { version: bigint }) | undefined> {
  const { rows: stores } = await sql<{ version: bigint }>`
    select menu_version as version from stores where id = ${storeId} for no key update`.execute(tx)
  const { rows } = await sql<ImportRow>`
    select menu_version, plan, effect, applied_at, put_back,
           coalesce(applied_at > now() - make_interval(mins => ${undoMinutes}::int), false) as is_undoable
      from menu_imports where id = ${id} and store_id = ${storeId} for update`.execute(tx)
  const [store] = stores
  const [row] = rows
  return store && row && { ...row, version: store.version }
}

/**
 * Records that a previewed menu file was imported, with the data that an undo needs. Returns the time of the import;
 * the undo is possible for ten minutes after it.
 */
export async function markApplied(tx: Tx, id: string, effect: Effect): Promise<Date> {
  const { applied_at } = await tx
    .updateTable('menu_imports')
    .set({ effect: JSON.stringify(effect), applied_at: sql<Date>`now()` })
    .where('id', '=', id)
    .returning('applied_at')
    .executeTakeFirstOrThrow()
  return applied_at!
}

/** Records that an import was undone; `putBack` is the number of rows that got their former values again. */
export async function markUndone(tx: Tx, id: string, putBack: number): Promise<void> {
  await tx
    .updateTable('menu_imports')
    .set({ put_back: putBack, undone_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

/** Reads the ids of a store's categories by their names. */
export async function readCategoryIds(tx: Tx, storeId: number): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('item_categories')
    .select(['id', 'name'])
    .where('store_id', '=', storeId)
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(rows.map(({ id, name }) => [name, id]))
}

/** Lists those of the given items that have no add-on pricing yet; an edit gives them the usual add-on pricing. */
export async function listUnread(tx: Tx, storeId: number, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select i.id from items i
     where i.id = any (${ids}::int[]) and i.store_id = ${storeId} and i.addon_pricing is null
       and ${usualPricing(storeId)} is not null`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}
