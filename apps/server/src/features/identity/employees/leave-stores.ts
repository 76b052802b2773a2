import type { Db, Tx } from '#db/connection.ts'
import { deleteOldInvitationRows, endAllEmployment } from './queries.ts'

/** Ends the work of a person at every store when their account is deleted. */
export async function leaveStores(tx: Tx, userId: number): Promise<void> {
  await endAllEmployment(tx, userId)
}

/** Deletes invitations that ended a month ago. */
export async function deleteOldInvitations(db: Db): Promise<void> {
  await deleteOldInvitationRows(db)
}
