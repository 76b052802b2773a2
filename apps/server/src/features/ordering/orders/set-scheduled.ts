import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'

/** Moves the time of an order that waits for it, such as the order of a visit, with its promise. */
export async function setScheduledFor(tx: Tx, orderId: number, startsAt: Date): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ scheduled_for: startsAt, promised_at: startsAt, updated_at: sql`now()` })
    .where('id', '=', orderId)
    .execute()
}
