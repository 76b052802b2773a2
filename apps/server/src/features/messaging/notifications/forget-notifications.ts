import type { Tx } from '#db/connection.ts'

/** Deletes what a customer who leaves was told. */
export async function forgetNotifications(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('notifications').where('user_id', '=', userId).execute()
}
