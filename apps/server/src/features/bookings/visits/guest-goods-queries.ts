import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'
import { takingStock } from '#features/catalogue/store-menu/stock.ts'
import type { Good } from '#features/ordering/orders/add-goods.ts'

/**
 * Inserts the goods that a guest bought and reduces the stock of counted items, in one statement.
 * @returns false when an item has too few units left
 */
export async function insertGuestGoods(
  tx: Tx,
  { id, store_id: storeId }: { id: number; store_id: number },
  goods: readonly Good[],
): Promise<boolean> {
  const lines = goods.map(({ item, quantity, unitMinor, addons }) => ({
    item_id: item.id,
    name: item.name,
    quantity,
    unit_price_minor: String(unitMinor),
    addons,
  }))
  const counted = goods
    .filter(({ item }) => item.is_counted)
    .map(({ item, quantity }) => ({ itemId: item.id, quantity }))
  const { rows } = await sql<{ is_stock_taken: boolean }>`
    with line as (
      insert into visit_goods (visit_id, store_id, item_id, name, quantity, unit_price_minor, addons)
      select ${id}::int, ${storeId}::int, l.item_id, l.name, l.quantity, l.unit_price_minor, l.addons
        from rows from (jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
               as (item_id int, name text, quantity smallint, unit_price_minor bigint, addons jsonb)) with ordinality as l
       order by l.ordinality
    ), ${takingStock(counted)}
    select (select count(*) from shelf) = (select count(*) from taken) as is_stock_taken`.execute(tx)
  return rows[0]!.is_stock_taken
}
