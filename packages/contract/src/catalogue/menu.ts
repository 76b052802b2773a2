import { z } from 'zod'
import { call } from '../call.ts'
import { flag, id, ignored, moneyText, slug } from '../wire.ts'

const addon = z.object({
  id: z.int(),
  name: z.string(),
  price: moneyText,
  image: z.string().nullable(),
  addon_category_id: z.int(),
  user_id: z.int().nullable(),
  is_active: flag,
})

const addonCategory = z.object({
  id: z.int(),
  name: z.string(),
  /**
   * The type of the category, where `SINGLE` requires exactly one add-on and every other value allows several (D-35,
   * D-37).
   */
  type: z.string(),
  user_id: z.int().nullable(),
  description: z.string().nullable(),
  /** Maximum number of add-ons that can be chosen in this category; 0 means no limit. */
  addon_limit: z.int(),
  addons: z.array(addon),
  pivot: z.object({ item_id: z.int(), addon_category_id: z.int() }),
})

/** An item on the wire (docs/reference/wire.md#item, D-14). */
export const item = z.object({
  id: z.int(),
  restaurant_id: z.int(),
  item_category_id: z.int(),
  category_name: z.string(),
  name: z.string(),
  price: moneyText,
  old_price: moneyText,
  /** The currency of the item's store. */
  currency: z.string(),
  image: z.string().nullable(),
  large: z.string().nullable(),
  placeholder_image: z.string().nullable(),
  is_recommended: flag,
  is_popular: flag,
  is_new: flag,
  /** The description as HTML, which is sanitised when it is saved and again when it is rendered. */
  desc: z.string(),
  is_active: flag,
  is_veg: z.boolean().nullable(),
  order_column: z.int().nullable(),
  zone_id: z.int().nullable(),
  quantity: z.int(),
  /**
   * Whether add-ons replace the item's price or add to it; null means that the setting `cartAddonPricing` decides
   * (INT-07).
   */
  addon_pricing: z.enum(['replace', 'add']).nullable(),
  addon_categories: z.array(addonCategory),
  /**
   * The average of the item's ratings in the form of the field `avgRating`; missing if the item has fewer than three
   * ratings.
   */
  rating: z.string().optional(),
  rating_count: z.int().optional(),
  /** The value 1 for a best seller: one of the at most three items that the store sold most in the last 30 days. */
  best_seller: z.literal(1).optional(),
})

const menu = z.object({ recommended: z.array(item), items: z.record(z.string(), z.array(item)) })

export const getRestaurantItems = call('get-restaurant-items', {
  // P-14
  summary: "A store's menu: the recommended items, and all items by category in the store's order.",
  auth: 'public',
  mayBeOld: true,
  path: '/{slug}',
  input: z.object({ slug, ...ignored }),
  output: menu,
  errors: ['STORE_UNKNOWN'],
})

export const getWarehouseItems = call('get-warehouse-items', {
  // P-15
  summary: "A warehouse's menu, in the form of get-restaurant-items.",
  auth: 'public',
  mayBeOld: true,
  path: '/{slug}',
  input: z.object({ slug, ...ignored }),
  output: menu,
  errors: ['STORE_UNKNOWN'],
})

export const getSingleItem = call('get-single-item', {
  // P-16
  summary: 'One item with its add-ons, or null.',
  auth: 'public',
  mayBeOld: true,
  input: z.object({ id, ...ignored }),
  output: item.nullable(),
  errors: [],
})

export const checkCartItemsAvailability = call('check-cart-items-availability', {
  // P-66, GAP-28
  summary: 'The current price and availability of each item in a cart; deleted items are missing.',
  auth: 'public',
  mayBeOld: true,
  input: z.object({ items: z.array(z.object({ id }).loose()).max(200).default([]), ...ignored }),
  output: z.array(z.object({ id: z.int(), price: moneyText, is_active: flag })),
  errors: [],
})
