import { type Minor, parseMoney, wireMoney } from '@nukkad/rules/money.ts'
import { needsSecondPerson, type RefundParts, refundableMinor, splitRefund } from '@nukkad/rules/staff-money.ts'
import type { Tx } from '#db/connection.ts'
import { writeAudit } from '#features/audit/write-audit.ts'
import { notify } from '#features/notifications/notify.ts'
import { noteRefund } from '#features/orders/refund-order.ts'
import { giveToWallet } from '#features/payments/give-back.ts'
import { startRefund } from '#features/payments/refunds.ts'
import type { Posting } from '#features/wallet/accounts.ts'
import { postTransfer } from '#features/wallet/ledger.ts'
import type { CallContext } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { type Decider, lockForApproval } from './decide.ts'
import { holdCustomer, insertProposal, type Proposal, setDecision } from './queries.ts'
import { lockSource, type RefundSource } from './refund-source.ts'
import { approvalLimit, priceOf } from './sums.ts'

type Settings = CallContext<'dashboard/me'>['settings']

/**
 * Asks for a delivered order's or a payment's money to go back. At or below the set sum it is booked at once; above it
 * waits for somebody else, and what was left is looked at again then.
 * @returns the id of the proposal
 * @throws AppError NOT_FOUND, AMOUNT_INVALID, REFUND_IMPOSSIBLE, REFUND_TOO_HIGH, WALLET_TOO_LOW, SECOND_PERSON_NEEDED
 */
export async function proposeRefund(
  tx: Tx,
  { input, session, settings, request }: CallContext<'dashboard/refunds/propose'>,
): Promise<number> {
  const paymentId = input.payment_id === undefined ? null : BigInt(input.payment_id)
  const source = await lockSource(tx, { orderId: input.order_id ?? null, paymentId, to: input.to })
  const { userId, currency } = source
  if (userId === session.userId) throw new AppError('SECOND_PERSON_NEEDED')
  const amountMinor = input.amount === undefined ? source.leftMinor : parseMoney(input.amount, currency)
  if (amountMinor === undefined || (amountMinor <= 0n && source.leftMinor > 0n)) throw new AppError('AMOUNT_INVALID')
  requireLeft(source, amountMinor)
  const { beforeMinor } = source
  const proposal = await insertProposal(tx, {
    kind: 'refund',
    user_id: userId,
    currency,
    amount_minor: amountMinor,
    order_id: source.order?.id ?? null,
    payment_row_id: source.payment?.id ?? null,
    destination: input.to,
    reason: input.reason,
    needs_approval: needsSecondPerson({ amountMinor, beforeMinor, currency }, approvalLimit(settings)),
    proposed_by: session.userId,
  })
  const decider = { staffId: session.userId, request }
  if (!proposal.needs_approval) await book(tx, settings, { proposal, source }, { ...decider, isSecond: false })
  else await audit(tx, proposal, decider, { action: 'refund proposed', after: { state: 'waiting' } })
  return proposal.id
}

/** @throws AppError as `proposeRefund`, and ALREADY_DECIDED */
export async function approveRefund(tx: Tx, settings: Settings, id: number, decider: Decider): Promise<void> {
  const proposal = await lockForApproval(tx, { kind: 'refund', id }, decider)
  if (!proposal) return
  const { order_id: orderId, payment_row_id: paymentId, destination } = proposal
  const source = await lockSource(tx, { orderId, paymentId, to: destination! })
  requireLeft(source, proposal.amount_minor)
  await book(tx, settings, { proposal, source }, { ...decider, isSecond: true })
}

function requireLeft({ leftMinor, currency }: RefundSource, amountMinor: Minor): void {
  if (leftMinor > 0n && amountMinor <= leftMinor) return
  throw new AppError('REFUND_TOO_HIGH', { params: { amount: wireMoney(leftMinor, currency) } })
}

type Booking = { proposal: Proposal; source: RefundSource }

async function book(
  tx: Tx,
  settings: Settings,
  { proposal, source }: Booking,
  { staffId, request, isSecond }: Decider & { isSecond: boolean },
): Promise<void> {
  const { destination, currency, amount_minor: amountMinor, user_id: userId } = proposal
  if (destination === 'wallet' && !(await holdCustomer(tx, userId))) throw new AppError('REFUND_IMPOSSIBLE')
  const parts = partsOf(source, proposal)
  // What the order had earned others is taken back before the money moves (GAP-68).
  if (source.from === 'house') await noteRefund(tx, source.order, parts)
  const refundId = await move(tx, { proposal, source, parts, staffId })
  await setDecision(tx, proposal.id, {
    state: 'booked',
    decided_by: isSecond ? staffId : null,
    promotion_minor: parts.promotionMinor,
    refund_id: refundId,
  })
  const before = { refundable: wireMoney(source.leftMinor, currency), ...(isSecond && { state: 'waiting' }) }
  const after = { refundable: wireMoney(source.leftMinor - amountMinor, currency), state: 'booked' }
  await audit(tx, proposal, { staffId, request }, { action: 'refund booked', before, after })
  await notify(tx, {
    userId,
    title: 'refundNoticeTitle',
    message: destination === 'wallet' ? 'refundNoticeWallet' : 'refundNoticeProvider',
    params: { amount: priceOf(settings, amountMinor, currency) },
  })
}

/** Only a wallet has two pockets; a provider takes what was own money. */
function partsOf(source: RefundSource, { destination, amount_minor: amountMinor }: Proposal): RefundParts {
  if (source.from !== 'house' || destination === 'provider') return { ownMinor: amountMinor, promotionMinor: 0n }
  const parts = splitRefund(amountMinor, source.order.paid)
  if (!parts)
    throw new AppError('REFUND_TOO_HIGH', {
      params: { amount: wireMoney(refundableMinor(source.order.paid), source.currency) },
    })
  return parts
}

/** Moves the money. @returns the refund of a payment, if it is one */
async function move(
  tx: Tx,
  { proposal, source, parts, staffId }: Booking & { parts: RefundParts; staffId: number },
): Promise<bigint | null> {
  const { amount_minor: amountMinor, destination } = proposal
  if (destination === 'wallet' && source.from === 'due')
    return giveToWallet(tx, { payment: source.payment, amountMinor, actingStaffId: staffId })
  if (source.from !== 'due') await post(tx, { proposal, source, parts, staffId })
  if (destination === 'wallet' || !source.payment) return null
  return startRefund(tx, {
    paymentRowId: source.payment.id,
    amountMinor,
    reason: 'requested',
    actingStaffId: staffId,
    isFunded: source.from !== 'due',
  })
}

/** Takes the money from the house or from the wallet where it lies, and puts it into the wallet or aside for its payer. */
async function post(
  tx: Tx,
  { proposal, source, parts, staffId }: Booking & { parts: RefundParts; staffId: number },
): Promise<void> {
  const { id, user_id: userId, currency, amount_minor: amountMinor, destination } = proposal
  const from: Posting['account'] = source.from === 'house' ? { kind: 'refund_expense' } : { kind: 'wallet_own', userId }
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
    postings: [{ account: from, amountMinor: -amountMinor }, ...to],
  })
}

async function audit(
  tx: Tx,
  proposal: Proposal,
  { staffId, request }: Decider,
  { action, before, after }: { action: string; before?: object; after: object },
): Promise<void> {
  const { id, user_id: actingForId, amount_minor, currency, destination, order_id, payment_row_id, reason } = proposal
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
    after: { ...what, proposed_by: proposal.proposed_by, ...after },
    reason,
    request,
  })
}
