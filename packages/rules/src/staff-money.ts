import { type Currency, divideRounded, type Minor, parseMoney } from './money.ts'

/**
 * What an order was paid with and what has gone back of it by now, minor units. Own is everything but promotion credit.
 */
export type PaidOrder = {
  paidOwnMinor: Minor
  paidPromotionMinor: Minor
  refundedOwnMinor: Minor
  refundedPromotionMinor: Minor
}

export type RefundParts = { ownMinor: Minor; promotionMinor: Minor }

/** What can still go back of an order. */
export function refundableMinor(order: PaidOrder): Minor {
  return order.paidOwnMinor + order.paidPromotionMinor - order.refundedOwnMinor - order.refundedPromotionMinor
}

/**
 * How a refund into the wallet is shared over its two pockets: in proportion to what the order was paid with, so that
 * promotion credit never comes back as money of one's own. Parts of an order add up to the whole, however it is cut.
 * @param amountMinor above 0
 * @returns undefined when that much is not left to give back
 * @see GAP-82, docs/reference/wire.md#other-order-calls
 */
export function splitRefund(amountMinor: Minor, order: PaidOrder): RefundParts | undefined {
  if (amountMinor > refundableMinor(order)) return undefined
  const paidMinor = order.paidOwnMinor + order.paidPromotionMinor
  const refundedMinor = order.refundedOwnMinor + order.refundedPromotionMinor + amountMinor
  const shareMinor = divideRounded(refundedMinor * order.paidPromotionMinor, paidMinor, 'up')
  // What went back to a provider was own money alone, so the share may be more than this refund, or less than nothing.
  const openMinor = shareMinor - order.refundedPromotionMinor
  const promotionMinor = openMinor < 0n ? 0n : openMinor > amountMinor ? amountMinor : openMinor
  return { ownMinor: amountMinor - promotionMinor, promotionMinor }
}

/**
 * Whether a sum that staff move needs a second person. What was moved before of the same thing counts, so that cutting
 * a sum in pieces gains nothing; sums of another currency than the limit's always need one, for nothing is converted.
 * @param limit as the setting has it, in whole units of the site's currency; one that is no amount lets nothing through
 * @see docs/reference/security.md#authorisation
 */
export function needsSecondPerson(
  moved: { amountMinor: Minor; beforeMinor: Minor; currency: Currency },
  limit: { amount: string; currency: Currency },
): boolean {
  if (moved.currency !== limit.currency) return true
  return moved.amountMinor + moved.beforeMinor > (parseMoney(limit.amount, limit.currency) ?? 0n)
}
