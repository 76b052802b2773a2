import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'

/**
 * Gives items that name no reading of their add-ons the usual one outside a salon, so that an extra never replaces their
 * price (INT-07). Every way in which items are created or edited ends with it.
 * @param ids the items that were written; all of the store unless said
 */
export async function fillAddonPricing(
  tx: Tx,
  storeId: number,
  { ids = null, addonCategoryId = null }: { ids?: readonly number[] | null; addonCategoryId?: number | null } = {},
): Promise<void> {
  await sql`
    update items i set addon_pricing = 'add' from stores s
     where s.id = ${storeId} and s.kind <> 'salon' and i.store_id = s.id and i.addon_pricing is null
       and (${ids}::int[] is null or i.id = any (${ids}::int[]))
       and (${addonCategoryId}::int is null
            or i.id in (select l.item_id from item_addon_categories l where l.addon_category_id = ${addonCategoryId}))`.execute(
    tx,
  )
}
