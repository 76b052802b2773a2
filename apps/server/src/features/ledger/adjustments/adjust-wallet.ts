import { parseMoney, wireMoney } from '@nukkad/rules/money.ts'
import type { Tx } from '#db/connection.ts'
import { postTransfer, walletBalances } from '#features/ledger/wallet/ledger.ts'
import type { CallContext, WriteContext } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { writeAudit } from '#platform/audit/write-audit.ts'
import { notify } from '#platform/notifications/notify.ts'
import { needsApprover, priceOf } from './amounts.ts'
import {
  type ApprovalRequest,
  insertApprovalRequest,
  setDecision,
  sumBookedAlone,
  sumOfClerk,
} from './approval-requests.ts'
import { type Decider, lockForApproval, requireStranger } from './decide.ts'
import { lockCustomer } from './queries.ts'

/** Maximum amount of a correction, which equals the maximum total of an order (docs/reference/security.md#money). */
const MAX_MINOR = 100_000_000n

type Settings = CallContext<'dashboard/me'>['settings']
type Proposing = Pick<
  WriteContext<'dashboard/wallet-adjustments/propose'>,
  'tx' | 'input' | 'session' | 'settings' | 'request'
>

/**
 * Requests a correction of a customer's wallet, in the site's currency. Up to the daily amount of the settings, the
 * correction is booked immediately; above that amount, an approver decides (docs/reference/security.md#authorisation).
 * @returns the id of the approval request
 * @throws AppError NOT_FOUND, AMOUNT_INVALID, WALLET_TOO_LOW, SECOND_PERSON_NEEDED for the caller's own wallet, or the
 *   wallet of an account that shares contact details with theirs
 */
export async function proposeAdjustment({ tx, input, session, settings, request }: Proposing): Promise<number> {
  const currency = settings.get('currencyId')
  const sum = parseMoney(input.amount, currency)
  if (sum === undefined || sum <= 0n || sum > MAX_MINOR) throw new AppError('AMOUNT_INVALID')
  const clerkMinor = await sumOfClerk(tx, { staffId: session.userId, currency })
  await requireStranger(tx, { staffId: session.userId, userId: input.customer_id })
  const customer = await lockCustomer(tx, input.customer_id)
  if (!customer) throw new AppError('NOT_FOUND')
  const beforeMinor = await sumBookedAlone(tx, { kind: 'adjustment', userId: customer.id }, currency)
  const amountMinor = input.direction === 'credit' ? sum : -sum
  const approval = await insertApprovalRequest(tx, {
    kind: 'adjustment',
    user_id: customer.id,
    currency,
    amount_minor: amountMinor,
    promotion_minor: input.pocket === 'promotion' ? amountMinor : 0n,
    reason: input.reason,
    note: input.note || null,
    needs_approval: needsApprover(settings, { amountMinor: sum, beforeMinor, clerkMinor, currency }),
    proposed_by: session.userId,
  })
  const decider = { staffId: session.userId, request }
  if (!approval.needs_approval) await book(tx, settings, approval, { ...decider, isSecond: false })
  else await auditWaiting(tx, approval, decider)
  return approval.id
}

/**
 * Books a waiting correction; the caller is its approver.
 * @returns false if the same person approved it before
 * @throws AppError NOT_FOUND, ALREADY_DECIDED, SECOND_PERSON_NEEDED, WALLET_TOO_LOW
 */
export async function approveAdjustment(tx: Tx, settings: Settings, id: number, decider: Decider): Promise<boolean> {
  const approval = await lockForApproval(tx, { kind: 'adjustment', id }, decider)
  if (!approval) return false
  if (!(await lockCustomer(tx, approval.user_id!))) throw new AppError('NOT_FOUND')
  await book(tx, settings, approval, { ...decider, isSecond: true })
  return true
}

async function book(
  tx: Tx,
  settings: Settings,
  approval: ApprovalRequest,
  { staffId, request, isSecond }: Decider & { isSecond: boolean },
): Promise<void> {
  const { id, currency, amount_minor: amountMinor, note } = approval
  const userId = approval.user_id! // Never null: a constraint requires a correction to have a customer.
  const pocket = approval.promotion_minor === 0n ? 'wallet_own' : 'wallet_promotion'
  await setDecision(tx, id, { state: 'booked', decided_by: isSecond ? staffId : null })
  await postTransfer(tx, {
    kind: 'adjustment',
    source: { type: 'proposal', id },
    currency,
    actingStaffId: staffId,
    description: note
      ? { key: 'walletTransactionAdjustmentNote', params: { note } }
      : { key: 'walletTransactionAdjustment' },
    postings: [
      { account: { kind: 'adjustments' }, amountMinor: -amountMinor },
      { account: { kind: pocket, userId }, amountMinor },
    ],
  })
  const { ownMinor, promotionMinor } = await walletBalances(tx, userId, currency)
  const afterMinor = pocket === 'wallet_own' ? ownMinor : promotionMinor
  await writeAudit(tx, {
    actorId: staffId,
    actingForId: userId,
    action: 'adjustment.booked',
    object: { type: 'money_proposal', id },
    before: { [pocket]: wireMoney(afterMinor - amountMinor, currency), ...(isSecond && { state: 'waiting' }) },
    after: { [pocket]: wireMoney(afterMinor, currency), state: 'booked', proposed_by: approval.proposed_by },
    reason: approval.reason,
    request,
  })
  await notify(tx, {
    userId,
    title: 'adjustmentNoticeTitle',
    kind: 'wallet',
    message: amountMinor > 0n ? 'adjustmentNoticeCredit' : 'adjustmentNoticeDebit',
    params: { amount: priceOf(settings, amountMinor > 0n ? amountMinor : -amountMinor, currency) },
  })
}

async function auditWaiting(tx: Tx, approval: ApprovalRequest, { staffId, request }: Decider): Promise<void> {
  const { id, user_id: actingForId, amount_minor, currency, reason } = approval
  const after = { state: 'waiting', amount: wireMoney(amount_minor, currency) }
  const object = { type: 'money_proposal', id }
  await writeAudit(tx, {
    actorId: staffId,
    actingForId,
    action: 'adjustment.requested',
    object,
    after,
    reason,
    request,
  })
}
