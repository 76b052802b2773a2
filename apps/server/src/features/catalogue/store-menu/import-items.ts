import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'
import { usualPricing } from './addon-reading.ts'
import type { ItemRow } from './columns.ts'

/**
 * The values that a menu file may set for an item. Amounts are minor units as strings, because the plan of an import is
 * stored as JSON.
 */
export type FileItem = Pick<
  ItemRow,
  'name' | 'description' | 'is_veg' | 'stock' | 'is_active' | 'is_recommended' | 'is_popular' | 'is_new'
> & { price_minor: string; old_price_minor: string; addon_ids: number[] }
type ItemToAdd = Partial<FileItem> & Pick<FileItem, 'name' | 'price_minor'> & Pick<ItemRow, 'item_category_id'>

/** How an import changed one item, with all values that an undo needs. */
export type AppliedChange = { id: number; before: Columns; after: Columns }
/** The values of an item before or after an import: columns of `items`, and `addon_ids`. */
type Columns = Record<string, unknown>

/** Adds categories at the end of a menu, in the given order. */
export async function insertCategories(tx: Tx, storeId: number, names: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into item_categories (store_id, name, order_column)
    select ${storeId}::int, wanted.name, wanted.place + (
             select coalesce(max(order_column), -1) from item_categories where store_id = ${storeId})
      from unnest(${names}::text[]) with ordinality as wanted (name, place) order by wanted.place
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Adds items, each at the end of its category; the returned ids are in the order of the rows. */
export async function insertItems(tx: Tx, storeId: number, items: readonly ItemToAdd[]): Promise<number[]> {
  const sent = items.map((item, place) => ({ ...item, place, is_active: item.is_active ?? true }))
  const { rows } = await sql<{ id: number }>`
    with sent as materialized (
      select r.*, nextval(pg_get_serial_sequence('items', 'id'))::int as id
        from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) as r (
             place int, item_category_id int, name text, price_minor bigint, old_price_minor bigint, description text,
             is_veg boolean, stock int, is_active boolean, is_recommended boolean, is_popular boolean, is_new boolean)
    ), ends as materialized (
      select item_category_id, max(order_column) + 1 as place from items
       where store_id = ${storeId} and deleted_at is null group by item_category_id
    ), added as (
      insert into items (id, store_id, item_category_id, name, price_minor, old_price_minor, description, is_veg, stock,
                         is_active, is_recommended, is_popular, is_new, addon_pricing, order_column)
      select id, ${storeId}::int, item_category_id, name, price_minor, coalesce(old_price_minor, 0),
             coalesce(description, ''), is_veg, stock, is_active, coalesce(is_recommended, false),
             coalesce(is_popular, false), coalesce(is_new, false), ${usualPricing(storeId)},
             sent.place + coalesce(ends.place, 0)
        from sent left join ends using (item_category_id)
    )
    select id from sent order by place`.execute(tx)
  await replaceAddons(
    tx,
    rows.flatMap(({ id }, index) => (items[index]!.addon_ids ? [{ id, addon_ids: items[index]!.addon_ids! }] : [])),
  )
  return rows.map(({ id }) => id)
}

/** The columns of `items` that a file may change, with their SQL types. */
const columns = {
  name: 'text',
  description: 'text',
  item_category_id: 'int',
  price_minor: 'bigint',
  old_price_minor: 'bigint',
  is_veg: 'boolean',
  stock: 'int',
  is_active: 'boolean',
  is_recommended: 'boolean',
  is_popular: 'boolean',
  is_new: 'boolean',
  addon_pricing: 'text',
} as const
const setColumns = (value: (name: string, type: string) => ReturnType<typeof sql>) =>
  sql.join(Object.entries(columns).map(([name, type]) => sql`${sql.ref(name)} = ${value(name, type)}`))

/** Sets items of this store to the values of `after`. Returns how many of the items belong to the store. */
export async function updateItems(tx: Tx, storeId: number, changes: readonly AppliedChange[]): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update items i set updated_at = now(), ${setColumns(
      (name, type) =>
        sql`case when sent.after ? ${name} then (sent.after ->> ${name})::${sql.raw(type)} else i.${sql.ref(name)} end`,
    )}
      from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as sent (id int, after jsonb)
     where i.id = sent.id and i.store_id = ${storeId} and i.deleted_at is null`.execute(tx)
  await replaceAddons(
    tx,
    changes.flatMap(({ id, after }) => (after.addon_ids ? [{ id, addon_ids: after.addon_ids as number[] }] : [])),
  )
  return Number(numAffectedRows)
}

/** Sets the add-on categories of items to exactly the given ones; deleted categories are left out. */
async function replaceAddons(tx: Tx, items: readonly { id: number; addon_ids: readonly number[] }[]): Promise<void> {
  if (items.length === 0) return
  await sql`delete from item_addon_categories where item_id = any (${items.map(({ id }) => id)}::int[])`.execute(tx)
  await sql`
    insert into item_addon_categories (item_id, addon_category_id, order_column)
    select sent.id, c.id, linked.place
      from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as sent (id int, addon_ids jsonb),
           jsonb_array_elements_text(sent.addon_ids) with ordinality as linked (addon_id, place),
           addon_categories c
     where c.id = linked.addon_id::int`.execute(tx)
}

/** Deletes items that an import added, except those that were changed since. Returns the number of deleted items. */
export async function removeUntouched(tx: Tx, storeId: number, ids: readonly number[]): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update items set deleted_at = now(), updated_at = now()
     where id = any (${ids}::int[]) and store_id = ${storeId} and deleted_at is null and updated_at = created_at`.execute(
    tx,
  )
  return Number(numAffectedRows)
}

/**
 * Undoes the changes of an import in items that still exist: restores each value that no one changed since the import.
 * An item does not go back to a deleted category. Returns how many items changed.
 */
export async function putBackItems(tx: Tx, storeId: number, changes: readonly AppliedChange[]): Promise<number> {
  const isAsLeft = (name: string, type: string) => sql`(sent.after ? ${name}
    and i.${sql.ref(name)} is not distinct from (sent.after ->> ${name})::${sql.raw(type)}
    ${name === 'item_category_id' ? categoryIsThere : sql``})`
  const { rows } = await sql<{ id: number }>`
    update items i set updated_at = now(), ${setColumns(
      (name, type) =>
        sql`case when ${isAsLeft(name, type)} then (sent.before ->> ${name})::${sql.raw(type)} else i.${sql.ref(name)} end`,
    )}
      from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as sent (id int, before jsonb, after jsonb)
     where i.id = sent.id and i.store_id = ${storeId} and i.deleted_at is null
       and (${sql.join(
         Object.entries(columns).map(([name, type]) => isAsLeft(name, type)),
         sql` or `,
       )})
    returning i.id`.execute(tx)
  const linked = await listUntouchedLinks(tx, storeId, changes)
  await replaceAddons(tx, linked)
  return new Set([...rows.map(({ id }) => id), ...linked.map(({ id }) => id)]).size
}

const categoryIsThere = sql`and exists (
  select from item_categories c where c.id = (sent.before ->> 'item_category_id')::int and c.deleted_at is null)`

/**
 * Lists the items whose add-on categories are still those that the import set, with the add-on categories that they had
 * before the import.
 */
async function listUntouchedLinks(tx: Tx, storeId: number, changes: readonly AppliedChange[]) {
  const { rows } = await sql<{ id: number; addon_ids: number[] }>`
    select i.id, sent.before -> 'addon_ids' as addon_ids
      from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as sent (id int, before jsonb, after jsonb)
      join items i on i.id = sent.id and i.store_id = ${storeId} and i.deleted_at is null
     where sent.after ? 'addon_ids'
       and sent.after -> 'addon_ids' = (
             select coalesce(jsonb_agg(l.addon_category_id order by l.order_column, l.addon_category_id), '[]')
               from item_addon_categories l where l.item_id = i.id)`.execute(tx)
  return rows
}

export async function removeEmptyCategories(tx: Tx, storeId: number, ids: readonly number[]): Promise<void> {
  await sql`
    update item_categories c set deleted_at = now()
     where c.id = any (${ids}::int[]) and c.store_id = ${storeId} and c.deleted_at is null
       and not exists (select from items i where i.item_category_id = c.id and i.deleted_at is null)`.execute(tx)
}
