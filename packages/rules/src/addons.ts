import { type AddonPricing, MAX_LINE_ADDONS, type SelectedAddon } from './cart.ts'
import type { Minor } from './money.ts'

/** An add-on category of an item as the wire carries it (D-15, D-16, docs/reference/wire.md#item). */
export type AddonCategory = {
  name: string
  /** `SINGLE` asks for exactly one; any other word lets one choose freely up to the limit (D-35, D-37). */
  type: string
  /** Most add-ons of a free category; 0 or none means no limit. */
  addon_limit?: number | null
  addons: readonly { id: number; name: string; price: string }[]
}

/** Why a choice of add-ons cannot be ordered; ids and category names are those of the menu. */
export type AddonFault =
  | { reason: 'unknown'; addonId: string }
  | { reason: 'repeated'; addonId: string }
  | { reason: 'choose-one'; category: string }
  | { reason: 'over-limit'; category: string; limit: number }
  | { reason: 'too-many' }

/**
 * What is wrong with a choice, if anything: add-ons must belong to the item, once each, exactly one of every SINGLE
 * category that has any, and no more than a category's limit.
 * @see docs/reference/security.md#money, docs/reference/wire.md#subtotal-and-add-ons
 */
export function addonFault(categories: readonly AddonCategory[], chosenIds: readonly string[]): AddonFault | undefined {
  if (chosenIds.length > MAX_LINE_ADDONS) return { reason: 'too-many' }
  const known = new Set(categories.flatMap(({ addons }) => addons.map(({ id }) => String(id))))
  const unknown = chosenIds.find((id) => !known.has(id))
  if (unknown !== undefined) return { reason: 'unknown', addonId: unknown }
  const repeated = chosenIds.find((id, index) => chosenIds.indexOf(id) !== index)
  if (repeated !== undefined) return { reason: 'repeated', addonId: repeated }
  return categories.map((category) => categoryFault(category, chosenIds)).find((fault) => fault !== undefined)
}

/**
 * How an item's add-ons count: its own word, else `add` where nothing has to be chosen, since what one may leave out is
 * an extra and no variant. Null follows the setting.
 * @param own `addon_pricing` of the item, null when it names none
 * @see INT-07, decision 0010
 */
export function readingOf(
  own: AddonPricing | null,
  categories: readonly { type: string; addons: readonly unknown[] }[],
): AddonPricing | null {
  if (own !== null || categories.length === 0) return own
  return categories.every((category) => !isSingle(category) || category.addons.length === 0) ? 'add' : null
}

/**
 * The least that a choice of add-ons can cost where they replace an item's price, if this is under half of the price:
 * then the reading is probably wrong. Minor units.
 */
export function suspiciousChoice(priceMinor: Minor, optionsMinor: readonly Minor[]): Minor | undefined {
  const least = optionsMinor.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))[0]
  return least !== undefined && least * 2n < priceMinor ? least : undefined
}

/** The chosen add-ons as the cart line carries them, in the order of the menu; unknown ids are left out (D-38). */
export function selectedAddons(categories: readonly AddonCategory[], chosenIds: readonly string[]): SelectedAddon[] {
  return categories.flatMap((category) =>
    chosenOf(category, chosenIds).map(({ id, name, price }) => ({
      addon_category_name: category.name,
      addon_id: String(id),
      addon_name: name,
      price,
    })),
  )
}

function categoryFault(category: AddonCategory, chosenIds: readonly string[]): AddonFault | undefined {
  const { length } = chosenOf(category, chosenIds)
  if (isSingle(category)) {
    const isMissing = category.addons.length > 0 && length !== 1
    return isMissing ? { reason: 'choose-one', category: category.name } : undefined
  }
  const limit = category.addon_limit ?? 0
  return limit > 0 && length > limit ? { reason: 'over-limit', category: category.name, limit } : undefined
}

function chosenOf({ addons }: AddonCategory, chosenIds: readonly string[]) {
  return addons.filter(({ id }) => chosenIds.includes(String(id)))
}

function isSingle({ type }: { type: string }): boolean {
  return type === 'SINGLE'
}
