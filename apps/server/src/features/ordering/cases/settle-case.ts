import type { Tx } from '#db/connection.ts'
import { type Decider, requireStranger } from '#features/ledger/adjustments/decide.ts'
import { AppError } from '#http/errors.ts'
import { writeAudit } from '#platform/audit/write-audit.ts'
import { getCase, type LockedCase, lockCase, setDecision } from './queries.ts'
import { tellAnswer } from './tell-customer.ts'

/**
 * A way to settle a case: the text for its customer, and a function that moves the money and returns the id of the
 * refund or credit.
 */
type Settlement = { id: number; answer: string; move: (settled: LockedCase) => Promise<number> }

/**
 * Settles an open case with a refund or a wallet credit, in one transaction, within the limits of refunds or credits.
 * If the money needs an approver, the case waits for the decision; it is open again if the approver refuses.
 * @throws AppError NOT_FOUND, ALREADY_DECIDED, CASE_WAITS, and the errors of the refund or credit
 */
export async function settleCase(
  tx: Tx,
  { id, answer, move }: Settlement,
  { staffId, request }: Decider,
): Promise<void> {
  const open = await lockOpenCase(tx, id)
  const approvalId = await move(open)
  await setDecision(tx, id, { state: 'settled', answer, staffId, approvalId })
  const { state } = await getCase(tx, id)
  await writeAudit(tx, {
    actorId: staffId,
    actingForId: open.user_id,
    action: 'case.settled',
    object: { type: 'order', id: open.order_id },
    before: { case: id, state: 'open' },
    after: { case: id, state, approval: approvalId },
    reason: answer,
    request,
  })
  if (state === 'settled') await tellAnswer(tx, { userId: open.user_id, order: open.unique_order_id, answer })
}

/**
 * Refuses an open case with a text for its customer. The customer and people who share a phone, mailbox, browser or
 * address with them cannot refuse the case.
 * @throws AppError NOT_FOUND, ALREADY_DECIDED, CASE_WAITS, SECOND_PERSON_NEEDED
 */
export async function refuseCase(
  tx: Tx,
  { id, answer }: { id: number; answer: string },
  { staffId, request }: Decider,
): Promise<void> {
  const open = await lockOpenCase(tx, id)
  await requireStranger(tx, { staffId, userId: open.user_id })
  await setDecision(tx, id, { state: 'refused', answer, staffId, approvalId: null })
  await writeAudit(tx, {
    actorId: staffId,
    actingForId: open.user_id,
    action: 'case.refused',
    object: { type: 'order', id: open.order_id },
    before: { case: id, state: 'open' },
    after: { case: id, state: 'refused' },
    reason: answer,
    request,
  })
  await tellAnswer(tx, { userId: open.user_id, order: open.unique_order_id, answer })
}

async function lockOpenCase(tx: Tx, id: number): Promise<LockedCase> {
  const found = await lockCase(tx, id)
  if (!found) throw new AppError('NOT_FOUND')
  if (found.state === 'waiting') throw new AppError('CASE_WAITS')
  if (found.state !== 'open') throw new AppError('ALREADY_DECIDED', { extra: { state: found.state } })
  return found
}
