import type { Output } from '@nukkad/contract/contract.ts'
import { lineUnitMinor, type SelectedAddon } from '@nukkad/rules/cart.ts'
import { isListed, percentOff, showsPercentage, showsPrice, vegMark } from '@nukkad/rules/discount.ts'
import type { Minor } from '@nukkad/rules/money.ts'
import type { ReactNode } from 'react'
import { addonPricing, type CartItem } from '#stores/cart.ts'
import { isSettingOn, setting, t } from './catalogue.ts'
import { minorOf, wirePrice } from './prices.ts'

export type Menu = Output<'get-restaurant-items'>
export type Item = Menu['recommended'][number]
export type AddonCategory = Item['addon_categories'][number]
type Addon = AddonCategory['addons'][number]
export type MenuGroup = { name: string; items: Item[] }

/** The fields of an item's store that the menu needs. */
export type ItemStore = {
  id: number
  name: string
  isOpen: boolean
  /** The kind of the store, set on screens on which the look of an item depends on the kind of its store. */
  kind?: Output<'get-restaurant-info'>['kind']
  /** The services of a salon that takes bookings, by the id of the item; the salon's other items are products. */
  services?: ReadonlyMap<number, BookedService> | undefined
}

/**
 * A service in a menu: the path on which it is booked, its duration, its price if the price differs between people, and
 * `about`, its people and terms for the details.
 */
export type BookedService = { path: string; minutes: number; price?: string; about: ReactNode }

/** Returns the text of the button that books a service or puts an item into the cart. */
export function addText({ kind, services }: Pick<ItemStore, 'kind' | 'services'>, { id }: Pick<Item, 'id'>): string {
  const isBooked = services?.size ? services.has(id) : kind === 'salon'
  return t(isBooked ? 'itemBookButton' : 'itemAddButton')
}

/** Returns whether a store sells packets, which people choose by picture and pack size. */
export function sellsPackets({ kind }: Pick<ItemStore, 'kind'>): boolean {
  return kind === 'warehouse' || kind === 'medical'
}

/**
 * Returns a menu's groups in the store's order, without items that have no price (D-09, D-12) and without empty groups.
 * In a group of packets, items with a picture come first, so that the lower tiles of items without a picture are in
 * rows of their own.
 */
export function groupsOf(menu: Menu, store: Pick<ItemStore, 'kind'>): MenuGroup[] {
  const hasTiles = sellsPackets(store)
  return groupsWith(
    isOnList,
    Object.entries(menu.items).map(([name, items]) => ({
      name,
      items: hasTiles ? items.toSorted((a, b) => Number(!a.image) - Number(!b.image)) : items,
    })),
  )
}

/** The minimum number of recommended items that the screen shows as a separate section. */
const MIN_PICKS = 3

/**
 * Returns the recommended items without those of the first group, which the screen shows directly below them. Returns
 * none if too few items are left.
 */
export function picksOf(menu: Menu, [first]: MenuGroup[]): Item[] {
  const all = menu.recommended.filter(isOnList)
  const shown = new Set(first?.items.map(({ id }) => id))
  const picks = all.filter(({ id }) => !shown.has(id))
  return picks.length === all.length || picks.length >= MIN_PICKS ? picks : []
}

/** Returns whether the menu has both vegetarian and other dishes, and the shop marks vegetarian dishes. */
export function hasBothDiets(groups: MenuGroup[]): boolean {
  const marks = new Set(groups.flatMap(({ items }) => items.map(({ is_veg }) => is_veg)))
  return isSettingOn('showVegNonVegBadge') && marks.has(true) && marks.has(false)
}

/** Returns the groups with only the items for which `passes` is true, without empty groups. */
export function groupsWith(passes: (item: Item) => boolean, groups: MenuGroup[]): MenuGroup[] {
  return groups
    .map(({ name, items }) => ({ name, items: items.filter(passes) }))
    .filter(({ items }) => items.length > 0)
}

export const isBestSeller = ({ best_seller: mark }: Item): boolean => mark === 1

export function isVegOrUnmarked({ is_veg }: Pick<Item, 'is_veg'>): boolean {
  return is_veg !== false
}

export function isOnList(item: Pick<Item, 'price' | 'currency'>): boolean {
  return isListed(minorOf(item.price, item.currency))
}

export function hasAddons(item: Item): boolean {
  return item.addon_categories.some(({ addons }) => addons.length > 0)
}

/** Converts an item into the form that the cart stores (E-01). */
export function cartItemOf(item: Item, store: ItemStore, selectedaddons: SelectedAddon[] = []): CartItem {
  return {
    id: item.id,
    restaurant_id: item.restaurant_id,
    name: item.name,
    price: item.price,
    currency: item.currency,
    selectedaddons,
    addon_pricing: item.addon_pricing,
    image: item.image,
    is_active: item.is_active,
    hasAddons: hasAddons(item),
    storeName: store.name,
  }
}

/** Converts an add-on into the form of a cart line, with exactly these keys (D-38). */
export function selectedAddonOf(category: AddonCategory, addon: Addon): SelectedAddon {
  return { addon_category_name: category.name, addon_id: String(addon.id), addon_name: addon.name, price: addon.price }
}

/** Returns the price of one unit with these add-ons (INT-07). */
export function unitMinorOf(item: Item, selectedaddons: SelectedAddon[]): Minor {
  return lineUnitMinor({ ...item, selectedaddons }, addonPricing(), item.currency)
}

/** Returns whether the prices of the item's add-ons are added to the item's price and do not replace it (INT-07). */
export function isAddedTo({ addon_pricing }: Pick<Item, 'addon_pricing'>): boolean {
  return (addon_pricing ?? addonPricing()) === 'add'
}

/**
 * Returns the parts of a price: the price, unless it is zero and the shop hides it (D-25), and the old price and
 * percentage if there is an old price (D-22, D-23).
 */
export function priceParts({ price, old_price, currency }: Pick<Item, 'price' | 'old_price' | 'currency'>): {
  price: string | null
  oldPrice: string | null
  discount: string | null
} {
  const [now, before] = [minorOf(price, currency), minorOf(old_price, currency)]
  if (!showsPrice(now, setting('hidePriceWhenZero'))) return { price: null, oldPrice: null, discount: null }
  const hasOld = before > now
  const hasPercent = showsPercentage(before, now, setting('showPercentageDiscount'))
  return {
    price: wirePrice(price, currency),
    oldPrice: hasOld ? wirePrice(old_price, currency) : null,
    discount: hasPercent ? t('itemPercentOff', { percent: percentOff(before, now) }) : null,
  }
}

/** Returns the food mark if the shop shows it and the item has one (D-26). */
export function markOf(item: Pick<Item, 'is_veg'>): { isVeg: boolean; name: string } | null {
  const mark = isSettingOn('showVegNonVegBadge') ? vegMark(item.is_veg) : undefined
  if (!mark) return null
  return { isVeg: mark === 'veg', name: t(mark === 'veg' ? 'a11yVeg' : 'a11yNonVeg') }
}

/** Returns the HTML id of a group's section, so that the page can scroll to the section. */
export function groupId(name: string): string {
  return `group-${encodeURIComponent(name).replace(/[^\w-]/g, '')}`
}
