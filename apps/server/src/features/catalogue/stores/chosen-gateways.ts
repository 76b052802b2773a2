import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'

/**
 * Sets the payment methods of a store to exactly the given ones; an empty list means all. The caller must have locked
 * the store.
 */
export async function replaceStoreGateways(tx: Tx, storeId: number, gateways: readonly string[]): Promise<void> {
  await tx.deleteFrom('store_payment_gateways').where('store_id', '=', storeId).execute()
  if (gateways.length === 0) return
  const rows = gateways.map((gateway) => ({ store_id: storeId, gateway }))
  await tx.insertInto('store_payment_gateways').values(rows).execute()
}

export async function copyStoreGateways(tx: Tx, fromId: number, toId: number): Promise<void> {
  await sql`
    insert into store_payment_gateways (store_id, gateway)
    select ${toId}::int, gateway from store_payment_gateways where store_id = ${fromId}`.execute(tx)
}
