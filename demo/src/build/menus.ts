import { addonGroups } from '../catalogue/addon-groups.ts'
import type { AddonGroup, AddonGroupKey, Dish, MenuSection } from '../catalogue/menu.ts'
import { sections } from '../catalogue/sections.ts'
import type { StoreSeed } from '../catalogue/store-seed.ts'
import { type Picture, pictureFile, pictureSlug } from '../pictures.ts'
import { type Random, randomFrom } from '../random.ts'
import type { City, ItemRow } from '../types.ts'
import { paise } from './stores.ts'

export type Menus = Pick<City, 'itemCategories' | 'items' | 'addonCategories' | 'addons' | 'itemAddonCategories'>

/**
 * Returns the menu of every store: first its own dishes, and after them the sections that it uses, at its own prices.
 */
export function buildMenus(seeds: readonly StoreSeed[]): Menus {
  const menus: Menus = { itemCategories: [], items: [], addonCategories: [], addons: [], itemAddonCategories: [] }
  seeds.forEach((seed, index) => {
    addMenu(menus, seed, index + 1)
  })
  return menus
}

function addMenu(menus: Menus, seed: StoreSeed, storeId: number): void {
  const shared = new Map<AddonGroupKey, number>()
  const taken = new Set<string>()
  const shown = new Set<string>()
  menuOf(seed).forEach((section, sectionIndex) => {
    const itemCategoryId = menus.itemCategories.length + 1
    menus.itemCategories.push({
      id: itemCategoryId,
      storeId,
      name: section.name,
      isEnabled: true,
      sortOrder: sectionIndex + 1,
    })
    for (const written of section.dishes) {
      if (taken.has(written.name)) continue
      taken.add(written.name)
      const dish = { ...written, picture: unlessShown(written.picture, shown) }
      const item = itemRow(dish, seed, { id: menus.items.length + 1, storeId, itemCategoryId })
      menus.items.push(item)
      for (const key of dish.addons) linkGroup(menus, { key, item, shared })
    }
  })
  recommendOne(menus.items.filter((item) => item.storeId === storeId))
}

/** Recommends the first item with a picture if no item of a store is recommended. */
function recommendOne(items: ItemRow[]): void {
  if (items.some(({ isRecommended }) => isRecommended)) return
  const chosen = items.find(({ picture }) => picture) ?? items[0]
  if (chosen) chosen.isRecommended = true
}

/**
 * Returns the picture of an item, or null if another item of the store has the picture already. Only packed goods that
 * differ in size share a picture.
 */
function unlessShown(picture: Picture | null, shown: Set<string>): Picture | null {
  if (!picture || picture.kind === 'product') return picture
  const slug = pictureSlug(picture)
  if (shown.has(slug)) return null
  shown.add(slug)
  return picture
}

function menuOf(seed: StoreSeed): MenuSection[] {
  const own = seed.specials ? [seed.specials] : []
  return [...own, ...seed.menu.map((entry) => chosenSection(entry, seed))]
}

function chosenSection(entry: StoreSeed['menu'][number], seed: StoreSeed): MenuSection {
  const [key, take] = typeof entry === 'string' ? [entry, undefined] : entry
  const section = allowedSection(sections[key], seed)
  if (take === undefined) return section
  return { name: section.name, dishes: randomFrom('section', seed.slug, key).sample(section.dishes, take) }
}

/** Removes non-vegetarian dishes from a menu section of a vegetarian kitchen. */
function allowedSection({ name, dishes }: MenuSection, { pureVeg }: StoreSeed): MenuSection {
  return { name, dishes: pureVeg ? dishes.filter(({ veg }) => veg !== false) : dishes }
}

function itemRow(dish: Dish, seed: StoreSeed, ids: { id: number; storeId: number; itemCategoryId: number }): ItemRow {
  const draw = randomFrom('item', seed.slug, dish.name)
  const rupees = priceFor(dish.rupees, seed, draw)
  const isOffered = draw.chance(0.18)
  const isSignature = seed.specials?.dishes.some(({ name }) => name === dish.name) ?? false
  return {
    ...ids,
    name: dish.name,
    priceMinor: paise(rupees),
    oldPriceMinor: isOffered ? paise(beforeOffer(rupees, draw)) : 0n,
    description: `<p>${dish.text}</p>`,
    picture: dish.picture,
    image: dish.picture && pictureFile(dish.picture),
    isRecommended: (isSignature || draw.chance(dish.picture?.kind === 'dish' ? 0.25 : 0.1)) && dish.picture !== null,
    isPopular: draw.chance(0.16),
    isNew: draw.chance(0.07),
    isActive: !draw.chance(0.02),
    isVeg: dish.veg,
    addonPricing: pricingOf(dish, seed),
    sortOrder: ids.id,
  }
}

function pricingOf(dish: Dish, seed: StoreSeed): ItemRow['addonPricing'] {
  const [first] = dish.addons
  if (first) return groupOf(first).pricing
  return seed.kind === 'salon' ? 'replace' : 'add'
}

/** Rounds a price: to five rupees for kitchens and salons, to one rupee for shops and for small amounts. */
function priceFor(rupees: number, seed: StoreSeed, draw: Random): number {
  const level = seed.priceLevel * (0.95 + draw.next() * 0.1)
  const step = seed.kind === 'store' || seed.kind === 'salon' ? 5 : 1
  return Math.max(step, Math.round((rupees * level) / step) * step)
}

function beforeOffer(rupees: number, draw: Random): number {
  const raised = rupees * (1 + draw.pick([0.08, 0.1, 0.15, 0.2, 0.25, 0.3]))
  return Math.max(rupees + 1, rupees < 100 ? Math.ceil(raised) : Math.ceil(raised / 5) * 5)
}

/**
 * Adds an add-on category to an item. Items of a store share the category of a group of extras. Variants depend on the
 * item's price, so each item has its own category.
 */
function linkGroup(
  menus: Menus,
  link: { key: AddonGroupKey; item: ItemRow; shared: Map<AddonGroupKey, number> },
): void {
  const group = groupOf(link.key)
  const known = isVariants(group) ? undefined : link.shared.get(link.key)
  const addonCategoryId = known ?? addGroup(menus, group, link.item)
  link.shared.set(link.key, addonCategoryId)
  const sortOrder = menus.itemAddonCategories.filter((row) => row.itemId === link.item.id).length + 1
  menus.itemAddonCategories.push({ itemId: link.item.id, addonCategoryId, sortOrder })
}

function addGroup(menus: Menus, group: AddonGroup, item: ItemRow): number {
  const id = menus.addonCategories.length + 1
  const { storeId } = item
  menus.addonCategories.push({
    id,
    storeId,
    name: group.name,
    type: group.type,
    description: group.description,
    addonLimit: group.limit,
  })
  group.options.forEach(([name, figure], index) => {
    const priceMinor = optionPrice(group, figure, item.priceMinor)
    menus.addons.push({
      id: menus.addons.length + 1,
      storeId,
      addonCategoryId: id,
      name,
      priceMinor,
      isActive: true,
      sortOrder: index + 1,
    })
  })
  return id
}

/**
 * Returns the price of an option of an item. A variant costs a percentage of the item's price, rounded to ten rupees;
 * an extra costs an amount in rupees.
 */
function optionPrice(group: AddonGroup, figure: number, itemMinor: bigint): bigint {
  if (!isVariants(group)) return paise(figure)
  if (figure === 100) return itemMinor
  return paise(Math.round((Number(itemMinor) * figure) / 100 / 1000) * 10)
}

function isVariants(group: AddonGroup): boolean {
  return group.pricing === 'replace' && group.type === 'SINGLE'
}

function groupOf(key: AddonGroupKey): AddonGroup {
  return addonGroups[key]
}
