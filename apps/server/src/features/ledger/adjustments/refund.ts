import type { AuditAction } from '@nukkad/contract/audit-actions.ts'
import { type RefundParts, refundableMinor, splitRefund } from '@nukkad/rules/adjustments.ts'
import { type Minor, parseMoney, wireMoney } from '@nukkad/rules/money.ts'
import type { Tx } from '#db/connection.ts'
import type { Posting } from '#features/ledger/wallet/accounts.ts'
import { postTransfer } from '#features/ledger/wallet/ledger.ts'
import { takeRefundDue } from '#features/ordering/orders/refund-due.ts'
import { chargeStore, noteRefund } from '#features/ordering/orders/refund-order.ts'
import { giveToWallet } from '#features/payments/refunds/give-back.ts'
import { startRefund } from '#features/payments/refunds/refunds.ts'
import type { CallContext, WriteContext } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { writeAudit } from '#platform/audit/write-audit.ts'
import { notify } from '#platform/notifications/notify.ts'
import { needsApprover, priceOf } from './amounts.ts'
import { type ApprovalRequest, insertApprovalRequest, setDecision, sumOfClerk } from './approval-requests.ts'
import { type Decider, lockForApproval, requireStranger } from './decide.ts'
import { holdCustomer, insertRefundedItems, listPaymentApprovers } from './queries.ts'
import { amountOfItems } from './refund-items.ts'
import { lockSource, type RefundSource } from './refund-source.ts'

type Settings = CallContext<'dashboard/me'>['settings']
type Proposing = Pick<WriteContext<'dashboard/refunds/propose'>, 'tx' | 'input' | 'session' | 'settings' | 'request'>

/**
 * Requests a refund of a delivered order or of a payment. Up to the amount of the settings, the refund is booked
 * immediately. Above the amount of the settings, an approver decides, and the amount that can still be refunded is
 * checked again after the decision.
 * @returns the id of the approval request
 * @throws AppError NOT_FOUND, AMOUNT_INVALID, REFUND_ITEMS_INVALID, REFUND_IMPOSSIBLE, REFUND_TOO_HIGH, WALLET_TOO_LOW,
 *   SECOND_PERSON_NEEDED
 */
export async function proposeRefund({ tx, input, session, settings, request }: Proposing): Promise<number> {
  const paymentId = input.payment_id === undefined ? null : BigInt(input.payment_id)
  // Only amounts in the site's currency are summed, because a refund in another currency always needs an approver.
  const ofClerk = { staffId: session.userId, currency: settings.get('currencyId') }
  const clerkMinor = await sumOfClerk(tx, ofClerk)
  const source = await lockSource(tx, { orderId: input.order_id ?? null, paymentId, to: input.to })
  const { userId, currency } = source
  await requireStranger(tx, { staffId: session.userId, userId })
  const amountMinor = await wantedMinor(tx, source, input)
  if (amountMinor === undefined || (amountMinor <= 0n && source.leftMinor > 0n)) throw new AppError('AMOUNT_INVALID')
  requireLeft(source, amountMinor)
  const { beforeMinor } = source
  const approval = await insertApprovalRequest(tx, {
    kind: 'refund',
    user_id: userId,
    currency,
    amount_minor: amountMinor,
    order_id: source.order?.id ?? null,
    payment_row_id: source.payment?.id ?? null,
    destination: input.to,
    reason: input.reason,
    needs_approval:
      source.from === 'unseen' || needsApprover(settings, { amountMinor, beforeMinor, clerkMinor, currency }),
    proposed_by: session.userId,
  })
  if (input.items) await insertRefundedItems(tx, approval.id, input.items)
  const decider = { staffId: session.userId, request }
  if (!approval.needs_approval) await book(tx, settings, { approval, source }, { ...decider, isSecond: false })
  else await audit(tx, approval, decider, { action: 'refund.requested', after: { state: 'waiting' } })
  return approval.id
}

/**
 * Books a waiting refund; the caller is its approver.
 * @returns false if the same person approved it before
 * @throws AppError the errors of `proposeRefund`, and ALREADY_DECIDED
 */
export async function approveRefund(tx: Tx, settings: Settings, id: number, decider: Decider): Promise<boolean> {
  const approval = await lockForApproval(tx, { kind: 'refund', id }, decider)
  if (!approval) return false
  const { order_id: orderId, payment_row_id: paymentId, destination } = approval
  const source = await lockSource(tx, { orderId, paymentId, to: destination! })
  requireLeft(source, approval.amount_minor)
  // A person who reported or approved a payment cannot also confirm it by approving its refund.
  if (source.from === 'unseen' && (await listPaymentApprovers(tx, source.order.id)).includes(decider.staffId))
    throw new AppError('SECOND_PERSON_NEEDED')
  await book(tx, settings, { approval, source }, { ...decider, isSecond: true })
  return true
}

/** Returns the amount to refund: the price of the chosen items, the entered amount, or all that is left. */
async function wantedMinor(
  tx: Tx,
  { order, leftMinor, currency }: RefundSource,
  { items, amount }: Proposing['input'],
): Promise<Minor | undefined> {
  if (items && !order) throw new AppError('REFUND_ITEMS_INVALID')
  if (items && order) return amountOfItems(tx, { orderId: order.id, items, leftMinor })
  return amount === undefined ? leftMinor : parseMoney(amount, currency)
}

function requireLeft({ leftMinor, currency }: RefundSource, amountMinor: Minor): void {
  if (leftMinor > 0n && amountMinor <= leftMinor) return
  throw new AppError('REFUND_TOO_HIGH', { params: { amount: wireMoney(leftMinor, currency) } })
}

type Booking = { approval: ApprovalRequest; source: RefundSource }

async function book(
  tx: Tx,
  settings: Settings,
  { approval, source }: Booking,
  { staffId, request, isSecond }: Decider & { isSecond: boolean },
): Promise<void> {
  const { destination, currency, amount_minor: amountMinor } = approval
  const userId = approval.user_id! // Never null: a constraint requires a refund to have a customer.
  if (destination === 'wallet' && !(await holdCustomer(tx, userId))) throw new AppError('REFUND_IMPOSSIBLE')
  if (destination === 'wallet' && !canHold(settings, source)) throw new AppError('REFUND_IMPOSSIBLE')
  const parts = partsOf(source, approval)
  // Before the money of the refund moves, the commissions of the order are taken back (GAP-68).
  if (source.from === 'house') await noteRefund(tx, source.order, parts)
  const refundId = await move(tx, { approval, source, parts, staffId })
  await setDecision(tx, approval.id, {
    state: 'booked',
    decided_by: isSecond ? staffId : null,
    promotion_minor: parts.promotionMinor,
    refund_id: refundId,
  })
  const before = { refundable: wireMoney(source.leftMinor, currency), ...(isSecond && { state: 'waiting' }) }
  const after = { refundable: wireMoney(source.leftMinor - amountMinor, currency), state: 'booked' }
  await audit(tx, approval, { staffId, request }, { action: 'refund.booked', before, after })
  await notify(tx, {
    userId,
    title: 'refundNoticeTitle',
    kind: 'wallet',
    message: destination === 'wallet' ? 'refundNoticeWallet' : 'refundNoticeProvider',
    params: { amount: priceOf(settings, amountMinor, currency) },
  })
}

/**
 * Returns whether the customer's wallet can hold the refund: in another currency than the site's, they can neither see
 * nor spend it. The wallet that paid an order before the site's currency changed gets its refund.
 */
function canHold(settings: Settings, { currency, order }: RefundSource): boolean {
  if (currency === settings.get('currencyId')) return true
  return order !== undefined && order.wallet_own_minor + order.wallet_promotion_minor > 0n
}

/** Splits a refund into own money and promotion credit. A provider refunds own money only. */
function partsOf(source: RefundSource, { destination, amount_minor: amountMinor }: ApprovalRequest): RefundParts {
  if (source.from !== 'house' || destination === 'provider') return { ownMinor: amountMinor, promotionMinor: 0n }
  const parts = splitRefund(amountMinor, source.order.paid)
  if (!parts)
    throw new AppError('REFUND_TOO_HIGH', {
      params: { amount: wireMoney(refundableMinor(source.order.paid), source.currency) },
    })
  return parts
}

/**
 * Moves the money of a refund.
 * @returns the id of the payment's refund, if it refunds one
 */
async function move(
  tx: Tx,
  { approval, source, parts, staffId }: Booking & { parts: RefundParts; staffId: number },
): Promise<bigint | null> {
  const { amount_minor: amountMinor, destination } = approval
  if (destination === 'wallet' && source.from === 'due')
    return giveToWallet(tx, { payment: source.payment, amountMinor, actingStaffId: staffId })
  if (source.from !== 'due') await post(tx, { approval, source, parts, staffId })
  if (destination === 'wallet' || !source.payment) return null
  return startRefund(tx, {
    paymentRowId: source.payment.id,
    amountMinor,
    reason: 'requested',
    actingStaffId: staffId,
    isFunded: source.from !== 'due',
  })
}

/**
 * Posts the refund: from the accounts that bear it to the wallet, or to the amounts due to payers when a provider
 * returns it.
 */
async function post(
  tx: Tx,
  { approval, source, parts, staffId }: Booking & { parts: RefundParts; staffId: number },
): Promise<void> {
  const { id, currency, amount_minor: amountMinor, destination } = approval
  const { userId } = source
  const from = await payersOf(tx, { source, amountMinor })
  const to: Posting[] =
    destination === 'provider'
      ? [{ account: { kind: 'refunds_due' }, amountMinor }]
      : [
          { account: { kind: 'wallet_own', userId }, amountMinor: parts.ownMinor },
          { account: { kind: 'wallet_promotion', userId }, amountMinor: parts.promotionMinor },
        ]
  const { order } = source
  const isWhole = order?.total_minor === amountMinor
  await postTransfer(tx, {
    kind: 'staff_refund',
    source: { type: 'proposal', id },
    currency,
    actingStaffId: staffId,
    description:
      destination === 'wallet' && order
        ? {
            key: isWhole ? 'orderRefundWalletComment' : 'orderPartialRefundWalletComment',
            params: { order: order.unique_order_id },
          }
        : { key: 'walletTransactionRefundSent' },
    postings: [...from, ...to],
  })
}

/**
 * Returns the postings of the accounts that bear a refund: the wallet or the amount due that has the money, the store
 * that took the cash, or the platform.
 */
async function payersOf(
  tx: Tx,
  { source, amountMinor }: { source: RefundSource; amountMinor: Minor },
): Promise<Posting[]> {
  const all = (account: Posting['account']): Posting[] => [{ account, amountMinor: -amountMinor }]
  if (source.from === 'wallet') return all({ kind: 'wallet_own', userId: source.userId })
  if (source.from === 'unseen') {
    await takeRefundDue(tx, source.order.id, amountMinor)
    return all({ kind: 'refunds_due' })
  }
  if (source.from === 'house' && source.order.atCounterMinor > 0n)
    return chargeStore(tx, { ...source.order, amountMinor })
  return all({ kind: 'refund_expense' })
}

async function audit(
  tx: Tx,
  approval: ApprovalRequest,
  { staffId, request }: Decider,
  { action, before, after }: { action: AuditAction; before?: object; after: object },
): Promise<void> {
  const { id, user_id: actingForId, amount_minor, currency, destination, order_id, payment_row_id, reason } = approval
  const what = {
    amount: wireMoney(amount_minor, currency),
    to: destination,
    order_id,
    payment: payment_row_id && String(payment_row_id),
  }
  await writeAudit(tx, {
    actorId: staffId,
    actingForId,
    action,
    object: { type: 'money_proposal', id },
    ...(before && { before }),
    after: { ...what, proposed_by: approval.proposed_by, ...after },
    reason,
    request,
  })
}
