import { wireMoney } from '@nukkad/rules/money.ts'
import { orderStatusIds } from '@nukkad/rules/order-states.ts'
import type { Tx } from '#db/connection.ts'
import { lockPaymentSight, setPaymentConfirmed } from '#features/ordering/orders/confirm-payment.ts'
import { AppError } from '#http/errors.ts'
import { writeAudit } from '#platform/audit/write-audit.ts'
import { lockApprovalRequest } from './approval-requests.ts'
import { type Decider, requireNoPartInOrder, requireStranger } from './decide.ts'

/**
 * Confirms a reported payment by a bank statement, so that it counts like one that its provider confirmed: the store
 * can be paid its share, and refunds return the money. Repeating one's own confirmation changes nothing.
 * @throws AppError NOT_FOUND; ALREADY_DECIDED when the payment is confirmed, or its order was cancelled and no salon
 *   waits for its share of the payment; SECOND_PERSON_NEEDED for people who reported or approved the payment, people of
 *   the store, and people whose accounts share contact details with the customer's
 * @see decision 0045
 */
export async function confirmPayment(
  tx: Tx,
  { id, reference }: { id: number; reference: string },
  { staffId, request }: Decider,
): Promise<void> {
  const approval = await lockApprovalRequest(tx, { kind: 'payment', id })
  if (approval?.state !== 'booked') throw new AppError('NOT_FOUND')
  const orderId = approval.order_id! // Never null: a constraint requires a payment request to have an order.
  const order = await lockPaymentSight(tx, orderId)
  if (order.payment_confirmed_by === staffId) return
  const isOver = order.status === orderStatusIds.cancelled && !order.has_waiting_share
  if (!order.is_unseen || isOver) throw new AppError('ALREADY_DECIDED')
  if ([approval.proposed_by, approval.decided_by].includes(staffId)) throw new AppError('SECOND_PERSON_NEEDED')
  await requireStranger(tx, { staffId, userId: approval.user_id! })
  await requireNoPartInOrder(tx, { staffId, orderId })
  await setPaymentConfirmed(tx, orderId, staffId)
  await writeAudit(tx, {
    actorId: staffId,
    actingForId: approval.user_id,
    action: 'payment.confirmed',
    object: { type: 'order', id: orderId },
    after: {
      amount: wireMoney(approval.amount_minor, approval.currency),
      reference,
      proposed_by: approval.proposed_by,
    },
    reason: reference,
    request,
  })
}
