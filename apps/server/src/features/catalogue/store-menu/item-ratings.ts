import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'

export type ItemStars = { itemId: number; stars: number }

/**
 * Adds stars to the ratings of their items, or subtracts them if `sign` is -1, in the order of item ids. The changed
 * ratings change the menus of the stores. The caller must call this function before it locks a store, because placing
 * an order also locks items before the store.
 */
export async function addToItemRatings(tx: Tx, given: readonly ItemStars[], sign: 1 | -1 = 1): Promise<void> {
  if (given.length === 0) return
  await sql`
    with given as (
      select item_id, sum(stars)::int * ${sign}::int as stars, count(*)::int * ${sign}::int as number
        from unnest(${given.map(({ itemId }) => itemId)}::int[], ${given.map(({ stars }) => stars)}::int[]) as g (item_id, stars)
       group by item_id
    ), locked as (
      select i.id from items i join given on given.item_id = i.id order by i.id for no key update of i
    )
    update items set rating_sum = rating_sum + given.stars, rating_count = rating_count + given.number
      from given join locked on locked.id = given.item_id
     where items.id = given.item_id`.execute(tx)
}
