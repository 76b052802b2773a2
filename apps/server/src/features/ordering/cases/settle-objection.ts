import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'

/**
 * Settles a customer's open objection to a no-show, if there is one, after the deposit was given back. The return of
 * the deposit has moved the money already, so the settled case has no refund of its own.
 */
export async function settleObjection(
  tx: Tx,
  { orderId, decidedBy, answer }: { orderId: number; decidedBy: number; answer: string },
): Promise<void> {
  await tx
    .updateTable('order_cases')
    .set({ state: 'settled', decided_by: decidedBy, decided_at: sql`now()`, answer })
    .where('order_id', '=', orderId)
    .where('problem', '=', 'no_show')
    .where('state', '=', 'open')
    .execute()
}
