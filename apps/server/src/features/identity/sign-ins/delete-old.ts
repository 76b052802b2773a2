import { sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import { deleteInBatches } from '#db/delete-in-batches.ts'

/**
 * Deletes counters of guesses that are two days old and no longer needed, because a counter starts again after one day.
 */
export async function deleteOldGuesses(db: Db): Promise<void> {
  await sql`delete from secret_guesses where last_at < now() - interval '2 days'`.execute(db)
}

/** Deletes sign-ins older than a year (decision 0035). */
export async function deleteOldSignIns(db: Db): Promise<void> {
  await deleteInBatches(db, 'sign_ins', { where: sql`at < now() - interval '1 year'` })
}
