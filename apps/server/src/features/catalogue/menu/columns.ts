import { sql } from 'kysely'
import { type DescribedItem, describedItem, type ItemRow } from '#features/catalogue/store-menu/columns.ts'
import type { StoreRow } from '#features/catalogue/stores/columns.ts'

/** An item as customers see it. */
export type PublicItem = DescribedItem &
  Pick<StoreRow, 'currency'> &
  Pick<ItemRow, 'is_best_seller'> & {
    /** Whether the item is switched on, in stock, and in a category that is switched on. */
    is_available: boolean
    item_rating_sum: ItemRow['rating_sum']
    item_rating_count: ItemRow['rating_count']
  }

/** Selects a `PublicItem` from the item `i`, its category `c` and its store `s`, for use inside another query. */
export const publicItem = sql`
  ${describedItem}, s.currency, i.is_active and c.is_enabled and i.stock is distinct from 0 as is_available,
  i.rating_sum as item_rating_sum, i.rating_count as item_rating_count, i.is_best_seller`
