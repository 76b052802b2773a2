import type { Tx } from '#db/connection.ts'

/** Takes out of orders what tells where a customer who leaves lives and what they wrote. */
export async function forgetCustomer(tx: Tx, userId: number): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ address: '—', location: '{}', latitude: null, longitude: null, order_comment: null })
    .where('user_id', '=', userId)
    .execute()
}
