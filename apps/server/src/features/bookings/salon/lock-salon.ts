import type { Tx } from '#db/connection.ts'

/** Locks a store until the transaction ends, so that changes and bookings of its salon run one after another. */
export async function lockSalon(tx: Tx, storeId: number): Promise<void> {
  await tx.selectFrom('stores').select('id').where('id', '=', storeId).forNoKeyUpdate().execute()
}
