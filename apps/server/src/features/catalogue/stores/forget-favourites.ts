import type { Tx } from '#db/connection.ts'

/** Deletes the favourites of a customer whose account is deleted. */
export async function forgetFavourites(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('favourites').where('user_id', '=', userId).execute()
}
