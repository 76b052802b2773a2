import type { Db } from '#db/connection.ts'
import { presentStore, type StoreOnWire } from './present.ts'
import { listStoresByIds } from './queries.ts'

/** Full store rows of these ids for other features, in that order; ids that do not exist are left out. */
export async function readStores(db: Db, ids: readonly number[]): Promise<StoreOnWire[]> {
  const rows = new Map((await listStoresByIds(db, ids)).map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = rows.get(id)
    return row ? [presentStore(row, { isFavourite: false })] : []
  })
}
