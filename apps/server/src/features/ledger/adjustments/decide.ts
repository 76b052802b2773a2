import type { Tx } from '#db/connection.ts'
import { isOfStore, isTiedTo } from '#features/ledger/referrals/connections.ts'
import type { Client } from '#http/client.ts'
import { AppError } from '#http/errors.ts'
import { writeAudit } from '#platform/audit/write-audit.ts'
import { type ApprovalKind, type ApprovalRequest, lockApprovalRequest, setDecision } from './approval-requests.ts'
import { findPeopleOfOrder } from './queries.ts'

/** The person who decides about an approval request, and the HTTP request with which they do. */
export type Decider = { staffId: number; request: { id: string; client: Client } }

type Named = { kind: ApprovalKind; id: number }

/**
 * Refuses API keys: only a person may request money or approve such a request.
 * @throws AppError PERMISSION_MISSING for a call with an API key
 */
export function requirePerson({ apiKeyId }: { apiKeyId: number | null }): void {
  if (apiKeyId !== null) throw new AppError('PERMISSION_MISSING')
}

/**
 * Refuses a member of staff who would move their own money, or the money of an account that they created or that shares
 * contact details with theirs.
 * @throws AppError SECOND_PERSON_NEEDED
 */
export async function requireStranger(tx: Tx, { staffId, userId }: { staffId: number; userId: number }): Promise<void> {
  if (staffId === userId || (await isTiedTo(tx, { staffId, userId }))) throw new AppError('SECOND_PERSON_NEEDED')
}

/**
 * Refuses a member of staff who placed the order for its customer, or who belongs to its store. Someone with a part in
 * the order could report a payment that never came, and so pay their own store.
 * @throws AppError SECOND_PERSON_NEEDED
 */
export async function requireNoPartInOrder(
  tx: Tx,
  { staffId, orderId }: { staffId: number; orderId: number },
): Promise<void> {
  const { store_id: storeId, acting_staff_id: placedBy } = await findPeopleOfOrder(tx, orderId)
  if (placedBy === staffId) throw new AppError('SECOND_PERSON_NEEDED')
  await requireNotOfStore(tx, { staffId, storeId })
}

/**
 * Refuses a member of staff who belongs to the store.
 * @throws AppError SECOND_PERSON_NEEDED
 */
export async function requireNotOfStore(
  tx: Tx,
  { staffId, storeId }: { staffId: number; storeId: number },
): Promise<void> {
  if (await isOfStore(tx, { storeId, userId: staffId })) throw new AppError('SECOND_PERSON_NEEDED')
}

/**
 * Refuses a decider who has a part in the request: the owner of the money, people whose accounts share contact details
 * with theirs, and people of the store. For the payment or commission of an order, the person who placed the order has
 * a part too; for a commission, so have people whose accounts share contact details with the buyer's.
 * @throws AppError SECOND_PERSON_NEEDED
 */
async function requireNoPart(tx: Tx, approval: ApprovalRequest, staffId: number): Promise<void> {
  const owner = approval.user_id ?? approval.rider_id
  if (owner !== null) await requireStranger(tx, { staffId, userId: owner })
  if (approval.store_id !== null) await requireNotOfStore(tx, { staffId, storeId: approval.store_id })
  if (approval.kind !== 'payment' && approval.kind !== 'commission') return
  const orderId = approval.order_id! // Never null: a constraint requires payments and commissions to have an order.
  await requireNoPartInOrder(tx, { staffId, orderId })
  if (approval.kind === 'commission')
    await requireStranger(tx, { staffId, userId: (await findPeopleOfOrder(tx, orderId)).user_id })
}

/**
 * Locks a waiting approval request for an approver who did not request it and has no part in it.
 * @returns undefined if the approver approved it before, so that a repeated call changes nothing
 * @throws AppError NOT_FOUND, ALREADY_DECIDED, SECOND_PERSON_NEEDED
 */
export async function lockForApproval(
  tx: Tx,
  named: Named,
  { staffId }: Decider,
): Promise<ApprovalRequest | undefined> {
  const approval = await lockWaiting(tx, named, { staffId, state: 'booked' })
  if (!approval) return undefined
  if (approval.proposed_by === staffId) throw new AppError('SECOND_PERSON_NEEDED')
  await requireNoPart(tx, approval, staffId)
  return approval
}

/**
 * Refuses a waiting approval request without moving money. The requester can withdraw their request with this call; any
 * other person must have no part in it.
 * @returns the request; undefined when the same person refused it before
 * @throws AppError NOT_FOUND, ALREADY_DECIDED, SECOND_PERSON_NEEDED
 */
export async function refuseApprovalRequest(
  tx: Tx,
  named: Named & { reason: string },
  { staffId, request }: Decider,
): Promise<ApprovalRequest | undefined> {
  const approval = await lockWaiting(tx, named, { staffId, state: 'refused' })
  if (!approval) return undefined
  if (approval.proposed_by !== staffId) await requireNoPart(tx, approval, staffId)
  await setDecision(tx, approval.id, { state: 'refused', decided_by: staffId, decision_reason: named.reason })
  await writeAudit(tx, {
    actorId: staffId,
    action: `${named.kind}.refused`,
    object: { type: 'money_proposal', id: approval.id },
    before: { state: 'waiting' },
    after: { state: 'refused' },
    reason: named.reason,
    request,
  })
  return approval
}

async function lockWaiting(
  tx: Tx,
  named: Named,
  own: { staffId: number; state: ApprovalRequest['state'] },
): Promise<ApprovalRequest | undefined> {
  const approval = await lockApprovalRequest(tx, named)
  if (!approval) throw new AppError('NOT_FOUND')
  if (approval.state === 'waiting') return approval
  if (approval.state === own.state && approval.decided_by === own.staffId) return undefined
  throw new AppError('ALREADY_DECIDED', { extra: { state: approval.state } })
}
