import { sql } from 'kysely'
import { sendWithNext, type Tx } from '#db/connection.ts'

/** Locks a store until the transaction ends, so that changes and bookings of its salon run one after another. */
export async function lockSalon(tx: Tx, storeId: number): Promise<void> {
  await tx.selectFrom('stores').select('id').where('id', '=', storeId).forNoKeyUpdate().execute()
}

/**
 * Locks a store as `lockSalon` does, but sends the lock in one message with the next statement of the transaction. The
 * next statement runs only after the lock is taken.
 */
export async function lockSalonWithNext(tx: Tx, storeId: number): Promise<void> {
  await sendWithNext(tx, sql`select from stores where id = ${storeId} for no key update`)
}
