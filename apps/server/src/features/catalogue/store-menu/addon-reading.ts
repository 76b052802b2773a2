import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#db/connection.ts'

/** How the add-ons of an item count that names no reading: outside a salon as extras, in a salon by the setting (INT-07). */
export function usualPricing(storeId: number): RawBuilder<'add' | null> {
  return sql`(select case when kind <> 'salon' then 'add' end from stores where id = ${storeId}::int)`
}

/**
 * Gives items that name no reading of their add-ons the usual one, so that outside a salon an extra never replaces their
 * price. Every way in which items are created or edited ends with it.
 * @param ids the items that were written; all of the store unless said
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
