import type { Tx } from '#db/connection.ts'
import { releaseOffer } from '#features/bookings/visits/offer-hold.ts'
import { deleteEntriesOf } from './queries.ts'

/** Deletes the wait list entries of a customer whose account is deleted, and releases their offer. */
export async function forgetWaitEntries(tx: Tx, userId: number): Promise<void> {
  for (const visitId of await deleteEntriesOf(tx, userId)) await releaseOffer(tx, visitId)
}
