import { sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import type { ItemRow } from '#features/catalogue/store-menu/columns.ts'

/** The amounts of an order in minor units, and its lines. `price_minor` is the price of the whole line. */
export type TillOrderRow = {
  lines: { name: string; quantity: number; price_minor: number }[]
  subtotal_minor: bigint
  coupon_minor: bigint
  store_charge_minor: bigint
  tax_basis_points: number
  tax_minor: bigint
  total_minor: bigint
  at_store_minor: bigint
}

/** Finds the order of a visit with its lines. */
export async function findTillOrder(db: Db, orderId: number): Promise<TillOrderRow | undefined> {
  const { rows } = await sql<TillOrderRow>`
    select o.subtotal_minor, o.coupon_minor, o.store_charge_minor, o.tax_basis_points, o.tax_minor, o.total_minor, o.at_store_minor,
           (select json_agg(json_build_object('name', l.name, 'quantity', l.quantity, 'price_minor', l.unit_price_minor * l.quantity) order by l.id)
              from order_lines l where l.order_id = o.id) as lines
      from orders o where o.id = ${orderId}`.execute(db)
  return rows[0]
}

export type GoodRow = Pick<ItemRow, 'name' | 'image' | 'price_minor' | 'stock'> & { item_id: number }
const MAX_GOODS = 20

/**
 * Lists items of a store that are in stock and are not services, in the order of the menu.
 * @param search a part of the name; upper and lower case are equal
 */
export async function listGoods(db: Db, { storeId, search }: { storeId: number; search: string }): Promise<GoodRow[]> {
  const { rows } = await sql<GoodRow>`
    select i.id as item_id, i.name, i.image, i.price_minor, i.stock
      from items i join item_categories c on c.id = i.item_category_id
     where i.store_id = ${storeId} and i.deleted_at is null and i.is_active and c.is_enabled and coalesce(i.stock, 1) > 0
       and position(lower(${search}) in lower(i.name)) > 0
       and not exists (select from services s where s.item_id = i.id)
     order by c.order_column, i.order_column, i.id limit ${MAX_GOODS}`.execute(db)
  return rows
}
