import type { Point } from '@nukkad/rules/distance.ts'
import type { Services } from '#http/calls.ts'
import { readServing, type ServingStore } from './cells.ts'
import { keys } from './kept.ts'
import {
  type Found,
  forgivesMistakes,
  listFound,
  listMenus,
  listSimilarNames,
  listSpelledNames,
  listStoreNames,
  MAX_FOUND,
  type RankedNames,
  type StoreMenu,
  type StoreName,
} from './queries.ts'

/** Stores whose menus one statement reads. */
const MENUS_PER_STATEMENT = 500
const ENTRY_BYTES = 200

type SearchServices = Pick<Services, 'db' | 'memory'>
type Search = { point: Point; q: string }
/** A place in the order of an answer: the lower rank first, then the nearer store, then the lower id. */
type Hit = { id: number; rank: number; distanceKm: number }

/**
 * Finds accepted stores that serve the point, and available items of the open ones, by their own names, best first.
 * Only if no name contains the query, similar names are returned; stores and items decide this separately
 * (docs/decisions/0083).
 */
export async function findByName(services: SearchServices, { point, q }: Search): Promise<Found> {
  const { cell, candidates, serving } = await readServing(services, point)
  if (serving.length === 0) return { stores: [], items: [] }
  const storeNames = await readStoreNames(services, { q, cell, candidates })
  const open = serving.filter(({ isActive }) => isActive)
  const menus = await readMenus(services, open)
  let itemIds = findItems(open, menus, await readNames(services, 'spelled', q))
  if (itemIds.length === 0 && forgivesMistakes(q))
    itemIds = findItems(open, menus, await readNames(services, 'similar', q))
  const distances = new Map(serving.map(({ id, distanceKm }) => [id, distanceKm]))
  return listFound(services.db, { storeIds: findStores(storeNames, distances), itemIds, distances })
}

/** Returns the ids of the best stores; similar names count only if no store around has the query in its name. */
function findStores(names: readonly StoreName[], distances: ReadonlyMap<number, number>): number[] {
  const around = names.filter(({ id }) => distances.has(id))
  const spelled = around.filter(({ is_spelled }) => is_spelled)
  const hits = spelled.length > 0 ? spelled : around
  return best(hits.map(({ id, rank }) => ({ id, rank, distanceKm: distances.get(id)! })))
}

/** Returns the ids of the best items of these stores; `menus` are theirs, in the same order. */
function findItems(stores: readonly ServingStore[], menus: readonly StoreMenu[], names: RankedNames): number[] {
  const hits: Hit[] = []
  for (const [index, menu] of menus.entries()) {
    const { distanceKm } = stores[index]!
    // Both lists are sorted by name, so one pass through both finds the names that they share.
    for (let own = 0, wanted = 0; own < menu.names.length && wanted < names.ids.length; ) {
      const difference = menu.names[own]! - names.ids[wanted]!
      if (difference > 0) wanted += 1
      else {
        if (difference === 0) hits.push({ id: menu.items[own]!, rank: names.ranks[wanted]!, distanceKm })
        own += 1
      }
    }
  }
  return best(hits)
}

function best(hits: Hit[]): number[] {
  return hits
    .sort((a, b) => a.rank - b.rank || a.distanceKm - b.distanceKm || a.id - b.id)
    .slice(0, MAX_FOUND)
    .map(({ id }) => id)
}

function readStoreNames(
  { db, memory }: SearchServices,
  { q, cell, candidates }: { q: string; cell: string; candidates: readonly number[] },
): Promise<StoreName[]> {
  return memory.get(keys.storeNames(cell, q), { bytesOf: bytesOfStoreNames }, () => listStoreNames(db, q, candidates))
}

async function readMenus({ db, memory }: SearchServices, stores: readonly ServingStore[]): Promise<StoreMenu[]> {
  const ids = new Map(stores.map(({ id }) => [keys.menu(id), id]))
  return memory.getMany([...ids.keys()], { bytesOf: bytesOfMenu }, async (missing) => {
    const wanted = missing.map((key) => ids.get(key)!)
    const menus: StoreMenu[] = []
    for (let from = 0; from < wanted.length; from += MENUS_PER_STATEMENT)
      menus.push(...(await listMenus(db, wanted.slice(from, from + MENUS_PER_STATEMENT))))
    return menus
  })
}

function readNames({ db, memory }: SearchServices, way: 'spelled' | 'similar', q: string): Promise<RankedNames> {
  const list = way === 'spelled' ? listSpelledNames : listSimilarNames
  return memory.get(keys.names(way, q), { bytesOf: bytesOfNames }, () => list(db, q))
}

function bytesOfMenu({ items }: StoreMenu): number {
  return ENTRY_BYTES + 8 * items.length
}

function bytesOfNames({ ids }: RankedNames): number {
  return ENTRY_BYTES + 8 * ids.length
}

function bytesOfStoreNames(names: readonly StoreName[]): number {
  return ENTRY_BYTES + 64 * names.length
}
