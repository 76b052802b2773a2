import type { Output } from '@nukkad/contract/contract.ts'
import type { Db } from '#db/connection.ts'
import { presentStore } from './present.ts'
import { findStoreBySlug, listSlugs } from './queries.ts'

/** Finds a store for any visitor; undefined when no store has this slug (P-12). */
export async function findStoreOnWire(db: Db, slug: string): Promise<Output<'get-restaurant-info'> | undefined> {
  const store = await findStoreBySlug(db, slug)
  return store && presentStore(store, { isFavourite: false })
}

/** Reads the slugs of all stores, for callers that check whether a URL leads to a store. */
export async function readSlugs(db: Db): Promise<ReadonlySet<string>> {
  return new Set(await listSlugs(db))
}
