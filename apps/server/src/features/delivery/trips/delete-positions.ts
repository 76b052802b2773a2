import { sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import { deleteInBatches } from '#db/delete-in-batches.ts'

/** Deletes riders' positions after thirty days (docs/reference/security.md#logs-and-audit). */
export async function deleteOldPositions(db: Db): Promise<void> {
  await deleteInBatches(db, 'rider_positions', { where: sql`at < now() - interval '30 days'` })
}
