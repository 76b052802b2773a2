import { type AddonPricing, MAX_LINE_ADDONS, type SelectedAddon } from './cart.ts'
import type { Minor } from './money.ts'

/** An add-on category of an item as the wire carries it (D-15, D-16, docs/reference/wire.md#item). */
export type AddonCategory = {
  name: string
  /**
   * The type of the category, where `SINGLE` requires exactly one add-on and any other value allows any number up to
   * the limit (D-35, D-37).
   */
  type: string
  /** Maximum number of add-ons in a category that is not `SINGLE`; 0 or none means no limit. */
  addon_limit?: number | null
  addons: readonly { id: number; name: string; price: string }[]
}

/**
 * The reasons why a customer's choice of add-ons is refused; the ids and category names in them are those of the menu.
 */
export type AddonProblem =
  | { reason: 'unknown'; addonId: string }
  | { reason: 'repeated'; addonId: string }
  | { reason: 'choose-one'; category: string }
  | { reason: 'over-limit'; category: string; limit: number }
  | { reason: 'too-many' }

/**
 * Checks a choice of add-ons and returns the first problem. Each add-on must belong to the item and be chosen once. A
 * SINGLE category that has add-ons needs exactly one of them. No category may exceed its limit.
 * @see docs/reference/security.md#money, docs/reference/wire.md#subtotal-and-add-ons
 */
export function addonProblem(
  categories: readonly AddonCategory[],
  chosenIds: readonly string[],
): AddonProblem | undefined {
  if (chosenIds.length > MAX_LINE_ADDONS) return { reason: 'too-many' }
  const known = new Set(categories.flatMap(({ addons }) => addons.map(({ id }) => String(id))))
  const unknown = chosenIds.find((id) => !known.has(id))
  if (unknown !== undefined) return { reason: 'unknown', addonId: unknown }
  const repeated = chosenIds.find((id, index) => chosenIds.indexOf(id) !== index)
  if (repeated !== undefined) return { reason: 'repeated', addonId: repeated }
  return categories.map((category) => categoryProblem(category, chosenIds)).find((problem) => problem !== undefined)
}

/**
 * Returns how an item's add-ons count: the item's own value, or else `add` if no category requires a choice, because an
 * optional add-on is an extra and not a variant. The result is null where the setting `cartAddonPricing` decides.
 * @param own `addon_pricing` of the item, null when the item has none
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
 * Returns the price of the cheapest add-on, in minor units, if it is below half of the item's price. Where add-ons
 * replace the item's price, such a low price suggests that they should add to it.
 */
export function suspiciousChoice(priceMinor: Minor, optionsMinor: readonly Minor[]): Minor | undefined {
  const least = optionsMinor.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))[0]
  return least !== undefined && least * 2n < priceMinor ? least : undefined
}

/**
 * Returns the chosen add-ons in the form in which a cart line has them: in the order of the menu, without unknown ids
 * (D-38).
 */
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

function categoryProblem(category: AddonCategory, chosenIds: readonly string[]): AddonProblem | undefined {
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

/** Returns true for a category that needs exactly one add-on (D-35). */
export function isSingle({ type }: { type: string }): boolean {
  return type === 'SINGLE'
}
