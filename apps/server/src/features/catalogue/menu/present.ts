import type { Output } from '@nukkad/contract/contract.ts'
import { readingOf } from '@nukkad/rules/addons.ts'
import { wireMoney } from '@nukkad/rules/money.ts'
import { itemRating } from '@nukkad/rules/rating.ts'
import type { PublicItem } from './columns.ts'
import type { OfferedAddons } from './queries.ts'

export type ItemOnWire = NonNullable<Output<'get-single-item'>>

/** Returns an item in the form of the wire (docs/reference/wire.md#item, D-14). */
export function presentItem(row: PublicItem, addonCategories: readonly OfferedAddons[]): ItemOnWire {
  const rating = itemRating({ sum: row.item_rating_sum, count: row.item_rating_count })
  return {
    id: row.id,
    restaurant_id: row.store_id,
    item_category_id: row.item_category_id,
    category_name: row.category_name,
    name: row.name,
    price: wireMoney(row.price_minor, row.currency),
    old_price: wireMoney(row.old_price_minor, row.currency),
    currency: row.currency,
    image: row.image,
    large: row.image,
    placeholder_image: row.placeholder_image,
    is_recommended: row.is_recommended ? 1 : 0,
    is_popular: row.is_popular ? 1 : 0,
    is_new: row.is_new ? 1 : 0,
    desc: row.description,
    is_active: row.is_available ? 1 : 0,
    is_veg: row.is_veg,
    order_column: row.order_column,
    zone_id: null,
    // The quantity is always 0 here: clients store the quantity in the cart in this field of an item.
    quantity: 0,
    addon_pricing: readingOf(row.addon_pricing, addonCategories),
    addon_categories: addonCategories.map((category) => presentAddonCategory(category, row.currency)),
    ...(rating && { rating: rating.rating, rating_count: rating.count }),
    ...(row.is_best_seller && { best_seller: 1 as const }),
  }
}

function presentAddonCategory(row: OfferedAddons, currency: string): ItemOnWire['addon_categories'][number] {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    user_id: null,
    description: row.description,
    addon_limit: row.addon_limit,
    addons: row.addons.map(({ id, name, price_minor, image }) => ({
      id,
      name,
      price: wireMoney(BigInt(price_minor), currency),
      image,
      addon_category_id: row.id,
      user_id: null,
      is_active: 1,
    })),
    pivot: { item_id: row.item_id, addon_category_id: row.id },
  }
}
