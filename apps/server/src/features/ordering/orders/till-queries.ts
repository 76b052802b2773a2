import { orderStatusIds } from '@nukkad/rules/order-states.ts'
import { orderTypeCodes } from '@nukkad/rules/order-type.ts'
import type { TillOrder } from '@nukkad/rules/visit-till.ts'
import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'
import { takingStock } from '#features/catalogue/store-menu/stock.ts'
import type { Good } from './add-goods.ts'

/**
 * Locks the order of a visit to which goods can be added; undefined when the order is in a state that takes no more
 * goods.
 */
export async function lockTillOrder(tx: Tx, orderId: number): Promise<TillOrder | undefined> {
  const row = await tx
    .selectFrom('orders')
    .select(['subtotal_minor', 'coupon_minor', 'store_charge_minor', 'tax_basis_points', 'tax_minor', 'total_minor'])
    .select('at_store_minor')
    .where('id', '=', orderId)
    .where('status', '=', orderStatusIds.accepted)
    .where('delivery_type', '=', orderTypeCodes.VISIT)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return (
    row && {
      subtotalMinor: row.subtotal_minor,
      discountMinor: row.coupon_minor,
      storeChargeMinor: row.store_charge_minor,
      taxBasisPoints: row.tax_basis_points,
      taxMinor: row.tax_minor,
      totalMinor: row.total_minor,
      atStoreMinor: row.at_store_minor,
    }
  )
}

/**
 * Inserts lines with their add-ons into a locked order, sets its new amounts and takes the counted units from the
 * stock, in one statement.
 * @returns false when an item has too few units left
 */
export async function insertGoods(
  tx: Tx,
  orderId: number,
  { order, goods }: { order: TillOrder; goods: readonly Good[] },
): Promise<boolean> {
  const lines = goods.map(({ item: { id, name, image }, quantity, unitMinor }) => ({
    item_id: id,
    name,
    image,
    quantity,
    unit_price_minor: String(unitMinor),
  }))
  const addons = goods.flatMap((good, index) =>
    good.addons.map(({ id, category, name, price_minor }) => ({
      line: index + 1,
      addon_id: id,
      addon_category_name: category,
      name,
      price_minor,
    })),
  )
  const counted = goods
    .filter(({ item }) => item.is_counted)
    .map(({ item, quantity }) => ({ itemId: item.id, quantity }))
  const { rows } = await sql<{ is_stock_taken: boolean }>`
    with changed as (
      update orders set subtotal_minor = ${order.subtotalMinor}, tax_minor = ${order.taxMinor},
                        total_minor = ${order.totalMinor}, at_store_minor = ${order.atStoreMinor}, updated_at = now()
       where id = ${orderId}
      returning id, store_id
    ), line as (
      insert into order_lines (order_id, store_id, item_id, name, image, quantity, unit_price_minor, discount_minor)
      select changed.id, changed.store_id, l.item_id, l.name, l.image, l.quantity, l.unit_price_minor, 0
        from changed, rows from (jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
               as (item_id int, name text, image text, quantity smallint, unit_price_minor bigint)) with ordinality as l
       order by l.ordinality
      returning id, store_id
    ), numbered as (
      select id, store_id, row_number() over (order by id) as position from line
    ), addon as (
      insert into order_line_addons (order_line_id, store_id, addon_id, addon_category_name, name, price_minor)
      select numbered.id, numbered.store_id, a.addon_id, a.addon_category_name, a.name, a.price_minor
        from rows from (jsonb_to_recordset(${JSON.stringify(addons)}::jsonb)
               as (line int, addon_id int, addon_category_name text, name text, price_minor bigint)) with ordinality as a
        join numbered on numbered.position = a.line
       order by a.ordinality
    ), ${takingStock(counted)}
    select (select count(*) from shelf) = (select count(*) from taken) as is_stock_taken`.execute(tx)
  return rows[0]!.is_stock_taken
}
