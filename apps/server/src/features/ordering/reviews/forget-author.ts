import type { Tx } from '#db/connection.ts'
import { detachPhotos } from './photo-queries.ts'

/** Deletes the texts and photos from the reviews of a customer whose account is deleted; the stars stay. */
export async function forgetAuthor(tx: Tx, userId: number): Promise<void> {
  await tx
    .updateTable('reviews')
    .set({ review_store: null, review_delivery: null })
    .where('user_id', '=', userId)
    .execute()
  await detachPhotos(tx, userId)
}
