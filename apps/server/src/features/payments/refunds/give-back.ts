import type { Db, Tx } from '#db/connection.ts'
import { postTransfer } from '#features/ledger/wallet/ledger.ts'
import { setRefundDue } from '#features/ordering/orders/refund-due.ts'
import { findPaymentRow, insertRefund, lockPaymentRow, type PaymentToGiveBack } from './refund-queries.ts'
import { startRefund } from './refunds.ts'

/** Finds the order that a payment paid; undefined if the payment paid no order. */
export async function findOrderOfPayment(db: Db, paymentId: bigint): Promise<{ orderId: number | null } | undefined> {
  const row = await findPaymentRow(db, { id: paymentId })
  return row && { orderId: row.order_id }
}

/**
 * Locks a payment for a refund; returns undefined if there is no such payment. The calling function must have locked
 * the order of the payment.
 */
export async function lockPayment(
  tx: Tx,
  named: { id: bigint } | { orderId: number },
): Promise<PaymentToGiveBack | undefined> {
  const row = await findPaymentRow(tx, named)
  return row && lockPaymentRow(tx, row.id)
}

type OrderNotHappening = { id: number; unique_order_id: string; currency: string; payment_approved_at: Date | null }

/**
 * Refunds a provider's payment to its payer when the order will not happen, in the transaction that ends the order. A
 * payment that only staff have reported becomes a refund due: it is refunded after its provider confirms the payment,
 * or by staff after a bank statement shows it (decision 0041).
 * @param amountMinor above 0
 */
export async function giveBackPayment(
  tx: Tx,
  { id: orderId, unique_order_id: order, currency, payment_approved_at }: OrderNotHappening,
  { amountMinor, actingStaffId }: { amountMinor: bigint; actingStaffId: number | null },
): Promise<true> {
  const payment = await lockPayment(tx, { orderId })
  if (!payment && payment_approved_at === null) throw new Error(`order ${orderId} was paid by no payment`)
  await postTransfer(tx, {
    kind: 'order_refund_sent',
    source: { type: 'order', id: orderId },
    currency,
    actingStaffId,
    description: { key: 'walletTransactionRefundSent', params: { order } },
    postings: [
      { account: { kind: 'order_clearing' }, amountMinor: -amountMinor },
      { account: { kind: 'refunds_due' }, amountMinor },
    ],
  })
  if (!payment) await setRefundDue(tx, orderId, amountMinor)
  else
    await startRefund(tx, { paymentRowId: payment.id, amountMinor, reason: 'requested', actingStaffId, isFunded: true })
  return true
}

/**
 * Pays the part of a payment that waits for a refund into its payer's wallet instead, as own money.
 * @returns the row of the refund
 * @throws Error when the refunds would exceed the payment
 */
export async function giveToWallet(
  tx: Tx,
  { payment, amountMinor, actingStaffId }: { payment: PaymentToGiveBack; amountMinor: bigint; actingStaffId: number },
): Promise<bigint> {
  const row = await insertRefund(tx, {
    paymentRowId: payment.id,
    amountMinor,
    reason: 'requested',
    actingStaffId,
    destination: 'wallet',
  })
  if (!row) throw new Error(`payment ${payment.id} has not that much left to give back`)
  await postTransfer(tx, {
    kind: 'payment_refund',
    source: { type: 'refund', id: row.id },
    currency: payment.currency,
    actingStaffId,
    description: { key: 'walletTransactionPaymentRefund' },
    postings: [
      { account: { kind: 'refunds_due' }, amountMinor: -amountMinor },
      { account: { kind: 'wallet_own', userId: payment.user_id }, amountMinor },
    ],
  })
  return row.id
}
