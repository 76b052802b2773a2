import type { Output } from '@nukkad/contract/contract.ts'
import type { Db } from '#db/connection.ts'
import { presentStore } from './present.ts'
import { findStoreBySlug } from './queries.ts'

/** A store as anybody sees it; undefined when none has this name (P-12). */
export async function findStoreOnWire(db: Db, slug: string): Promise<Output<'get-restaurant-info'> | undefined> {
  const store = await findStoreBySlug(db, slug)
  return store && presentStore(store, { isFavourite: false })
}
