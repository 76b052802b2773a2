import type { AuditAction } from '@nukkad/contract/audit-actions.ts'
import { wireMoney } from '@nukkad/rules/money.ts'
import type { OrderStatus } from '@nukkad/rules/order-states.ts'
import type { Tx } from '#db/connection.ts'
import { approveOrderPayment, holdUnpaidOrder } from '#features/payments/attempts/approve-payment.ts'
import type { CallContext, WriteContext } from '#http/calls.ts'
import { writeAudit } from '#platform/audit/write-audit.ts'
import { needsApprover } from './amounts.ts'
import { insertApprovalRequest, setDecision, sumBookedAlone, sumOfClerk } from './approval-requests.ts'
import { type Decider, lockForApproval, requireNoPartInOrder, requirePerson, requireStranger } from './decide.ts'
import { findWaitingPayment } from './queries.ts'

type Settings = CallContext<'dashboard/me'>['settings']
type Requested = { status: OrderStatus; state: 'waiting' | 'booked' }

/**
 * Records that a member of staff reports the payment of an order. Up to the daily amounts of the settings, for the
 * customer and for the member of staff, the order continues immediately; above them, an approver decides. A repeated
 * call changes nothing while the request waits.
 * @throws AppError NOT_FOUND, TRANSITION_REFUSED, PERMISSION_MISSING for an API key, SECOND_PERSON_NEEDED for a
 *   customer whose account is the caller's own, was created by the caller, or shares contact details with theirs
 * @see decision 0041
 */
export async function requestPayment({
  tx,
  input,
  session,
  settings,
  request,
}: WriteContext<'dashboard/orders/approve-payment'>): Promise<Requested> {
  requirePerson(request)
  const { order_id: orderId, reason } = input
  const staffId = session.userId
  const clerkMinor = await sumOfClerk(tx, { staffId, currency: settings.get('currencyId') })
  const order = await holdUnpaidOrder(tx, { settings }, orderId)
  const { user_id: userId, currency, payable_minor: amountMinor } = order
  await requireStranger(tx, { staffId, userId })
  await requireNoPartInOrder(tx, { staffId, orderId })
  if (await findWaitingPayment(tx, orderId)) return { status: 'awaiting_payment', state: 'waiting' }
  const beforeMinor = await sumBookedAlone(tx, { kind: 'payment', userId }, currency)
  const approval = await insertApprovalRequest(tx, {
    kind: 'payment',
    user_id: userId,
    order_id: orderId,
    currency,
    amount_minor: amountMinor,
    reason,
    note: input.reference || null,
    needs_approval: needsApprover(settings, { amountMinor, beforeMinor, clerkMinor, currency }),
    proposed_by: staffId,
  })
  const decider = { staffId, request }
  if (!approval.needs_approval)
    return { status: await book(tx, settings, approval, { ...decider, isSecond: false }), state: 'booked' }
  await audit(tx, approval, decider, { action: 'payment.reported', after: { state: 'waiting' } })
  return { status: 'awaiting_payment', state: 'waiting' }
}

/**
 * Books a reported payment; the caller is its approver.
 * @throws AppError the errors of `requestPayment`, and ALREADY_DECIDED
 */
export async function approvePaymentRequest(tx: Tx, settings: Settings, id: number, decider: Decider): Promise<void> {
  const approval = await lockForApproval(tx, { kind: 'payment', id }, decider)
  if (approval) await book(tx, settings, approval, { ...decider, isSecond: true })
}

type PaymentApproval = Awaited<ReturnType<typeof insertApprovalRequest>>

async function book(
  tx: Tx,
  settings: Settings,
  approval: PaymentApproval,
  { staffId, request, isSecond }: Decider & { isSecond: boolean },
): Promise<OrderStatus> {
  const { id, reason, note: reference } = approval
  const orderId = approval.order_id! // Never null: a constraint requires a payment request to have an order.
  await setDecision(tx, id, { state: 'booked', decided_by: isSecond ? staffId : null })
  const status = await approveOrderPayment(tx, { settings }, { orderId, staffId, reason, reference })
  const before = { status: 'awaiting_payment' }
  const after = { status, reference, ...(isSecond && { proposed_by: approval.proposed_by }) }
  await audit(tx, approval, { staffId, request }, { action: 'payment.approved', before, after })
  return status
}

async function audit(
  tx: Tx,
  { user_id, order_id, amount_minor, currency, reason }: PaymentApproval,
  { staffId, request }: Decider,
  { action, before, after }: { action: AuditAction; before?: object; after: object },
): Promise<void> {
  await writeAudit(tx, {
    actorId: staffId,
    actingForId: user_id,
    action,
    object: { type: 'order', id: order_id! },
    ...(before && { before }),
    after: { ...after, amount: wireMoney(amount_minor, currency) },
    reason,
    request,
  })
}
