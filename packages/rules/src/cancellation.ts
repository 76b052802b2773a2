import type { Minor } from './money.ts'
import { type RefundParts, splitRefund } from './staff-money.ts'

/** How much of what was paid goes back when staff cancel an order (docs/reference/wire.md#moves-between-statuses). */
export const refundShares = ['none', 'half', 'full'] as const
export type RefundShare = (typeof refundShares)[number]

/** What goes back of a cancelled order and what stays with the house, minor units. */
export type CancelledMoney = { back: RefundParts; kept: RefundParts }

/**
 * Shares what an order was paid with between its payer and the house. Half rounds down, and is taken from own money and
 * promotion credit in proportion, so that credit never comes back as money of one's own.
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
