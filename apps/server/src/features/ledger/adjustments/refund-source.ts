import { refundableMinor } from '@nukkad/rules/adjustments.ts'
import type { Minor } from '@nukkad/rules/money.ts'
import type { Tx } from '#db/connection.ts'
import { lockOrderToGiveBack, type OrderToGiveBack } from '#features/ordering/orders/refund-order.ts'
import { findOrderOfPayment, lockPayment } from '#features/payments/refunds/give-back.ts'
import { AppError } from '#http/errors.ts'

type Payment = NonNullable<Awaited<ReturnType<typeof lockPayment>>>

type Sum = {
  userId: number
  currency: string
  /** The amount that this source can still refund. */
  leftMinor: Minor
  /** The amount that was refunded before. */
  beforeMinor: Minor
}

/**
 * The account that pays a refund. `house`: the platform pays, because the money of a delivered order is already shared
 * out. `due`: the platform still owes the payment to its payer. `unseen`: the platform owes a reported payment that is
 * not confirmed; the approver of the refund states that a bank statement confirms the payment. `wallet`: the payer's
 * wallet has the money, from a top-up or a cancelled order.
 */
export type RefundSource = Sum &
  (
    | { from: 'house'; order: OrderToGiveBack; payment: Payment | undefined }
    | { from: 'due'; order: OrderToGiveBack | undefined; payment: Payment }
    | { from: 'unseen'; order: OrderToGiveBack; payment: undefined }
    | { from: 'wallet'; order: OrderToGiveBack | undefined; payment: Payment }
  )

type Wanted = { orderId: number | null; paymentId: bigint | null; to: 'wallet' | 'provider' }

/**
 * Finds and locks the source of a refund. Locks the order before the payment.
 * @throws AppError NOT_FOUND; REFUND_IMPOSSIBLE for an order that is not over, for cash that should go to a provider,
 *   or for a disputed
 *   payment
 */
export async function lockSource(tx: Tx, { orderId, paymentId, to }: Wanted): Promise<RefundSource> {
  const named = paymentId === null ? { orderId } : await findOrderOfPayment(tx, paymentId)
  if (!named) throw new AppError('NOT_FOUND')
  const order = named.orderId === null ? undefined : await lockOrderToGiveBack(tx, named.orderId)
  if (named.orderId !== null && !order) throw new AppError('NOT_FOUND')
  const paid =
    paymentId !== null
      ? await lockPayment(tx, { id: paymentId })
      : order && (await lockPayment(tx, { orderId: order.id }))
  // The bank has taken a disputed payment back, or still can, so a refund would return the money a second time.
  if (paid?.is_disputed) throw new AppError('REFUND_IMPOSSIBLE')
  const payment = paymentId !== null || to === 'provider' ? paid : undefined
  if (to === 'provider' && !payment) throw new AppError('REFUND_IMPOSSIBLE')
  const source = sourceOf(order, payment)
  if (!source || (source.from === 'wallet' && to === 'wallet')) throw new AppError('REFUND_IMPOSSIBLE')
  return to === 'provider' && source.from === 'house' ? { ...source, leftMinor: leftForProvider(source) } : source
}

function sourceOf(order: OrderToGiveBack | undefined, payment: Payment | undefined): RefundSource | undefined {
  if (payment && payment.due_minor > 0n)
    return { from: 'due', order, payment, ...sumOf(payment), leftMinor: payment.due_minor }
  if (order && order.refund_due_minor > 0n)
    return {
      from: 'unseen',
      order,
      payment: undefined,
      userId: order.user_id,
      currency: order.currency,
      leftMinor: order.refund_due_minor,
      beforeMinor: 0n,
    }
  if (order?.isDelivered)
    return {
      from: 'house',
      order,
      payment,
      userId: order.user_id,
      currency: order.currency,
      leftMinor: refundableMinor(order.paid),
      beforeMinor: order.paid.refundedOwnMinor + order.paid.refundedPromotionMinor,
    }
  if (payment && (payment.use === 'top_up' || order?.isCancelled))
    return { from: 'wallet', order, payment, ...sumOf(payment), leftMinor: leftInWallet(payment, order) }
  return undefined
}

/**
 * Returns the part of a payment that can still be in the wallet. This part excludes the retained payment of a cancelled
 * order, which never went to the wallet.
 */
function leftInWallet(payment: Payment, order: OrderToGiveBack | undefined): Minor {
  const leftMinor = sumOf(payment).leftMinor - (order?.kept_own_minor ?? 0n)
  return leftMinor > 0n ? leftMinor : 0n
}

function sumOf(payment: Payment): Sum {
  const { user_id: userId, currency, amount_minor, refunding_minor: beforeMinor } = payment
  return { userId, currency, leftMinor: amount_minor - beforeMinor, beforeMinor }
}

/**
 * Returns the amount that a provider can refund: own money only, and not more than is left of the payment that it
 * captured.
 */
function leftForProvider({ order, payment }: { order: OrderToGiveBack; payment: Payment | undefined }): Minor {
  const ownMinor = order.paid.paidOwnMinor - order.paid.refundedOwnMinor
  const atProviderMinor = payment ? payment.amount_minor - payment.refunding_minor : 0n
  return ownMinor < atProviderMinor ? ownMinor : atProviderMinor
}
