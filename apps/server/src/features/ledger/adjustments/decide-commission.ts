import { wireMoney } from '@nukkad/rules/money.ts'
import type { Tx } from '#db/connection.ts'
import { decideCommission } from '#features/ledger/referrals/credit-commissions.ts'
import { writeAudit } from '#platform/audit/write-audit.ts'
import { setDecision } from './approval-requests.ts'
import { type Decider, lockForApproval, refuseApprovalRequest } from './decide.ts'

/**
 * Approves a commission above a cap, so that it can be credited. People who have a part in the commission cannot
 * approve it: the earner, the buyer, people of the store, staff who ordered for the buyer, and people whose accounts
 * share contact details with these.
 * @throws AppError NOT_FOUND, ALREADY_DECIDED, SECOND_PERSON_NEEDED
 */
export async function approveCommission(tx: Tx, id: number, { staffId, request }: Decider): Promise<void> {
  const approval = await lockForApproval(tx, { kind: 'commission', id }, { staffId, request })
  if (!approval) return
  await setDecision(tx, id, { state: 'booked', decided_by: staffId })
  await decideCommission(tx, approval.commission_id!, true)
  await writeAudit(tx, {
    actorId: staffId,
    actingForId: approval.user_id,
    action: 'commission.approved',
    object: { type: 'money_proposal', id },
    before: { state: 'waiting' },
    after: { state: 'booked', amount: wireMoney(approval.amount_minor, approval.currency) },
    request,
  })
}

/**
 * Refuses a commission above a cap and forfeits it.
 * @throws AppError NOT_FOUND, ALREADY_DECIDED, SECOND_PERSON_NEEDED
 */
export async function refuseCommission(tx: Tx, named: { id: number; reason: string }, decider: Decider): Promise<void> {
  const approval = await refuseApprovalRequest(tx, { kind: 'commission', ...named }, decider)
  if (approval) await decideCommission(tx, approval.commission_id!, false)
}
