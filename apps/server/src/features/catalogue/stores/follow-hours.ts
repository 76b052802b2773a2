import type { Tx } from '#db/connection.ts'
import { openAndCloseStores } from './queries.ts'

/** Opens or closes a store immediately after a change of its hours, instead of within a minute. */
export async function followHours(tx: Tx, storeId: number): Promise<void> {
  await openAndCloseStores(tx, { storeId })
}
