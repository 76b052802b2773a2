import type { Tx } from '#db/connection.ts'
import { deleteOwnFeed } from './queries.ts'

/** Revokes the URL of a customer's calendar feed when their account is deleted. */
export async function forgetFeed(tx: Tx, userId: number): Promise<void> {
  await deleteOwnFeed(tx, userId)
}
