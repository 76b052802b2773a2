import type { Db } from '#db/connection.ts'
import { presentStore, type StoreOnWire } from './present.ts'
import { findStoreBySlug, findStoreReach, listStoresByIds } from './queries.ts'
import type { StoreReach } from './reach.ts'

/**
 * Reads the full rows of these stores for other features, in the order of the ids; ids that do not exist are left out.
 */
export async function readStores(db: Db, ids: readonly number[]): Promise<StoreOnWire[]> {
  const rows = new Map((await listStoresByIds(db, ids)).map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = rows.get(id)
    return row ? [presentStore(row, { isFavourite: false })] : []
  })
}

/** Reads the full row of one store by its slug, for other features. */
export async function readStoreBySlug(db: Db, slug: string): Promise<StoreOnWire | undefined> {
  const row = await findStoreBySlug(db, slug)
  return row && presentStore(row, { isFavourite: false })
}

/** Reads the facts that `storeServes` needs of a store, for other features. */
export async function readReach(db: Db, id: number): Promise<StoreReach | undefined> {
  return findStoreReach(db, id)
}
