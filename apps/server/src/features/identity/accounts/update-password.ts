import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'

/** Sets the password of an account; the caller passes the hash that `hashPassword` returned. */
export async function updatePassword(tx: Tx, { id, hash }: { id: number; hash: string }): Promise<void> {
  await tx.updateTable('users').set({ password_hash: hash, updated_at: sql`now()` }).where('id', '=', id).execute()
}

/** Replaces the password hash that the caller read before. Returns false if the hash has changed since. */
export async function replacePassword(
  tx: Tx,
  { userId, before, hash }: { userId: number; before: string | null; hash: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ password_hash: hash, updated_at: sql`now()` })
    .where('id', '=', userId)
    .where('password_hash', '=', before)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
