import type { Tx } from '#db/connection.ts'
import { openAndCloseStores } from './queries.ts'

/** Opens or closes a store immediately after its hours change, so that it does not wait up to a minute for the job. */
export async function followHours(tx: Tx, storeId: number): Promise<void> {
  await openAndCloseStores(tx, { storeId })
}
