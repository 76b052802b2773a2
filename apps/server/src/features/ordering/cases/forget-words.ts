import type { Tx } from '#db/connection.ts'

/** Deletes the text that a customer wrote in their cases, when their account is deleted. */
export async function forgetWords(tx: Tx, userId: number): Promise<void> {
  await tx.updateTable('order_cases').set({ words: null }).where('user_id', '=', userId).execute()
}
