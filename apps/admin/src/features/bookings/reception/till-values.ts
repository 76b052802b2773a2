import type { Output } from '@nukkad/contract/contract.ts'
import { type Currency, type Minor, parseMoney, wireMoney } from '@nukkad/rules/money.ts'
import { withGoods } from '@nukkad/rules/visit-till.ts'

export type TillView = Output<'dashboard/bookings/till'>
export type Good = TillView['goods'][number]
/** Goods that are added, with their number. */
export type Added = { good: Good; quantity: number }

/** The amounts of a till as the wire has them; `take` is with the tip. */
export type Totals = { total: string; tax: string; atStore: string; tip: string; take: string }

/**
 * Computes what the counter takes, by the rule of the server.
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
    added.map(({ good, quantity }) => ({ unitMinor: read(good.price), quantity })),
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

/** Returns the added goods with one piece more or fewer of a good; a good without pieces goes. */
export function changed(added: readonly Added[], good: Good, by: 1 | -1): Added[] {
  const known = added.some((one) => one.good.item_id === good.item_id)
  if (!known) return by === 1 ? [...added, { good, quantity: 1 }] : [...added]
  return added
    .map((one) => (one.good.item_id === good.item_id ? { ...one, quantity: one.quantity + by } : one))
    .filter(({ quantity }) => quantity > 0)
}

const MAX_PIECES = 99

/** Returns whether another piece of a good can be added. */
export function canAdd(added: readonly Added[], good: Good): boolean {
  const quantity = added.find((one) => one.good.item_id === good.item_id)?.quantity ?? 0
  return quantity < Math.min(MAX_PIECES, good.stock ?? MAX_PIECES)
}

/** Multiplies a price. */
export function timesPrice(price: string, quantity: number, currency: Currency): string {
  return wireMoney(parseMoney(price, currency)! * BigInt(quantity), currency)
}
