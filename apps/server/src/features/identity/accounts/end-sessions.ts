import type { Tx } from '#db/connection.ts'
import { deleteSessions } from '#http/session.ts'

/** Ends every session of an account, on all devices, and every sign-in to it that has no session yet. */
export async function endSessionsOf(tx: Tx, userId: number): Promise<void> {
  // The version changes first, so that the next statement sees a session that begins at the same moment.
  await tx
    .updateTable('users')
    .set((row) => ({ login_version: row('login_version', '+', 1) }))
    .where('id', '=', userId)
    .execute()
  await deleteSessions(tx, userId)
}
