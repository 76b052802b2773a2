import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#db/connection.ts'

/**
 * Returns the SQL of the add-on pricing of items that have none of their own: `add` outside a salon; null in a salon,
 * where a setting decides (INT-07).
 */
export function usualPricing(storeId: number): RawBuilder<'add' | null> {
  return sql`(select case when kind <> 'salon' then 'add' end from stores where id = ${storeId}::int)`
}

/**
 * Gives items without an add-on pricing the usual one, so that outside a salon an add-on never replaces the item's
 * price. Every operation that creates or edits items must call this function at its end.
 * @param ids the items that were written; all items of the store by default
 */
export async function fillAddonPricing(
  tx: Tx,
  storeId: number,
  { ids = null, addonCategoryId = null }: { ids?: readonly number[] | null; addonCategoryId?: number | null } = {},
): Promise<void> {
  await sql`
    update items i set addon_pricing = 'add'
     where i.store_id = ${storeId} and i.addon_pricing is null and ${usualPricing(storeId)} = 'add'
       and (${ids}::int[] is null or i.id = any (${ids}::int[]))
       and (${addonCategoryId}::int is null
            or i.id in (select l.item_id from item_addon_categories l where l.addon_category_id = ${addonCategoryId}))`.execute(
    tx,
  )
}
