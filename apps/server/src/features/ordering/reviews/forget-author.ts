import type { Tx } from '#db/connection.ts'

/** Takes out of reviews what a customer who leaves wrote; the stars stay. */
export async function forgetAuthor(tx: Tx, userId: number): Promise<void> {
  await tx
    .updateTable('reviews')
    .set({ review_store: null, review_delivery: null })
    .where('user_id', '=', userId)
    .execute()
}
