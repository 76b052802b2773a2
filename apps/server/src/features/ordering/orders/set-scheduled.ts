import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'

/** Changes the scheduled time of a waiting order, such as the order of a visit, and its promised time. */
export async function setScheduledFor(tx: Tx, orderId: number, startsAt: Date): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ scheduled_for: startsAt, promised_at: startsAt, updated_at: sql`now()` })
    .where('id', '=', orderId)
    .execute()
}
