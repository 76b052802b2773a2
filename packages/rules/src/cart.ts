import { type Currency, type Minor, parseMoney, sum, wireNumber } from './money.ts'

/** Whether chosen add-ons replace the item's price or add to it (INT-07). */
export type AddonPricing = 'replace' | 'add'

/** A chosen add-on, with the keys and types of the wire (docs/reference/wire.md#cart-line). */
export type SelectedAddon = { addon_category_name: string; addon_id: string; addon_name: string; price: string }

/** An item that can be added to the cart. A cart line keeps the other fields of its item, such as the image. */
export type CartItem = {
  id: number
  restaurant_id: number
  name: string
  price: string
  /**
   * The number of units on a cart line. Adding or removing an item ignores this number, because each tap counts as one
   * unit (E-14).
   */
  quantity?: number
  selectedaddons?: readonly SelectedAddon[]
  /** The item's own add-on pricing, which overrides the setting. */
  addon_pricing?: AddonPricing | null
}

/** A cart line as it is stored and sent (E-01). */
export type CartLine = CartItem & { quantity: number; selectedaddons: readonly SelectedAddon[] }

/** The settings on which totals depend. */
export type CartPricing = { addonPricing: AddonPricing; currency: Currency }

/** Maximum number of lines in a cart (docs/reference/security.md#money). */
export const MAX_CART_LINES = 50
/** Maximum number of units on a cart line (docs/reference/security.md#money). */
export const MAX_LINE_QUANTITY = 99
/** Maximum number of add-ons on a cart line (docs/reference/security.md#money). */
export const MAX_LINE_ADDONS = 20

/**
 * Adds one unit of an item to the cart line with its id and add-ons, or adds a new line at the end (E-03, E-04, E-05,
 * E-14). Returns the lines unchanged when the cart or the line is full.
 */
export function addLine<Item extends CartItem>(lines: readonly (Item & CartLine)[], item: Item): (Item & CartLine)[] {
  if (lines.some((line) => sameLine(line, item))) return changeQuantity(lines, item, 1)
  if (lines.length >= MAX_CART_LINES) return [...lines]
  return [...lines, ...replaceCart(item)]
}

/**
 * Returns the cart after the customer pressed "Yes" in the dialog that replaces the cart: one unit of the new item and
 * nothing else (E-08).
 */
export function replaceCart<Item extends CartItem>(item: Item): (Item & CartLine)[] {
  return [{ ...item, quantity: 1, selectedaddons: item.selectedaddons ?? [] }]
}

/**
 * Returns true when the cart holds another store's items, so that the app asks the customer before it adds an item of
 * this store (E-06).
 */
export function needsReplacePrompt(lines: readonly CartItem[], storeId: number): boolean {
  return lines.some((line) => line.restaurant_id !== storeId)
}

/**
 * Removes one unit from the item's line without add-ons, for the minus button of an item list or drawer. Lines with
 * add-ons stay, because customers remove such lines only on the cart page (E-10, E-11, E-14, INT-18).
 */
export function removeLine<Line extends CartLine>(lines: readonly Line[], item: Pick<CartItem, 'id'>): Line[] {
  return removeExact(lines, { id: item.id, selectedaddons: [] })
}

/** Removes one unit from the line with the same item and add-ons, for the minus button of the cart page (INT-18). */
export function removeExact<Line extends CartLine>(lines: readonly Line[], line: LineIdentity): Line[] {
  return changeQuantity(lines, line, -1)
}

/** Returns true when two cart lines have the same item and the same add-ons, in any order (E-03, E-05). */
export function sameLine(a: LineIdentity, b: LineIdentity): boolean {
  return a.id === b.id && addonKey(a) === addonKey(b)
}

/**
 * Returns the price of one unit of an item in minor units. The cart and the order totals both use this function, so
 * add-ons count in the same way everywhere. With `replace`, the chosen add-ons are the priced variants and their total
 * is the price; with `add`, they are extras.
 * @see INT-07, R-03
 */
export function unitPrice(input: { priceMinor: Minor; addonsMinor: readonly Minor[]; pricing: AddonPricing }): Minor {
  const addons = sum(input.addonsMinor)
  if (input.pricing === 'add') return input.priceMinor + addons
  return input.addonsMinor.length > 0 ? addons : input.priceMinor
}

/**
 * Returns the price of one unit of a cart line in minor units. An unreadable price counts as 0, because the server's
 * quote decides what the customer pays.
 */
export function lineUnitMinor(line: CartItem, reading: AddonPricing, currency: Currency): Minor {
  return unitPrice({
    priceMinor: parseMoney(line.price, currency) ?? 0n,
    addonsMinor: (line.selectedaddons ?? []).map((addon) => parseMoney(addon.price, currency) ?? 0n),
    pricing: line.addon_pricing ?? reading,
  })
}

/** Returns the total of all lines, each with its unit price times its quantity, in minor units (E-16, E-17, R-03). */
export function cartSubtotal(lines: readonly CartLine[], { addonPricing, currency }: CartPricing): Minor {
  return sum(lines.map((line) => lineUnitMinor(line, addonPricing, currency) * BigInt(line.quantity)))
}

/**
 * Returns the `total` that the app stores with the cart: the number of lines and the price in major units, both as JSON
 * numbers (E-02, INT-08).
 */
export function cartTotals(
  lines: readonly CartLine[],
  pricing: CartPricing,
): { productQuantity: number; totalPrice: number } {
  return {
    productQuantity: lines.length,
    totalPrice: wireNumber(cartSubtotal(lines, pricing), pricing.currency),
  }
}

/** Counts the units in the cart (INT-08). */
export function unitCount(lines: readonly CartLine[]): number {
  return lines.reduce((count, line) => count + line.quantity, 0)
}

/**
 * Returns the number on the cart bar: units when `countQuantityAsTotalItemsOnCart` is 'true', lines otherwise (A-10,
 *
 */
export function cartCount(lines: readonly CartLine[], countQuantitySetting: string | null | undefined): number {
  return countQuantitySetting === 'true' ? unitCount(lines) : lines.length
}

/** Reads the setting `cartAddonPricing`; every value but `add` means `replace` (INT-07). */
export function readAddonPricing(setting: string | null | undefined): AddonPricing {
  return setting === 'add' ? 'add' : 'replace'
}

/**
 * Returns true for a quantity that a cart line can have: a whole number from 1 to 99 (GAP-12,
 * docs/reference/security.md#money).
 */
export function isQuantity(quantity: number): boolean {
  return Number.isInteger(quantity) && quantity >= 1 && quantity <= MAX_LINE_QUANTITY
}

/** The fields that distinguish one cart line from another. */
export type LineIdentity = { id: number; selectedaddons?: readonly Pick<SelectedAddon, 'addon_id'>[] }

function addonKey(line: LineIdentity): string {
  return (line.selectedaddons ?? [])
    .map((addon) => String(addon.addon_id))
    .toSorted()
    .join(' ')
}

function changeQuantity<Line extends CartLine>(lines: readonly Line[], target: LineIdentity, by: 1 | -1): Line[] {
  return lines
    .map((line) =>
      sameLine(line, target) ? { ...line, quantity: Math.min(line.quantity + by, MAX_LINE_QUANTITY) } : line,
    )
    .filter((line) => line.quantity > 0)
}
