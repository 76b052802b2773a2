import { type Currency, divideRounded, type Minor, parseMoney } from './money.ts'

/**
 * The amounts paid for an order and refunded so far, in minor units. "Own" means own money, that is, everything except
 * promotion credit.
 */
export type PaidOrder = {
  paidOwnMinor: Minor
  paidPromotionMinor: Minor
  refundedOwnMinor: Minor
  refundedPromotionMinor: Minor
}

export type RefundParts = { ownMinor: Minor; promotionMinor: Minor }

/** Returns the amount that can still be refunded, in minor units. */
export function refundableMinor(order: PaidOrder): Minor {
  return order.paidOwnMinor + order.paidPromotionMinor - order.refundedOwnMinor - order.refundedPromotionMinor
}

/**
 * Splits a refund to the wallet into own money and promotion credit, in proportion to the order's payment, so that
 * promotion credit never becomes own money. The parts of several partial refunds always add up to those of a full
 * refund.
 * @param amountMinor above 0
 * @returns undefined when less than this amount can still be refunded
 * @see GAP-82, docs/reference/wire.md#other-order-calls
 */
export function splitRefund(amountMinor: Minor, order: PaidOrder): RefundParts | undefined {
  if (amountMinor > refundableMinor(order)) return undefined
  const paidMinor = order.paidOwnMinor + order.paidPromotionMinor
  const refundedMinor = order.refundedOwnMinor + order.refundedPromotionMinor + amountMinor
  const shareMinor = divideRounded(refundedMinor * order.paidPromotionMinor, paidMinor, 'up')
  // Earlier refunds to a provider took only own money, so more promotion credit may be left to refund than this refund
  // pays. The credit that is left may also be negative.
  const openMinor = shareMinor - order.refundedPromotionMinor
  const promotionMinor = openMinor < 0n ? 0n : openMinor > amountMinor ? amountMinor : openMinor
  return { ownMinor: amountMinor - promotionMinor, promotionMinor }
}

/**
 * Returns true when an amount of money that staff move needs an approver. Earlier amounts of the same kind count as
 * well, so that splitting an amount does not avoid the approval. Amounts in another currency always need an approver,
 * because the shop does not convert currencies.
 * @param limit the setting's value, in whole units of the site's currency; if it cannot be read, every amount needs an
 * approver
 * @see docs/reference/security.md#authorisation
 */
export function needsSecondPerson(
  moved: { amountMinor: Minor; beforeMinor: Minor; currency: Currency },
  limit: { amount: string; currency: Currency },
): boolean {
  if (moved.currency !== limit.currency) return true
  return moved.amountMinor + moved.beforeMinor > (parseMoney(limit.amount, limit.currency) ?? 0n)
}
