import type { Tx } from '#db/connection.ts'
import { writeAudit } from '#features/audit/write-audit.ts'
import type { Client } from '#http/client.ts'
import { AppError } from '#http/errors.ts'
import { lockProposal, type Proposal, type ProposalKind, setDecision } from './queries.ts'

/** Who decides, and in which request. */
export type Decider = { staffId: number; request: { id: string; client: Client } }

type Named = { kind: ProposalKind; id: number }

/**
 * A waiting proposal for somebody to approve, who is neither the one that asked for it nor the one whose money it is.
 * @returns undefined when he himself has approved it before: repeating changes nothing
 * @throws AppError NOT_FOUND, ALREADY_DECIDED, SECOND_PERSON_NEEDED
 */
export async function lockForApproval(tx: Tx, named: Named, { staffId }: Decider): Promise<Proposal | undefined> {
  const proposal = await lockWaiting(tx, named, { staffId, state: 'booked' })
  if (proposal && [proposal.proposed_by, proposal.user_id].includes(staffId)) throw new AppError('SECOND_PERSON_NEEDED')
  return proposal
}

/**
 * Ends a waiting proposal without moving money. Whoever asked for it may take it back so.
 * @throws AppError NOT_FOUND, ALREADY_DECIDED, SECOND_PERSON_NEEDED for the one whose money it is
 */
export async function refuseProposal(
  tx: Tx,
  named: Named & { reason: string },
  { staffId, request }: Decider,
): Promise<void> {
  const proposal = await lockWaiting(tx, named, { staffId, state: 'refused' })
  if (!proposal) return
  if (proposal.user_id === staffId) throw new AppError('SECOND_PERSON_NEEDED')
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
