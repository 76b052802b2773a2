import { allocate, divideRounded, type Minor, percentOf, sum } from './money.ts'

/** A service of a finished visit. */
export type DoneService = {
  /** The stylist who did the service; null if the service needed none. */
  stylistId: number | null
  /** The price of the service after discounts, in minor units, ≥ 0. */
  baseMinor: Minor
  /** The commission rate of the stylist, in hundredths of a percent. */
  basisPoints: number
}
/**
 * A tip that a customer gave at a salon, for one stylist; `stylistId` is null for a tip for all stylists who did a
 * service of the visit.
 */
export type Tip = { minor: Minor; stylistId: number | null }
export type Share = { commissionMinor: Minor; tipMinor: Minor }

/**
 * Returns what the salon owes for each service of a visit: the commission, rounded down, and a part of the tip. The
 * whole tip goes to the stylists: to all in proportion to the prices of their services, or to the one for whom it is.
 * @returns undefined when there is a tip, but no stylist who could get it did a service
 * @see decision 0118
 */
export function sharesOf(services: readonly DoneService[], tip: Tip): Share[] | undefined {
  const isTipped = ({ stylistId }: DoneService) =>
    stylistId !== null && (tip.stylistId === null || stylistId === tip.stylistId)
  const tipped = services.filter(isTipped)
  if (tipped.length === 0 && (tip.minor > 0n || tip.stylistId !== null)) return undefined
  const parts = allocate(
    tip.minor,
    tipped.map(({ baseMinor }) => baseMinor),
  )
  return services.map((service) => ({
    commissionMinor: service.stylistId === null ? 0n : percentOf(service.baseMinor, service.basisPoints, 'down'),
    tipMinor: isTipped(service) ? (parts[tipped.indexOf(service)] ?? 0n) : 0n,
  }))
}

/**
 * Returns the part of an amount that a stylist earned, in minor units, that is taken back because of refunds of its
 * order. The part is rounded down; once the whole order is refunded, it is the whole amount.
 */
export function takenBack(minor: Minor, { refundedMinor, totalMinor }: RefundedOrder): Minor {
  if (refundedMinor < 0n || refundedMinor > totalMinor) throw new RangeError('a refund is between nothing and all')
  return totalMinor === 0n ? 0n : divideRounded(minor * refundedMinor, totalMinor, 'down')
}
export type RefundedOrder = { refundedMinor: Minor; totalMinor: Minor }

/** The amounts of a visit's order that change when the customer also buys goods at the till, in minor units. */
export type TillOrder = {
  subtotalMinor: Minor
  discountMinor: Minor
  storeChargeMinor: Minor
  taxBasisPoints: number
  taxMinor: Minor
  totalMinor: Minor
  /** The part of the total that the customer pays at the salon. */
  atStoreMinor: Minor
}

/**
 * Returns the order of a visit with goods that the reception added at the till. The goods get no discount, tax is
 * computed again, and the whole difference is paid at the salon. Without added goods, the order stays as it is.
 */
export function withGoods(order: TillOrder, goods: readonly { unitMinor: Minor; quantity: number }[]): TillOrder {
  if (goods.length === 0) return order
  const goodsMinor = sum(goods.map(({ unitMinor, quantity }) => unitMinor * BigInt(quantity)))
  const subtotalMinor = order.subtotalMinor + goodsMinor
  const taxedMinor = subtotalMinor - order.discountMinor + order.storeChargeMinor
  const taxMinor = percentOf(taxedMinor, order.taxBasisPoints, 'half-up')
  const addedMinor = goodsMinor + taxMinor - order.taxMinor
  return {
    ...order,
    subtotalMinor,
    taxMinor,
    totalMinor: order.totalMinor + addedMinor,
    atStoreMinor: order.atStoreMinor + addedMinor,
  }
}

/** The payment methods by which a customer can pay at a salon. */
export const takingMethods = ['cash', 'card', 'upi'] as const
export type TakingMethod = (typeof takingMethods)[number]
/**
 * A part of the amount that a customer paid at the salon, by the payment method that the reception named. The amount is
 * undefined if the server could not read it.
 */
export type NamedTaking = { method: string; minor: Minor | undefined }
export type Taking = { method: TakingMethod; minor: Minor }

/**
 * Returns the code of the first error in the payment methods and amounts that the reception named for a visit. The
 * reception may name nothing if nothing was due.
 * @param dueMinor the amount that was due at the salon, with the tip, in minor units
 * @returns undefined if each method is known, has an amount and occurs only once, and the amounts add up to the amount
 *   that was due
 */
export function takingsProblem(named: readonly NamedTaking[], dueMinor: Minor): TakingsProblem | undefined {
  if (!named.every(({ method }) => isTakingMethod(method))) return 'TAKING_METHOD_UNKNOWN'
  if (!named.every(({ minor }) => minor !== undefined && minor > 0n)) return 'TAKING_AMOUNT_INVALID'
  if (new Set(named.map(({ method }) => method)).size < named.length) return 'TAKING_TWICE'
  return sum(named.map(({ minor }) => minor ?? 0n)) === dueMinor ? undefined : 'TAKINGS_DIFFER'
}
export type TakingsProblem = 'TAKING_METHOD_UNKNOWN' | 'TAKING_AMOUNT_INVALID' | 'TAKING_TWICE' | 'TAKINGS_DIFFER'

function isTakingMethod(method: string): method is TakingMethod {
  return takingMethods.some((known) => known === method)
}
