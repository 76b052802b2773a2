import { firstStatus, type OrderStatus, orderStatusOfId } from '@nukkad/rules/order-states.ts'
import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'
import { postTransfer } from '#features/ledger/wallet/ledger.ts'
import { moveOrder } from '#features/ordering/orders/move-order.ts'
import type { Services } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { findPayableOrder, type PayableOrder } from './queries.ts'

type Approval = { orderId: number; staffId: number; reason: string; reference: string | null }

/**
 * Locks an order that awaits its payment until the transaction ends.
 * @throws AppError NOT_FOUND, TRANSITION_REFUSED for an order in any other state, and for a payment that two orders
 *   share
 */
export async function holdUnpaidOrder(
  tx: Tx,
  { settings }: Pick<Services, 'settings'>,
  orderId: number,
): Promise<PayableOrder> {
  const windowMinutes = settings.number('awaitingPaymentThreshold')
  const order = await findPayableOrder(tx, orderId, { windowMinutes, lock: true })
  if (!order) throw new AppError('NOT_FOUND')
  if (orderStatusOfId(order.status) !== 'awaiting_payment' || order.goods)
    throw new AppError('TRANSITION_REFUSED', { extra: { orderstatus_id: order.status } })
  return order
}

/**
 * Lets an order that awaits its payment continue, because staff report that the money has arrived. The calling function
 * checks the limits of the staff who report the payment. Until a provider confirms the reported payment, it is booked
 * as the platform's cash. After the provider's confirmation, `applyPaymentStatus` recognises the reported payment as
 * the same money and does not refund it as a second payment.
 * @returns the state in which the order continues
 * @throws AppError NOT_FOUND, TRANSITION_REFUSED
 * @see docs/reference/wire.md#moves-between-statuses
 */
export async function approveOrderPayment(
  tx: Tx,
  { settings }: Pick<Services, 'settings'>,
  { orderId, staffId, reason, reference }: Approval,
): Promise<OrderStatus> {
  const order = await holdUnpaidOrder(tx, { settings }, orderId)
  const to = firstStatus({
    awaitsPayment: false,
    isScheduled: order.scheduled_for !== null,
    storeAutoAccepts: order.auto_acceptable,
  })
  const moved = await moveOrder(tx, {
    orderId,
    from: 'awaiting_payment',
    to,
    actor: 'admin',
    actorId: staffId,
    kind: 'payment_approved',
    reason,
    set: {
      paid_online_minor: order.payable_minor,
      payment_approved_at: sql<Date>`now()`,
      ...(reference && { transaction_id: reference }),
    },
  })
  if (!moved) throw new AppError('TRANSITION_REFUSED', { extra: { orderstatus_id: order.status } })
  await postTransfer(tx, {
    kind: 'payment_approved',
    source: { type: 'order', id: orderId },
    currency: order.currency,
    actingStaffId: staffId,
    description: { key: 'walletTransactionOnlinePayment', params: { order: order.unique_order_id } },
    postings: [
      { account: { kind: 'house_cash' }, amountMinor: -order.payable_minor },
      { account: { kind: 'order_clearing' }, amountMinor: order.payable_minor },
    ],
  })
  return to
}
