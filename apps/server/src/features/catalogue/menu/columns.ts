import { sql } from 'kysely'

export type ItemRow = {
  id: number
  store_id: number
  item_category_id: number
  category_name: string
  name: string
  price_minor: bigint
  old_price_minor: bigint
  currency: string
  image: string | null
  placeholder_image: string | null
  is_recommended: boolean
  is_popular: boolean
  is_new: boolean
  description: string
  /** Whether the item is switched on, in stock, and in a category that is switched on. */
  is_available: boolean
  is_veg: boolean | null
  order_column: number
  addon_pricing: 'replace' | 'add' | null
  item_rating_sum: number
  item_rating_count: number
  is_best_seller: boolean
}

/**
 * Selects every column of an `ItemRow` from the item `i`, its category `c` and its store `s`, for use inside another
 * query.
 */
export const itemColumns = sql`
  i.id, i.store_id, i.item_category_id, c.name as category_name, i.name, i.price_minor, i.old_price_minor, s.currency,
  i.image, i.placeholder_image, i.is_recommended, i.is_popular, i.is_new, i.description,
  i.is_active and c.is_enabled and i.stock is distinct from 0 as is_available, i.is_veg, i.order_column, i.addon_pricing,
  i.rating_sum as item_rating_sum, i.rating_count as item_rating_count, i.is_best_seller`
