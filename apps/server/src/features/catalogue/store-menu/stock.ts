import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#db/connection.ts'

/**
 * Returns common table expressions that take units from the stock, in the order of item ids, for use in a larger
 * statement. `shelf` has the wanted items whose units are counted, `taken` those of them that had enough units. The
 * lock is the weaker `for no key update` on purpose: the lines of an order hold a key share lock on their items, so a
 * full lock in a parallel order would deadlock.
 */
export function takingStock(wanted: readonly { itemId: number; quantity: number }[]): RawBuilder<unknown> {
  return sql`
    wish as (
      select item_id, sum(quantity)::int as quantity
        from unnest(${wanted.map((row) => row.itemId)}::int[], ${wanted.map((row) => row.quantity)}::int[]) as w (item_id, quantity)
       group by item_id
    ), shelf as (
      select i.id from items i join wish on wish.item_id = i.id where i.stock is not null order by i.id for no key update of i
    ), taken as (
      update items set stock = stock - wish.quantity
        from wish join shelf on shelf.id = wish.item_id
       where items.id = wish.item_id and items.stock >= wish.quantity
      returning items.id
    )`
}

/** Returns the units of a cancelled order to the stock, in the order of item ids. */
export async function returnStock(tx: Tx, orderId: number): Promise<void> {
  await sql`
    with units as (select item_id, sum(quantity)::int as quantity from order_lines where order_id = ${orderId} group by item_id),
    locked as (select i.id from items i join units u on u.item_id = i.id where i.stock is not null order by i.id for no key update of i)
    update items set stock = stock + units.quantity
      from units join locked on locked.id = units.item_id
     where items.id = units.item_id`.execute(tx)
}
