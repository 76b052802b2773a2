import { type PaidOrder, type RefundParts, splitRefund } from './adjustments.ts'
import type { Minor } from './money.ts'

/**
 * The shares of a payment that staff can refund when they cancel an order
 * (docs/reference/wire.md#moves-between-statuses).
 */
export const refundShares = ['none', 'half', 'full'] as const
export type RefundShare = (typeof refundShares)[number]

/** The money of a cancelled order, split into the refund and the retained payment, in minor units. */
export type CancelledMoney = { back: RefundParts; kept: RefundParts }

/**
 * Splits the payment of a cancelled order into refund and retained payment. Half rounds down. Own money and promotion
 * credit are refunded in proportion, so that promotion credit never becomes own money.
 */
export function shareOfCancelled(paid: { ownMinor: Minor; promotionMinor: Minor }, share: RefundShare): CancelledMoney {
  const back = partOf(paid, share)
  const kept = { ownMinor: paid.ownMinor - back.ownMinor, promotionMinor: paid.promotionMinor - back.promotionMinor }
  return { back, kept }
}

/**
 * Splits the payment of a cancelled visit into the refund and the part that the salon keeps, at most all of it; both
 * parts have promotion credit in proportion.
 * @param keptMinor the part that does not go back, minor units, ≥ 0
 */
export function keepOfCancelled(paid: { ownMinor: Minor; promotionMinor: Minor }, keptMinor: Minor): CancelledMoney {
  const backMinor = paid.ownMinor + paid.promotionMinor - keptMinor
  const nothing = { ownMinor: 0n, promotionMinor: 0n }
  const back = backMinor > 0n ? (splitRefund(backMinor, asPaid(paid)) ?? nothing) : nothing
  return {
    back,
    kept: { ownMinor: paid.ownMinor - back.ownMinor, promotionMinor: paid.promotionMinor - back.promotionMinor },
  }
}

function partOf(paid: RefundParts, share: RefundShare): RefundParts {
  if (share === 'full') return { ...paid }
  const half = (paid.ownMinor + paid.promotionMinor) / 2n
  const nothing = { ownMinor: 0n, promotionMinor: 0n }
  if (share === 'none' || half === 0n) return nothing
  return splitRefund(half, asPaid(paid)) ?? nothing
}

function asPaid({ ownMinor, promotionMinor }: RefundParts): PaidOrder {
  return {
    paidOwnMinor: ownMinor,
    paidPromotionMinor: promotionMinor,
    refundedOwnMinor: 0n,
    refundedPromotionMinor: 0n,
  }
}
