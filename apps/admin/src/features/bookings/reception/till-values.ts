import type { Output } from '@nukkad/contract/contract.ts'
import { unitPrice } from '@nukkad/rules/cart.ts'
import { type Currency, type Minor, parseMoney, wireMoney } from '@nukkad/rules/money.ts'
import { withGoods } from '@nukkad/rules/visit-till.ts'
import { addonsOf, type Chosen } from './options.tsx'

export type TillView = Output<'dashboard/bookings/till'>
export type Good = TillView['goods'][number]
/** A line of added goods. `key` identifies the line, because two lines may have the same goods. */
export type Added = { key: number; good: Good; chosen: Chosen; quantity: number }

/** The amounts of a till as decimal strings; `take` includes the tip. */
export type Totals = { total: string; tax: string; atStore: string; tip: string; take: string }

/**
 * Calculates the amount to take from the customer, by the same rule as the server.
 * @returns undefined if the typed tip is not an amount
 */
export function totalsOf(till: TillView, added: readonly Added[], typedTip: string): Totals | undefined {
  const { currency } = till
  const tipMinor = typedTip.trim() === '' ? 0n : parseMoney(typedTip.trim(), currency)
  if (tipMinor === undefined) return undefined
  const read = (amount: string): Minor => parseMoney(amount, currency)!
  const order = withGoods(
    {
      subtotalMinor: read(till.subtotal),
      discountMinor: read(till.discount),
      storeChargeMinor: read(till.store_charge),
      taxBasisPoints: till.tax_basis_points,
      taxMinor: read(till.tax),
      totalMinor: read(till.total),
      atStoreMinor: read(till.at_store),
    },
    added.map((line) => ({ unitMinor: unitMinorOf(line, currency), quantity: line.quantity })),
  )
  const write = (minor: Minor) => wireMoney(minor, currency)
  return {
    total: write(order.totalMinor),
    tax: write(order.taxMinor),
    atStore: write(order.atStoreMinor),
    tip: write(tipMinor),
    take: write(order.atStoreMinor + tipMinor),
  }
}

/** Returns the price of one piece with its add-ons, by the same rule as the server. */
function unitMinorOf({ good, chosen }: Pick<Added, 'good' | 'chosen'>, currency: Currency): Minor {
  const ids = addonsOf({ chosen }, good)
  const addons = good.addon_categories.flatMap((category) => category.addons).filter(({ id }) => ids.includes(id))
  return unitPrice({
    priceMinor: parseMoney(good.price, currency)!,
    addonsMinor: addons.map(({ price }) => parseMoney(price, currency)!),
    pricing: good.addon_pricing,
  })
}

/** Returns the price of several pieces with their add-ons, as a decimal string. */
export function priceOf(line: Omit<Added, 'key'>, currency: Currency): string {
  return wireMoney(unitMinorOf(line, currency) * BigInt(line.quantity), currency)
}

/** Returns the added goods with one more piece. A product with options gets a separate line. */
export function withPiece(added: readonly Added[], good: Good): Added[] {
  const known = added.find((line) => line.good.item_id === good.item_id)
  if (known && good.addon_categories.length === 0) return changed(added, known, { quantity: known.quantity + 1 })
  return [...added, { key: (added.at(-1)?.key ?? 0) + 1, good, chosen: {}, quantity: 1 }]
}

/** Returns the added goods with a changed line. A line without pieces is removed. */
export function changed(
  added: readonly Added[],
  { key }: Added,
  change: Partial<Pick<Added, 'chosen' | 'quantity'>>,
): Added[] {
  return added.map((line) => (line.key === key ? { ...line, ...change } : line)).filter(({ quantity }) => quantity > 0)
}

const MAX_PIECES = 99

/** Returns whether another piece of a product can be added. */
export function canAdd(added: readonly Added[], good: Good): boolean {
  const pieces = added.filter((line) => line.good.item_id === good.item_id).map(({ quantity }) => quantity)
  return pieces.reduce((sum, quantity) => sum + quantity, 0) < Math.min(MAX_PIECES, good.stock ?? MAX_PIECES)
}

/** Returns the added goods in the form of the call. */
export function sentGoods(added: readonly Added[]) {
  return added.map(({ good, chosen, quantity }) => ({
    item_id: good.item_id,
    quantity,
    addons: addonsOf({ chosen }, good),
  }))
}
