import type { Tx } from '#db/connection.ts'
import { deleteSessions } from '#http/session.ts'

/** Ends every session of an account, on all devices, and every sign-in to it that has no session yet. */
export async function endSessionsOf(tx: Tx, userId: number): Promise<void> {
  // First, so that a session that begins at the same moment is seen by the next statement.
  await tx
    .updateTable('users')
    .set((row) => ({ login_version: row('login_version', '+', 1) }))
    .where('id', '=', userId)
    .execute()
  await deleteSessions(tx, userId)
}
