import { type Minor, wireMoney } from '@nukkad/rules/money.ts'
import type { Tx } from '#db/connection.ts'
import { postTransfer } from '#features/ledger/wallet/ledger.ts'
import { storeBalance } from '#features/ledger/wallet/store-balance.ts'
import type { WriteContext } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { writeAudit } from '#platform/audit/write-audit.ts'
import { needsApprover, readReceipt } from './amounts.ts'
import {
  type ApprovalRequest,
  insertApprovalRequest,
  setDecision,
  sumBookedAlone,
  sumOfClerk,
} from './approval-requests.ts'
import { type Decider, lockForApproval, requireNotOfStore, requirePerson } from './decide.ts'
import { insertSettlement, lockStoreCurrency } from './queries.ts'

/**
 * Records that a store paid a part of its debt, which is the commission of cash that it took at its counter. Up to the
 * daily amounts of the settings, the payment is booked immediately; above them, an approver decides. Later sales of the
 * store also reduce its debt, without this call.
 * @returns the id of the request
 * @throws AppError NOT_FOUND, AMOUNT_INVALID, SETTLEMENT_TOO_HIGH for more than the store owes, PERMISSION_MISSING for
 *   an API key, SECOND_PERSON_NEEDED for the caller's own store
 * @see decision 0040
 */
export async function recordSettlement({
  tx,
  input,
  session,
  settings,
  request,
}: WriteContext<'dashboard/store-settlements/record'>): Promise<number> {
  requirePerson(request)
  const { store_id: storeId, reference } = input
  const staffId = session.userId
  const clerkMinor = await sumOfClerk(tx, { staffId, currency: settings.get('currencyId') })
  const currency = await lockStoreCurrency(tx, storeId)
  if (currency === undefined) throw new AppError('NOT_FOUND')
  await requireNotOfStore(tx, { staffId, storeId })
  const owedMinor = -(await storeBalance(tx, storeId, currency))
  const amountMinor = readReceipt(input.amount, owedMinor, currency)
  requireOwed(amountMinor, owedMinor, currency)
  const beforeMinor = await sumBookedAlone(tx, { kind: 'store_settlement', storeId }, currency)
  const approval = await insertApprovalRequest(tx, {
    kind: 'store_settlement',
    store_id: storeId,
    currency,
    amount_minor: amountMinor,
    reason: reference,
    needs_approval: needsApprover(settings, { amountMinor, beforeMinor, clerkMinor, currency }),
    proposed_by: staffId,
  })
  const decider = { staffId, request }
  if (approval.needs_approval) await audit(tx, approval, decider, { state: 'waiting' })
  else await book(tx, approval, { ...decider, isSecond: false })
  return approval.id
}

/**
 * Books a waiting store settlement; the caller is its approver.
 * @throws AppError the errors of `recordSettlement`, and ALREADY_DECIDED
 */
export async function approveSettlement(tx: Tx, id: number, decider: Decider): Promise<void> {
  const approval = await lockForApproval(tx, { kind: 'store_settlement', id }, decider)
  if (!approval) return
  const storeId = approval.store_id! // Never null: a constraint requires a settlement to have a store.
  await lockStoreCurrency(tx, storeId)
  requireOwed(approval.amount_minor, -(await storeBalance(tx, storeId, approval.currency)), approval.currency)
  await book(tx, approval, { ...decider, isSecond: true })
}

function requireOwed(amountMinor: Minor, owedMinor: Minor, currency: string): void {
  if (amountMinor > 0n && amountMinor <= owedMinor) return
  throw new AppError('SETTLEMENT_TOO_HIGH', {
    params: { amount: wireMoney(owedMinor > 0n ? owedMinor : 0n, currency) },
  })
}

async function book(
  tx: Tx,
  approval: ApprovalRequest,
  { staffId, request, isSecond }: Decider & { isSecond: boolean },
): Promise<void> {
  const { currency, amount_minor: amountMinor, reason: reference } = approval
  const storeId = approval.store_id!
  await setDecision(tx, approval.id, { state: 'booked', decided_by: isSecond ? staffId : null })
  const id = await insertSettlement(tx, { storeId, currency, amountMinor, reference, staffId })
  await postTransfer(tx, {
    kind: 'store_settlement',
    source: { type: 'store_settlement', id },
    currency,
    actingStaffId: staffId,
    description: { key: 'storeSettlementReceived' },
    postings: [
      { account: { kind: 'house_cash' }, amountMinor: -amountMinor },
      { account: { kind: 'store_payable', storeId }, amountMinor },
    ],
  })
  await audit(tx, approval, { staffId, request }, { state: 'booked', settlement: id })
}

async function audit(tx: Tx, approval: ApprovalRequest, { staffId, request }: Decider, after: object): Promise<void> {
  const { store_id: storeId, amount_minor, currency, reason, proposed_by } = approval
  await writeAudit(tx, {
    actorId: staffId,
    action: 'store_settlement.booked',
    object: { type: 'store', id: storeId! },
    after: { ...after, amount: wireMoney(amount_minor, currency), proposed_by },
    reason,
    request,
  })
}
