import type { Tx } from '#db/connection.ts'
import { deleteSessions } from '#http/session.ts'

/** Ends every session of an account, on all devices, and every sign-in that has not yet opened a session. */
export async function endSessionsOf(tx: Tx, userId: number): Promise<void> {
  // The login version changes first, because the change locks the account, so that the next statement also ends a
  // session that begins at the same time.
  await tx
    .updateTable('users')
    .set((row) => ({ login_version: row('login_version', '+', 1) }))
    .where('id', '=', userId)
    .execute()
  await deleteSessions(tx, userId)
}
