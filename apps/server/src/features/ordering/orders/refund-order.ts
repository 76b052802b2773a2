import type { PaidOrder, RefundParts } from '@nukkad/rules/adjustments.ts'
import { divideRounded, type Minor } from '@nukkad/rules/money.ts'
import { orderStatusIds } from '@nukkad/rules/order-states.ts'
import { orderTypeCodes } from '@nukkad/rules/order-type.ts'
import { goneMinor } from '@nukkad/rules/referral.ts'
import type { Tx } from '#db/connection.ts'
import { takeBackEarnings } from '#features/bookings/visits/earnings.ts'
import { lockPartiesOfRefund, reverseCommissions } from '#features/ledger/referrals/reverse-commissions.ts'
import type { Posting } from '#features/ledger/wallet/accounts.ts'
import { storeFunds } from '#features/ledger/wallet/store-balance.ts'
import { AppError } from '#http/errors.ts'
import { addRefunded, lockRefundable, lockStore, type RefundableOrder } from './money-queries.ts'
import { cashAtCounter } from './settle-order.ts'

export type OrderToGiveBack = RefundableOrder & {
  isDelivered: boolean
  isCancelled: boolean
  paid: PaidOrder
  /** The part of the payment that the store took in cash, in minor units. */
  atCounterMinor: Minor
}

/** Locks an order for a refund, and returns it with its payment; undefined for an unknown order. */
export async function lockOrderToGiveBack(tx: Tx, orderId: number): Promise<OrderToGiveBack | undefined> {
  const order = await lockRefundable(tx, orderId)
  return order && { ...order, ...stateOf(order), paid: paidOf(order), atCounterMinor: cashAtCounter(order) }
}

function stateOf({ status }: RefundableOrder): { isDelivered: boolean; isCancelled: boolean } {
  return { isDelivered: status === orderStatusIds.delivered, isCancelled: status === orderStatusIds.cancelled }
}

/**
 * Returns the amount that was paid for an order; cash counts after delivery. An unconfirmed reported payment (decision
 * 0041) and money that the payer's bank took back do not count as paid.
 */
function paidOf(order: RefundableOrder): PaidOrder {
  const isPaidInCash = order.payment_mode === 'COD' && order.status === orderStatusIds.delivered
  const ownMinor =
    order.wallet_own_minor +
    (order.is_unseen ? 0n : order.paid_online_minor) +
    (isPaidInCash ? order.payable_minor : 0n) +
    (order.status === orderStatusIds.delivered ? order.at_store_minor : 0n)
  return {
    paidOwnMinor: ownMinor - least(order.lost_minor, ownMinor - order.refunded_own_minor),
    paidPromotionMinor: order.wallet_promotion_minor,
    refundedOwnMinor: order.refunded_own_minor,
    refundedPromotionMinor: order.refunded_promotion_minor,
  }
}

/**
 * Returns the postings by which a store bears a refund of an order that was paid in cash at its counter: the part that
 * the store took in cash, up to the amount that the platform owes the store. The store gets back its commission on the
 * refunded cash. The platform never received the cash of the counter, so the platform cannot refund it.
 * @param amountMinor the whole refund, above 0
 * @throws AppError REFUND_IMPOSSIBLE when the platform owes the store less; then the store itself must return the cash
 */
export async function chargeStore(tx: Tx, order: OrderToGiveBack & { amountMinor: Minor }): Promise<Posting[]> {
  const { store_id: storeId, total_minor: totalMinor, atCounterMinor, amountMinor, currency } = order
  // Unconfirmed and lost payments do not count, so that the platform pays no part of a refund with money that it never
  // had.
  const paidMinor = order.paid.paidOwnMinor + order.paid.paidPromotionMinor
  const cashMinor = divideRounded(amountMinor * atCounterMinor, paidMinor, 'up')
  const commissionMinor = divideRounded(order.store_commission_minor * cashMinor, totalMinor, 'down')
  const chargedMinor = cashMinor - commissionMinor
  await lockStore(tx, storeId)
  const { freeMinor, spareMinor } = await storeFunds(tx, storeId, currency)
  // The platform's commission pays for promotion credit; the part of the commission that returns to the store no longer
  // pays for credit, so this part is deducted from what the platform owes the store.
  const uncoveredMinor = commissionMinor > spareMinor ? commissionMinor - spareMinor : 0n
  if (freeMinor < chargedMinor + uncoveredMinor) throw new AppError('REFUND_IMPOSSIBLE')
  return [
    { account: { kind: 'store_payable', storeId }, amountMinor: -chargedMinor },
    { account: { kind: 'delivery_margin', storeId }, amountMinor: -commissionMinor },
    { account: { kind: 'refund_expense' }, amountMinor: cashMinor - amountMinor },
  ]
}

/**
 * Records a refund of a delivered order and takes back the commissions that others, and the stylists of a visit, earned
 * by the order. The calling function has locked the order, and calls this function in the transaction of the refund,
 * before its money moves.
 * @throws AppError REFUND_TOO_HIGH
 * @see GAP-68
 */
export async function noteRefund(tx: Tx, order: OrderToGiveBack, parts: RefundParts): Promise<void> {
  await lockPartiesOfRefund(tx, order)
  await addRefunded(tx, order.id, parts)
  const refundedMinor =
    order.refunded_own_minor + order.refunded_promotion_minor + parts.ownMinor + parts.promotionMinor
  const { total_minor: totalMinor, wallet_promotion_minor: promotionMinor, lost_minor: lostMinor } = order
  const gone = { totalMinor, promotionMinor, refundedMinor, lostMinor }
  await reverseCommissions(tx, order, { refundedMinor: goneMinor(gone), ofMinor: totalMinor })
  if (order.delivery_type !== orderTypeCodes.VISIT) return
  const { id: orderId, store_id: storeId, currency } = order
  await takeBackEarnings(tx, { orderId, storeId, currency, refundedMinor, totalMinor })
}

const least = (a: Minor, b: Minor): Minor => (a < b ? a : b)
