import type { Tx } from '#db/connection.ts'

/** Deletes which stores a customer who leaves has kept. */
export async function forgetFavourites(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('favourites').where('user_id', '=', userId).execute()
}
