import { unitPrice } from '@nukkad/rules/cart.ts'
import type { Random } from '../random.ts'
import type { AddonCategoryRow, AddonRow, ItemRow, StoreRow } from '../types.ts'
import type { Menus } from './menus.ts'

/** A line of the cart that becomes a past order of the demo. */
export type BasketLine = {
  item: ItemRow
  quantity: number
  addons: { category: AddonCategoryRow; addon: AddonRow }[]
  unitMinor: bigint
}

/**
 * The items that a store sells now, each with its add-on groups, from which the demo fills the baskets of its orders.
 */
export type Shelf = { items: (readonly [ItemRow, number])[]; groups: Map<number, AddonGroupRows[]> }

type AddonGroupRows = { category: AddonCategoryRow; addons: AddonRow[] }

/**
 * Returns, by store id, the items that each store sells, with their weights. Recommended and popular items have a
 * higher weight, so the demo's customers choose them more often; expensive ones have a lower weight.
 */
export function shelvesOf(menus: Menus): Map<number, Shelf> {
  const addonsOf = Map.groupBy(menus.addons, ({ addonCategoryId }) => addonCategoryId)
  const categories = new Map(menus.addonCategories.map((row) => [row.id, row]))
  const linksOf = Map.groupBy(menus.itemAddonCategories, ({ itemId }) => itemId)
  const shelves = new Map<number, Shelf>()
  for (const [storeId, items] of Map.groupBy(
    menus.items.filter(({ isActive }) => isActive),
    (item) => item.storeId,
  )) {
    const groups = new Map<number, AddonGroupRows[]>()
    for (const { id } of items) {
      const rows = (linksOf.get(id) ?? []).map(({ addonCategoryId }) => {
        const category = categories.get(addonCategoryId)
        if (!category) throw new Error(`item ${id} names the missing add-on category ${addonCategoryId}`)
        return { category, addons: addonsOf.get(addonCategoryId) ?? [] }
      })
      groups.set(id, rows)
    }
    shelves.set(storeId, { items: items.map((item) => [item, weightOf(item)] as const), groups })
  }
  return shelves
}

/** Returns one to five cart lines that reach the store's minimum order. */
export function fillBasket(store: StoreRow, shelf: Shelf, draw: Random): BasketLine[] {
  const wanted = wantedLines(store, draw)
  const lines = new Map<number, BasketLine>()
  for (let tries = 0; tries < 40 && (lines.size < wanted || subtotalOf(lines) < store.minOrderMinor); tries++) {
    const item = draw.weighted(shelf.items)
    if (lines.has(item.id)) continue
    lines.set(item.id, lineOf(item, shelf.groups.get(item.id) ?? [], draw))
  }
  return [...lines.values()]
}

function wantedLines(store: StoreRow, draw: Random): number {
  if (store.kind === 'salon')
    return draw.weighted([
      [1, 6],
      [2, 4],
      [3, 1],
    ])
  if (store.kind === 'warehouse')
    return draw.weighted([
      [2, 2],
      [3, 3],
      [4, 3],
      [5, 2],
      [7, 1],
    ])
  return draw.weighted([
    [1, 4],
    [2, 5],
    [3, 3],
    [4, 1],
  ])
}

function lineOf(item: ItemRow, groups: readonly AddonGroupRows[], draw: Random): BasketLine {
  const isService = item.isVeg === null
  const quantity = isService
    ? 1
    : draw.weighted([
        [1, 7],
        [2, 3],
        [3, 1],
      ])
  const addons = groups.flatMap((group) => chosenOf(group, draw))
  const addonsMinor = addons.map(({ addon }) => addon.priceMinor)
  const unitMinor = unitPrice({ priceMinor: item.priceMinor, addonsMinor, pricing: item.addonPricing })
  return { item, quantity, addons, unitMinor }
}

/**
 * Draws the chosen add-ons of one group: of a required choice always one option, most often the first; extras only
 * sometimes.
 */
function chosenOf({ category, addons }: AddonGroupRows, draw: Random): BasketLine['addons'] {
  if (category.type === 'SINGLE') {
    const addon = draw.chance(0.6) ? addons[0] : draw.pick(addons)
    return addon ? [{ category, addon }] : []
  }
  if (!draw.chance(0.35)) return []
  const count = Math.min(category.addonLimit || addons.length, draw.chance(0.2) ? 2 : 1)
  return draw.sample(addons, count).map((addon) => ({ category, addon }))
}

function subtotalOf(lines: ReadonlyMap<number, BasketLine>): bigint {
  return [...lines.values()].reduce((total, { unitMinor, quantity }) => total + unitMinor * BigInt(quantity), 0n)
}

function weightOf(item: ItemRow): number {
  const liked = 1 + (item.isRecommended ? 3 : 0) + (item.isPopular ? 3 : 0)
  return item.priceMinor > 200_000n ? liked / 6 : liked
}
