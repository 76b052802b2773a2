import type { Minor } from './money.ts'
import { type RefundParts, splitRefund } from './staff-money.ts'

/**
 * The shares of a payment that staff can refund when they cancel an order
 * (docs/reference/wire.md#moves-between-statuses).
 */
export const refundShares = ['none', 'half', 'full'] as const
export type RefundShare = (typeof refundShares)[number]

/** A cancelled order's money, split into the refund and what the platform retains, in minor units. */
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

function partOf(paid: RefundParts, share: RefundShare): RefundParts {
  if (share === 'full') return { ...paid }
  const half = (paid.ownMinor + paid.promotionMinor) / 2n
  const nothing = { ownMinor: 0n, promotionMinor: 0n }
  if (share === 'none' || half === 0n) return nothing
  const order = {
    paidOwnMinor: paid.ownMinor,
    paidPromotionMinor: paid.promotionMinor,
    refundedOwnMinor: 0n,
    refundedPromotionMinor: 0n,
  }
  return splitRefund(half, order) ?? nothing
}
