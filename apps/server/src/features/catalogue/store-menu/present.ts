import type { Output } from '@nukkad/contract/contract.ts'
import { type Currency, wireMoney } from '@nukkad/rules/money.ts'
import type { OwnAddon, OwnAddonCategory } from './addon-queries.ts'
import type { CategoryRow, OwnItem } from './queries.ts'

export type OwnItemOnWire = Output<'store-owner/search-items'>[number]
type CategoryOnWire = Output<'store-owner/get-items-categories'>[number]
type AddonCategoryOnWire = Output<'store-owner/get-addon-categories'>[number]

export function presentOwnItem(row: OwnItem, currency: Currency): OwnItemOnWire {
  return {
    id: row.id,
    restaurant_id: row.store_id,
    item_category_id: row.item_category_id,
    category_name: row.category_name,
    name: row.name,
    price: wireMoney(row.price_minor, currency),
    old_price: wireMoney(row.old_price_minor, currency),
    image: row.image,
    placeholder_image: row.placeholder_image,
    desc: row.description,
    is_recommended: row.is_recommended ? 1 : 0,
    is_popular: row.is_popular ? 1 : 0,
    is_new: row.is_new ? 1 : 0,
    is_active: row.is_active ? 1 : 0,
    is_veg: row.is_veg,
    stock: row.stock,
    addon_pricing: row.addon_pricing,
    order_column: row.order_column,
    addon_category_item: row.addon_category_ids,
  }
}

export function presentCategory({ is_enabled, ...row }: CategoryRow): CategoryOnWire {
  return { ...row, is_enabled: is_enabled ? 1 : 0 }
}

export function presentAddonCategory(row: OwnAddonCategory, currency: Currency): AddonCategoryOnWire {
  return { ...row, addons: row.addons.map((addon) => presentAddon(addon, row.id, currency)) }
}

function presentAddon(row: OwnAddon, categoryId: number, currency: Currency): AddonCategoryOnWire['addons'][number] {
  return {
    id: row.id,
    name: row.name,
    price: wireMoney(BigInt(row.price_minor), currency),
    addon_category_id: categoryId,
    image: row.image,
    is_active: row.is_active ? 1 : 0,
  }
}
