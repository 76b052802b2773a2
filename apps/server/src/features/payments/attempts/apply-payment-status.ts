import assert from 'node:assert/strict'
import { providers } from '@nukkad/contract/payments/providers.ts'

import { firstStatus, orderStatusOfId } from '@nukkad/rules/order-states.ts'
import { nextAttemptStatus } from '@nukkad/rules/payment-states.ts'
import type { Tx } from '#db/connection.ts'
import { postTransfer } from '#features/ledger/wallet/ledger.ts'
import { moveOrder } from '#features/ordering/orders/move-order.ts'
import { setRefundDue } from '#features/ordering/orders/refund-due.ts'
import { addIssue } from '#features/payments/issues/add-issue.ts'
import { startRefund } from '#features/payments/refunds/refunds.ts'
import type { Services } from '#http/calls.ts'
import { logEvent } from '#log-events.ts'
import type { Captured, PaymentStatus } from '#outside/payments/provider.ts'
import { notify } from '#platform/notifications/notify.ts'
import { priceText } from '#platform/settings/price-text.ts'
import { type AttemptRow, hasOtherOpenAttempt, lockAttempt, setAttemptStatus } from './attempt-queries.ts'
import { findPayableOrder, findTopUpProblem, insertPayment, isPaymentKnown, type PayableOrder } from './queries.ts'

/** Code of a payment whose amount or currency differs from the amount due. */
export const OTHER_SUM = 'amount or currency differ'

type PaymentServices = Pick<Services, 'settings' | 'log'>

/**
 * Applies a payment status from the provider to our records, in one transaction, and records each captured amount once.
 * The first amount that equals the amount due pays the order or fills the wallet; any other amount is refunded. Money
 * that the provider refunded before we learnt of it pays nothing. The sequence and the number of the payment statuses
 * do not change the result.
 * @returns a note for staff if a person must check the payment, else null
 * @see docs/reference/providers.md#how-every-adapter-works, docs/reference/security.md#payments
 */
export async function applyPaymentStatus(
  tx: Tx,
  services: PaymentServices,
  { id, order_id: orderId }: Pick<AttemptRow, 'id' | 'order_id'>,
  paymentStatus: PaymentStatus,
): Promise<string | null> {
  const windowMinutes = services.settings.number('awaitingPaymentThreshold')
  const order = orderId === null ? undefined : await findPayableOrder(tx, orderId, { windowMinutes, lock: true })
  const attempt = await lockAttempt(tx, id)
  // The function that books each use of a captured amount; the note that a booking returns tells staff what to check.
  const bookings: Readonly<Record<Use, Booking>> = {
    gone: passOver,
    mismatch: keepMismatch,
    top_up: fillWallet,
    order: payOrder,
    approved: recognise,
    late: (of, given, one) => sendBack(of, given, { ...one, reason: 'late' }),
    second: (of, given, one) => sendBack(of, given, { ...one, reason: 'second' }),
  }
  const remarks: string[] = []
  const holdDays = holdDaysOf(services.settings)
  const sums = paymentStatus.captured.map((captured) => ({ ...leftOf(captured), holdDays }))
  for (const captured of sums) {
    if (await isPaymentKnown(tx, { provider: attempt.provider, paymentId: captured.paymentId })) continue
    const topUpProblem =
      attempt.purpose === 'top_up' ? await findTopUpProblem(tx, attempt, services.settings.get('currencyId')) : null
    const incoming = { attempt, order, captured }
    const remark = await bookings[useOf({ ...incoming, topUpProblem })](tx, services, incoming)
    if (remark) remarks.push(remark)
  }
  const status = nextAttemptStatus(attempt.status, statusFound(attempt, paymentStatus.status, sums))
  if (status !== attempt.status) await setAttemptStatus(tx, attempt.id, status)
  if (order && isLost(status)) await failOrder(tx, attempt, order)
  return remarks.length > 0 ? remarks.join('; ') : null
}

const isLost = (status: AttemptRow['status']): boolean => ['failed', 'expired', 'cancelled'].includes(status)

/** Returns a payment without the part that was refunded or charged back at the provider. */
function leftOf(captured: Captured): Captured {
  return { ...captured, amountMinor: captured.amountMinor - captured.refundedMinor }
}

/** Returns the number of days for which a payment is held from payouts: 0 to 60. */
function holdDaysOf(settings: PaymentServices['settings']): number {
  const days = Math.trunc(settings.number('paymentHoldDays') || 0)
  return Math.min(Math.max(days, 0), 60)
}

const isGone = ({ amountMinor }: Captured): boolean => amountMinor <= 0n

/**
 * Returns the status of an attempt from that of its payments. An attempt is paid only if one of its captured amounts
 * equals the amount due. If the payment of an attempt was refunded completely, the attempt is over, so that its payer
 * can try again.
 */
function statusFound(
  attempt: AttemptRow,
  told: PaymentStatus['status'],
  sums: readonly Captured[],
): PaymentStatus['status'] {
  if (sums.some((captured) => fits(attempt, captured))) return 'paid'
  if (told !== 'paid') return told
  return sums.length > 0 && sums.every(isGone) ? 'failed' : 'pending'
}

function fits({ amount_minor, currency }: AttemptRow, captured: Captured): boolean {
  return captured.amountMinor === amount_minor && captured.currency === currency
}

type Taken = Captured & { holdDays: number }
type Incoming = { attempt: AttemptRow; order: PayableOrder | undefined; captured: Taken }

/** The possible uses of a captured amount that is not recorded yet. */
type Use = 'gone' | 'mismatch' | 'top_up' | 'order' | 'approved' | 'late' | 'second'

/**
 * Decides the use of a captured amount. The first amount that equals the amount due pays; later amounts are surplus,
 * because the order is already paid or the wallet already filled.
 */
function useOf({ attempt, order, captured, topUpProblem }: Incoming & { topUpProblem: 'second' | 'late' | null }): Use {
  if (isGone(captured)) return 'gone'
  if (!fits(attempt, captured)) return 'mismatch'
  if (attempt.purpose === 'top_up') return topUpProblem ?? 'top_up'
  if (order && canBePaid(order)) return captured.amountMinor === order.payable_minor ? 'order' : 'mismatch'
  if (order?.is_approved_unseen && captured.amountMinor === order.payable_minor) return 'approved'
  return order && isOver(order) ? 'late' : 'second'
}

type Booking = (tx: Tx, services: PaymentServices, incoming: Incoming) => Promise<string | null>

/** Returns whether the order awaits payment, or failed with its coupon, stock and wallet part still held (GAP-07). */
export function canBePaid({ status, released_at }: Pick<PayableOrder, 'status' | 'released_at'>): boolean {
  const name = orderStatusOfId(status)
  return (name === 'awaiting_payment' || name === 'payment_failed') && released_at === null
}

function isOver({ status }: PayableOrder): boolean {
  const name = orderStatusOfId(status)
  return name === 'payment_failed' || name === 'cancelled'
}

async function payOrder(tx: Tx, _: PaymentServices, { attempt, order, captured }: Incoming): Promise<null> {
  assert(order, 'only an amount for an order pays it')
  const { goods, own_payable_minor: amountMinor } = order
  const own = { ...captured, amountMinor }
  const { moved, paymentRowId } = await payOne(tx, { attempt, order, captured: own })
  // The payment also pays the goods of the visit, which are a second order with its own part of the money.
  if (goods) {
    const ofGoods = { ...order, ...goods, scheduled_for: null }
    const part = { ...captured, amountMinor: BigInt(goods.payable_minor) }
    await payOne(tx, { attempt, order: ofGoods, captured: part, partOf: paymentRowId })
  }
  // The state of the order is updated here too, because a second capture in the same transaction must see that the
  // first has paid.
  order.status = moved.status
  return null
}

type ToPay = Pick<PayableOrder, 'id' | 'unique_order_id' | 'scheduled_for' | 'auto_acceptable'>
type Paying = { attempt: AttemptRow; order: ToPay; captured: Taken; partOf?: bigint }

/** Pays one order with a captured amount, or with the order's part of it. */
async function payOne(
  tx: Tx,
  { attempt, order, captured, partOf }: Paying,
): Promise<{ moved: { status: number }; paymentRowId: bigint }> {
  const to = firstStatus({
    awaitsPayment: false,
    isScheduled: order.scheduled_for !== null,
    storeAutoAccepts: order.auto_acceptable,
  })
  const moved = await moveOrder(tx, {
    orderId: order.id,
    from: ['awaiting_payment', 'payment_failed'],
    to,
    actor: 'provider',
    kind: to === 'accepted' ? 'order_accepted_auto' : 'payment_approved',
    // Updates the payment method, because the payer may have used another method than the one chosen when the order was
    // placed.
    set: {
      paid_online_minor: captured.amountMinor,
      transaction_id: captured.paymentId,
      payment_mode: providers[attempt.provider].method,
    },
  })
  // The order is locked and `canBePaid` has checked its state, so the move must succeed.
  assert(moved, `order ${order.id} could not be paid`)
  const payment = await insertPayment(tx, { attempt, captured, use: 'order', orderId: order.id, partOf })
  await postTransfer(tx, {
    kind: 'payment_capture',
    source: { type: 'payment', id: payment.id },
    currency: captured.currency,
    description: { key: 'walletTransactionOnlinePayment', params: { order: order.unique_order_id } },
    postings: [
      { account: { kind: 'provider_clearing', provider: attempt.provider }, amountMinor: -captured.amountMinor },
      { account: { kind: 'order_clearing' }, amountMinor: captured.amountMinor },
    ],
  })
  return { moved, paymentRowId: payment.id }
}

/**
 * Recognises a captured payment as the one that staff reported: its money moves from the platform's cash to the
 * provider's account.
 */
async function recognise(tx: Tx, _: PaymentServices, { attempt, order, captured }: Incoming): Promise<null> {
  assert(order, 'staff report payments of orders only')
  const payment = await insertPayment(tx, { attempt, captured, use: 'order', orderId: order.id })
  await postTransfer(tx, {
    kind: 'payment_capture',
    source: { type: 'payment', id: payment.id },
    currency: captured.currency,
    description: { key: 'walletTransactionOnlinePayment', params: { order: order.unique_order_id } },
    postings: [
      { account: { kind: 'provider_clearing', provider: attempt.provider }, amountMinor: -captured.amountMinor },
      { account: { kind: 'house_cash' }, amountMinor: captured.amountMinor },
    ],
  })
  order.is_approved_unseen = false
  if (order.refund_due_minor > 0n) await sendDue(tx, order, payment.id)
  return null
}

/**
 * Refunds the amount that is owed back to its source: the order was cancelled before its provider confirmed the
 * payment.
 */
async function sendDue(tx: Tx, order: PayableOrder, paymentRowId: bigint): Promise<void> {
  await setRefundDue(tx, order.id, 0n)
  await startRefund(tx, { paymentRowId, amountMinor: order.refund_due_minor, reason: 'requested', isFunded: true })
}

async function fillWallet(tx: Tx, _: PaymentServices, { attempt, captured }: Incoming): Promise<null> {
  const payment = await insertPayment(tx, { attempt, captured, use: 'top_up', orderId: null })
  await postTransfer(tx, {
    kind: 'top_up',
    source: { type: 'payment', id: payment.id },
    currency: captured.currency,
    description: { key: 'walletTransactionTopUp' },
    postings: [
      { account: { kind: 'provider_clearing', provider: attempt.provider }, amountMinor: -captured.amountMinor },
      { account: { kind: 'wallet_own', userId: attempt.user_id }, amountMinor: captured.amountMinor },
    ],
  })
  return null
}

/**
 * Refunds money that pays nothing, because it came too late or twice. No one needs to approve the refund of a surplus
 * payment, and the payer is notified.
 */
async function sendBack(
  tx: Tx,
  { log, settings }: PaymentServices,
  { attempt, captured, reason }: Incoming & { reason: 'late' | 'second' },
): Promise<string> {
  const payment = await insertPayment(tx, { attempt, captured, use: 'surplus', orderId: null })
  await postReceived(tx, { attempt, captured, paymentRowId: payment.id })
  await startRefund(tx, { paymentRowId: payment.id, amountMinor: captured.amountMinor, reason })
  await notify(tx, {
    userId: attempt.user_id,
    title: 'refundNoticeTitle',
    kind: 'wallet',
    message: reason === 'second' ? 'refundNoticeSecond' : 'refundNoticeLate',
    params: { amount: priceText(settings, captured.amountMinor, captured.currency) },
  })
  logEvent(log, 'payment.surplus', { attempt: attempt.reference, reason })
  return `${reason} payment goes back`
}

/**
 * Records nothing for money that a bank took back, because the platform has none of it. If a bank later decides a
 * dispute for us, the payment arrives like a new one.
 */
async function passOver(_: Tx, { log }: PaymentServices, { attempt }: Incoming): Promise<string> {
  logEvent(log, 'payment.refunded_before_seen', { attempt: attempt.reference })
  return 'went back before it was seen'
}

/**
 * Records a wrong amount or currency as an amount mismatch, which needs manual action
 * (docs/reference/providers.md#how-every-adapter-works).
 */
async function keepMismatch(tx: Tx, { log }: PaymentServices, { attempt, captured }: Incoming): Promise<string> {
  const payment = await insertPayment(tx, { attempt, captured, use: 'mismatch', orderId: null })
  await postReceived(tx, { attempt, captured, paymentRowId: payment.id })
  const sums = { asked: attempt.amount_minor, came: captured.amountMinor, in: captured.currency }
  logEvent(log, 'payment.amount_mismatch', { attempt: attempt.reference, ...sums })
  await addIssue(tx, {
    kind: 'mismatch',
    provider: attempt.provider,
    providerRef: captured.paymentId,
    paymentRowId: payment.id,
    reason: OTHER_SUM,
  })
  return OTHER_SUM
}

async function postReceived(
  tx: Tx,
  { attempt, captured, paymentRowId }: { attempt: AttemptRow; captured: Taken; paymentRowId: bigint },
): Promise<void> {
  await postTransfer(tx, {
    kind: 'payment_surplus',
    source: { type: 'payment', id: paymentRowId },
    currency: captured.currency,
    description: { key: 'walletTransactionOnlinePayment', params: { order: attempt.reference } },
    postings: [
      { account: { kind: 'provider_clearing', provider: attempt.provider }, amountMinor: -captured.amountMinor },
      { account: { kind: 'refunds_due' }, amountMinor: captured.amountMinor },
    ],
  })
}

/**
 * Moves an order to the state after a failed payment when its last open attempt is over. An order whose payment failed
 * keeps its coupon use, stock and wallet part until the time to pay is over (GAP-07).
 */
async function failOrder(tx: Tx, attempt: AttemptRow, order: PayableOrder): Promise<void> {
  if (orderStatusOfId(order.status) !== 'awaiting_payment') return
  if (await hasOtherOpenAttempt(tx, { orderId: order.id, id: attempt.id })) return
  await moveToFailed(tx, order)
}

/**
 * Moves an order that awaits its payment to the state after a failed payment, with the goods that share the payment.
 */
export async function moveToFailed(
  tx: Tx,
  { id, goods }: Pick<PayableOrder, 'id' | 'goods'>,
  reason?: string,
): Promise<void> {
  const failed = { from: 'awaiting_payment', to: 'payment_failed', actor: 'provider' } as const
  for (const orderId of goods ? [id, goods.id] : [id])
    await moveOrder(tx, { orderId, ...failed, kind: 'order_payment_failed', ...(reason && { reason }) })
}
