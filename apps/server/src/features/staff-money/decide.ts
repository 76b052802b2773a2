import type { Tx } from '#db/connection.ts'
import { writeAudit } from '#features/audit/write-audit.ts'
import { isTiedTo } from '#features/referrals/connections.ts'
import type { Client } from '#http/client.ts'
import { AppError } from '#http/errors.ts'
import { lockProposal, type Proposal, type ProposalKind, setDecision } from './queries.ts'

/** Who decides, and in which request. */
export type Decider = { staffId: number; request: { id: string; client: Client } }

type Named = { kind: ProposalKind; id: number }

/**
 * Refuses a program: a request for money and its approval are the word of a person.
 * @throws AppError PERMISSION_MISSING for a call with an API key
 */
export function requirePerson({ apiKeyId }: { apiKeyId: number | null }): void {
  if (apiKeyId !== null) throw new AppError('PERMISSION_MISSING')
}

/**
 * Refuses a member of staff who would move money of their own, of an account that they made, or of one that shares
 * details with theirs.
 * @throws AppError SECOND_PERSON_NEEDED
 */
export async function requireStranger(tx: Tx, { staffId, userId }: { staffId: number; userId: number }): Promise<void> {
  if (staffId === userId || (await isTiedTo(tx, { staffId, userId }))) throw new AppError('SECOND_PERSON_NEEDED')
}

/**
 * A waiting proposal for somebody to approve, who did not ask for it, does not own the money, and is not tied to its owner.
 * @returns undefined when he himself has approved it before: repeating changes nothing
 * @throws AppError NOT_FOUND, ALREADY_DECIDED, SECOND_PERSON_NEEDED
 */
export async function lockForApproval(tx: Tx, named: Named, { staffId }: Decider): Promise<Proposal | undefined> {
  const proposal = await lockWaiting(tx, named, { staffId, state: 'booked' })
  if (proposal?.proposed_by === staffId) throw new AppError('SECOND_PERSON_NEEDED')
  const owner = proposal?.user_id ?? proposal?.rider_id ?? null
  if (owner !== null) await requireStranger(tx, { staffId, userId: owner })
  return proposal
}

/**
 * Ends a waiting proposal without moving money. The person who asked for it may take it back this way.
 * @returns the proposal; undefined when the same person has refused it before
 * @throws AppError NOT_FOUND, ALREADY_DECIDED, SECOND_PERSON_NEEDED for the one whose money it is
 */
export async function refuseProposal(
  tx: Tx,
  named: Named & { reason: string },
  { staffId, request }: Decider,
): Promise<Proposal | undefined> {
  const proposal = await lockWaiting(tx, named, { staffId, state: 'refused' })
  if (!proposal) return undefined
  if ([proposal.user_id, proposal.rider_id].includes(staffId)) throw new AppError('SECOND_PERSON_NEEDED')
  await setDecision(tx, proposal.id, { state: 'refused', decided_by: staffId, decision_reason: named.reason })
  await writeAudit(tx, {
    actorId: staffId,
    action: `${named.kind} refused`,
    object: { type: 'money_proposal', id: proposal.id },
    before: { state: 'waiting' },
    after: { state: 'refused' },
    reason: named.reason,
    request,
  })
  return proposal
}

async function lockWaiting(
  tx: Tx,
  named: Named,
  own: { staffId: number; state: Proposal['state'] },
): Promise<Proposal | undefined> {
  const proposal = await lockProposal(tx, named)
  if (!proposal) throw new AppError('NOT_FOUND')
  if (proposal.state === 'waiting') return proposal
  if (proposal.state === own.state && proposal.decided_by === own.staffId) return undefined
  throw new AppError('ALREADY_DECIDED', { extra: { state: proposal.state } })
}
