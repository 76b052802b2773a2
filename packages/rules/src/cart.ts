import { type Currency, type Minor, parseMoney, sum, wireNumber } from './money.ts'

/** Whether chosen add-ons stand in place of the item's price or come on top of it (INT-07). */
export type AddonPricing = 'replace' | 'add'

/** One chosen add-on, with the keys and types of the wire (docs/reference/wire.md#cart-line). */
export type SelectedAddon = { addon_category_name: string; addon_id: string; addon_name: string; price: string }

/** What can be put in the cart. Whatever else the screen keeps on it (image, `is_active` …) stays on the line. */
export type CartItem = {
  id: number
  restaurant_id: number
  name: string
  price: string
  /** Ignored when adding or removing: every tap is one unit (E-14). */
  quantity?: number
  selectedaddons?: readonly SelectedAddon[]
  /** The item's own reading, which wins over the setting. */
  addon_pricing?: AddonPricing | null
}

/** A cart line as persisted and sent (E-01). */
export type CartLine = CartItem & { quantity: number; selectedaddons: readonly SelectedAddon[] }

/** The settings that totals depend on. */
export type CartPricing = { addonPricing: AddonPricing; currency: Currency }

/** Most lines of a cart (docs/reference/security.md#money). */
export const MAX_CART_LINES = 50
/** Most units of one line (docs/reference/security.md#money). */
export const MAX_LINE_QUANTITY = 99
/** Most add-ons of one line (docs/reference/security.md#money). */
export const MAX_LINE_ADDONS = 20

/**
 * Adds one unit: to the line with the same id and add-ons, else as a new line at the end (E-03, E-04, E-05, E-14).
 * At a bound of the cart nothing changes.
 */
export function addLine<Item extends CartItem>(lines: readonly (Item & CartLine)[], item: Item): (Item & CartLine)[] {
  if (lines.some((line) => sameLine(line, item))) return changeQuantity(lines, item, 1)
  if (lines.length >= MAX_CART_LINES) return [...lines]
  return [...lines, ...replaceCart(item)]
}

/** The cart after "Yes" in the replace dialog: only the new item, once (E-08). */
export function replaceCart<Item extends CartItem>(item: Item): (Item & CartLine)[] {
  return [{ ...item, quantity: 1, selectedaddons: item.selectedaddons ?? [] }]
}

/** True when the cart holds another store's items, so that adding must ask first (E-06). */
export function needsReplacePrompt(lines: readonly CartItem[], storeId: number): boolean {
  return lines.some((line) => line.restaurant_id !== storeId)
}

/**
 * Minus in an item list or drawer: one unit off the item's line without add-ons. Customised lines stay, they are
 * taken off on the cart page only (E-10, E-11, E-14, INT-18).
 */
export function removeLine<Line extends CartLine>(lines: readonly Line[], item: Pick<CartItem, 'id'>): Line[] {
  return removeExact(lines, { id: item.id, selectedaddons: [] })
}

/** Minus on the cart page: one unit off exactly this line, found by id and add-ons (INT-18). */
export function removeExact<Line extends CartLine>(lines: readonly Line[], line: LineIdentity): Line[] {
  return changeQuantity(lines, line, -1)
}

/** Lines are the same when item and chosen add-ons are, in whatever order they were chosen (E-03, E-05). */
export function sameLine(a: LineIdentity, b: LineIdentity): boolean {
  return a.id === b.id && addonKey(a) === addonKey(b)
}

/**
 * Price of one unit: the only statement of how add-ons count, used by the cart and by order totals.
 * Under `replace` chosen add-ons are the priced variants, so their sum is the price; under `add` they are extras.
 * @see INT-07, R-03
 */
export function unitPrice(input: { priceMinor: Minor; addonsMinor: readonly Minor[]; pricing: AddonPricing }): Minor {
  const addons = sum(input.addonsMinor)
  if (input.pricing === 'add') return input.priceMinor + addons
  return input.addonsMinor.length > 0 ? addons : input.priceMinor
}

/** Price of one unit of a cart line. A price that cannot be read counts as 0: the server's quote decides anyway. */
export function lineUnitMinor(line: CartItem, reading: AddonPricing, currency: Currency): Minor {
  return unitPrice({
    priceMinor: parseMoney(line.price, currency) ?? 0n,
    addonsMinor: (line.selectedaddons ?? []).map((addon) => parseMoney(addon.price, currency) ?? 0n),
    pricing: line.addon_pricing ?? reading,
  })
}

/** Sum of unit price times quantity over the lines (E-16, E-17, R-03). */
export function cartSubtotal(lines: readonly CartLine[], { addonPricing, currency }: CartPricing): Minor {
  return sum(lines.map((line) => lineUnitMinor(line, addonPricing, currency) * BigInt(line.quantity)))
}

/** The persisted `total`: number of lines and price in major units, both plain JSON numbers (E-02, INT-08). */
export function cartTotals(
  lines: readonly CartLine[],
  pricing: CartPricing,
): { productQuantity: number; totalPrice: number } {
  return {
    productQuantity: lines.length,
    totalPrice: wireNumber(cartSubtotal(lines, pricing), pricing.currency),
  }
}

/** Units in the cart, for the count-quantity setting (INT-08). */
export function unitCount(lines: readonly CartLine[]): number {
  return lines.reduce((count, line) => count + line.quantity, 0)
}

/** The figure of the cart bar: units when `countQuantityAsTotalItemsOnCart` is 'true', else lines. */
export function cartCount(lines: readonly CartLine[], countQuantitySetting: string | null | undefined): number {
  return countQuantitySetting === 'true' ? unitCount(lines) : lines.length
}

/** Reads setting `cartAddonPricing`; anything but `add` is the default reading (INT-07). */
export function readAddonPricing(setting: string | null | undefined): AddonPricing {
  return setting === 'add' ? 'add' : 'replace'
}

/** Whether a quantity can be ordered: whole, 1 to 99 (GAP-12, docs/reference/security.md#money). */
export function isQuantity(quantity: number): boolean {
  return Number.isInteger(quantity) && quantity >= 1 && quantity <= MAX_LINE_QUANTITY
}

/** What tells one line from another. */
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
