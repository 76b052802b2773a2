import type { Tx } from '#db/connection.ts'

/** Deletes the words of a customer whose account is deleted from their cases. */
export async function forgetWords(tx: Tx, userId: number): Promise<void> {
  await tx.updateTable('order_cases').set({ words: null }).where('user_id', '=', userId).execute()
}
