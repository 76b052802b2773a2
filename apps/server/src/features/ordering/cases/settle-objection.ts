import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'
import { AppError } from '#http/errors.ts'
import { caseState } from './case-state.ts'

/**
 * Settles a customer's open objection to a no-show, if there is one, after the deposit was given back. The return of
 * the deposit has moved the money already, so the settled case has no refund of its own.
 * @throws AppError CASE_WAITS while a refund or credit for the objection waits for its approver
 */
export async function settleObjection(
  tx: Tx,
  { orderId, decidedBy, answer }: { orderId: number; decidedBy: number; answer: string },
): Promise<void> {
  const objection = await tx
    .selectFrom('order_cases as c')
    .leftJoin('money_proposals as m', 'm.id', 'c.approval_id')
    .select(['c.id', caseState.as('state')])
    .where('c.order_id', '=', orderId)
    .where('c.problem', '=', 'no_show')
    .where('c.state', '<>', 'refused')
    .forUpdate('c')
    .executeTakeFirst()
  if (objection?.state === 'waiting') throw new AppError('CASE_WAITS')
  if (objection?.state !== 'open') return
  await tx
    .updateTable('order_cases')
    .set({ state: 'settled', decided_by: decidedBy, decided_at: sql`now()`, answer, approval_id: null })
    .where('id', '=', objection.id)
    .execute()
}
