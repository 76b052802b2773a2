import { orderStatusIds } from '@nukkad/rules/order-states.ts'
import type { PaidOrder, RefundParts } from '@nukkad/rules/staff-money.ts'
import type { Tx } from '#db/connection.ts'
import { lockPartiesOfRefund, reverseCommissions } from '#features/referrals/reverse-commissions.ts'
import { addRefunded, lockRefundable, type RefundableOrder } from './queries.ts'

export type OrderToGiveBack = RefundableOrder & { isDelivered: boolean; isCancelled: boolean; paid: PaidOrder }

/** Holds an order for giving its money back, with what it was paid with; undefined when there is none. */
export async function lockOrderToGiveBack(tx: Tx, orderId: number): Promise<OrderToGiveBack | undefined> {
  const order = await lockRefundable(tx, orderId)
  return order && { ...order, ...stateOf(order), paid: paidOf(order) }
}

function stateOf({ status }: RefundableOrder): { isDelivered: boolean; isCancelled: boolean } {
  return { isDelivered: status === orderStatusIds.delivered, isCancelled: status === orderStatusIds.cancelled }
}

/** Cash was paid when the order was delivered. */
function paidOf(order: RefundableOrder): PaidOrder {
  const isPaidInCash = order.payment_mode === 'COD' && order.status === orderStatusIds.delivered
  return {
    paidOwnMinor: order.wallet_own_minor + order.paid_online_minor + (isPaidInCash ? order.payable_minor : 0n),
    paidPromotionMinor: order.wallet_promotion_minor,
    refundedOwnMinor: order.refunded_own_minor,
    refundedPromotionMinor: order.refunded_promotion_minor,
  }
}

/**
 * Writes down that so much of a delivered order goes back, and takes the commissions back that it had earned others, in
 * the transaction of the refund and before its money moves. Lock the order before it.
 * @throws AppError REFUND_TOO_HIGH
 * @see GAP-68
 */
export async function noteRefund(tx: Tx, order: OrderToGiveBack, parts: RefundParts): Promise<void> {
  await lockPartiesOfRefund(tx, order)
  await addRefunded(tx, order.id, parts)
  const refundedMinor =
    order.refunded_own_minor + order.refunded_promotion_minor + parts.ownMinor + parts.promotionMinor
  await reverseCommissions(tx, order, { refundedMinor, ofMinor: order.total_minor })
}
