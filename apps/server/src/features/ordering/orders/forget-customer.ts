import type { Tx } from '#db/connection.ts'
import { deletePhotosOf } from './photo-queries.ts'

/** Deletes the addresses and comments from the orders of a customer whose account is deleted. */
export async function forgetCustomer(tx: Tx, userId: number): Promise<void> {
  await tx
    .updateTable('orders')
    .set({
      address: '—',
      location: '{}',
      latitude: null,
      longitude: null,
      order_comment: null,
      delivery_instructions: [],
      delivery_note: null,
    })
    .where('user_id', '=', userId)
    .execute()
  await deletePhotosOf(tx, userId)
}
