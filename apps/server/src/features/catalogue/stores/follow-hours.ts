import type { Tx } from '#db/connection.ts'
import { openAndCloseStores } from './queries.ts'

/** Opens or closes a store whose hours were just changed, instead of within the minute. */
export async function followHours(tx: Tx, storeId: number): Promise<void> {
  await openAndCloseStores(tx, { storeId })
}
