import type { AuditAction } from '@nukkad/contract/audit-actions.ts'
import { type Minor, wireMoney } from '@nukkad/rules/money.ts'
import type { Tx } from '#db/connection.ts'
import { needsApprover, readReceipt } from '#features/ledger/adjustments/amounts.ts'
import {
  type ApprovalRequest,
  insertApprovalRequest,
  setDecision,
  sumBookedAlone,
  sumOfClerk,
} from '#features/ledger/adjustments/approval-requests.ts'
import { type Decider, lockForApproval, requirePerson, requireStranger } from '#features/ledger/adjustments/decide.ts'
import type { WriteContext } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { writeAudit } from '#platform/audit/write-audit.ts'
import { bookCash } from './book-cash.ts'
import { lockCashOfRider } from './queries.ts'

/** The reason stored with every cash collection. The text that the member of staff types is stored as the note. */
const REASON = 'cash_collection'

type Recorded = { id: number; heldMinor: Minor; currency: string }

/**
 * Records that a rider handed in all or a part of their cash. Up to the daily amounts of the settings, for the rider
 * and for the member of staff, the cash is booked immediately. Above the daily amounts, an approver decides; until then
 * the rider still owes the cash.
 * @returns the id of the request, and the cash that the rider holds now, in minor units
 * @throws AppError NOT_FOUND, AMOUNT_INVALID, COLLECTION_TOO_HIGH, PERMISSION_MISSING for an API key,
 *   SECOND_PERSON_NEEDED for the caller's own cash, or the cash of a rider whose account shares contact details with
 *   theirs
 * @see decision 0041
 */
export async function recordCash({
  tx,
  input,
  session,
  settings,
  request,
}: WriteContext<'dashboard/delivery-collections/collect'>): Promise<Recorded> {
  requirePerson(request)
  const { rider_id: riderId, note, currency = settings.get('currencyId') } = input
  const staffId = session.userId
  const clerkMinor = await sumOfClerk(tx, { staffId, currency })
  await requireStranger(tx, { staffId, userId: riderId })
  const heldMinor = await lockCashOfRider(tx, { riderId, currency })
  if (heldMinor === undefined) throw new AppError('NOT_FOUND')
  const amountMinor = readReceipt(input.amount, heldMinor, currency)
  requireHeld(amountMinor, heldMinor, currency)
  const beforeMinor = await sumBookedAlone(tx, { kind: 'cash_collection', riderId }, currency)
  const approval = await insertApprovalRequest(tx, {
    kind: 'cash_collection',
    rider_id: riderId,
    currency,
    amount_minor: amountMinor,
    reason: REASON,
    note: note || null,
    needs_approval: needsApprover(settings, { amountMinor, beforeMinor, clerkMinor, currency }),
    proposed_by: staffId,
  })
  const decider = { staffId, request }
  if (approval.needs_approval) {
    await audit(tx, approval, decider, { action: 'cash_collection.reported', after: { state: 'waiting' } })
    return { id: approval.id, heldMinor, currency }
  }
  await book(tx, { approval, heldMinor }, { ...decider, isSecond: false })
  return { id: approval.id, heldMinor: heldMinor - amountMinor, currency }
}

/**
 * Books a waiting cash collection; the caller is its approver.
 * @throws AppError the errors of `recordCash`, and ALREADY_DECIDED
 */
export async function approveCash(tx: Tx, id: number, decider: Decider): Promise<void> {
  const approval = await lockForApproval(tx, { kind: 'cash_collection', id }, decider)
  if (!approval) return
  const { currency, amount_minor: amountMinor } = approval
  const heldMinor = (await lockCashOfRider(tx, { riderId: riderOf(approval), currency })) ?? 0n
  requireHeld(amountMinor, heldMinor, currency)
  await book(tx, { approval, heldMinor }, { ...decider, isSecond: true })
}

function requireHeld(amountMinor: Minor, heldMinor: Minor, currency: string): void {
  if (amountMinor > 0n && amountMinor <= heldMinor) return
  throw new AppError('COLLECTION_TOO_HIGH', { params: { amount: wireMoney(heldMinor, currency) } })
}

async function book(
  tx: Tx,
  { approval, heldMinor }: { approval: ApprovalRequest; heldMinor: Minor },
  { staffId, request, isSecond }: Decider & { isSecond: boolean },
): Promise<void> {
  const { currency, amount_minor: amountMinor, note, proposed_by } = approval
  await setDecision(tx, approval.id, { state: 'booked', decided_by: isSecond ? staffId : null })
  // `proposed_by` is never null: a person records every cash collection, and a constraint of the table requires it.
  await bookCash(tx, { riderId: riderOf(approval), currency, amountMinor, note, staffId: proposed_by! })
  const before = { held: wireMoney(heldMinor, currency) }
  const after = { held: wireMoney(heldMinor - amountMinor, currency), ...(isSecond && { proposed_by }) }
  await audit(tx, approval, { staffId, request }, { action: 'cash_collection.booked', before, after })
}

/**
 * Returns the rider of a cash collection. A constraint of the table guarantees that every cash collection has a rider.
 */
const riderOf = ({ rider_id }: ApprovalRequest): number => rider_id!

async function audit(
  tx: Tx,
  approval: ApprovalRequest,
  { staffId, request }: Decider,
  { action, before, after }: { action: AuditAction; before?: object; after: object },
): Promise<void> {
  await writeAudit(tx, {
    actorId: staffId,
    actingForId: riderOf(approval),
    action,
    object: { type: 'money_proposal', id: approval.id },
    ...(before && { before }),
    after: { ...after, amount: wireMoney(approval.amount_minor, approval.currency) },
    reason: approval.note,
    request,
  })
}
