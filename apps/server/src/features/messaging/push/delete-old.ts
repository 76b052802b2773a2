import { sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import { deleteInBatches } from '#db/delete-in-batches.ts'

/** Deletes push deliveries older than a week, sent or not. */
export async function deleteOldPushDeliveries(db: Db): Promise<void> {
  await deleteInBatches(db, 'push_deliveries', { where: sql`created_at < now() - interval '7 days'` })
}

/**
 * Deletes browsers without an account that have not reported for three months; the browsers of accounts are deleted
 * with their sessions.
 */
export async function deleteUnseenGuests(db: Db): Promise<void> {
  await deleteInBatches(db, 'push_subscriptions', {
    where: sql`user_id is null and seen_at < now() - interval '90 days'`,
  })
}
