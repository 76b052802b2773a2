import type { Point } from '@nukkad/rules/distance.ts'
import { romanised } from '@nukkad/rules/romanise.ts'
import { SEARCH_MINIMUM } from '@nukkad/rules/search.ts'
import { type Query, queryOf, rootOf } from '@nukkad/rules/word-match.ts'
import type { Services } from '#http/calls.ts'
import { readServing, type SearchedStore, type ServingStore } from './cells.ts'
import { keys } from './kept.ts'
import {
  type Found,
  forgivesMistakes,
  listFound,
  listMenus,
  listSales,
  listSimilarNames,
  listSpelledNames,
  MAX_FOUND,
  type Sales,
  type StoreMenu,
} from './queries.ts'
import { orderItems, type RankedNames, rankNames, type Shelf } from './rank-items.ts'
import { orderStores, rankStores, type StoreRank } from './rank-stores.ts'

/** Number of stores whose menus one statement reads. */
const MENUS_PER_STATEMENT = 500
const ENTRY_BYTES = 200
/** Maximum age of the cached totals of sales, by which results are sorted: ten minutes, in milliseconds. */
const SALES_MAX_AGE_MS = 600_000

type SearchServices = Pick<Services, 'db' | 'memory'>
type Way = 'spelled' | 'similar'

/**
 * Finds accepted stores that serve the point by their names, descriptions, categories and menus, and available items of
 * the open stores, best first (docs/decisions/0097). If no text contains the query, similar texts are results. If no
 * text is similar either, the last word of the query is searched alone: "birthday cake" finds cakes.
 */
export async function findByName(services: SearchServices, { point, q }: { point: Point; q: string }): Promise<Found> {
  const query = queryOf(q)
  const around = await readServing(services, point)
  if (around.serving.length === 0 || !query) return { stores: [], items: [] }
  const area = { ...around, shelves: await readShelves(services, around.serving) }
  const lastWord = query.words.at(-1)!
  const tries: [way: Way, q: string][] = [['spelled', query.words.join(' ')]]
  if (forgivesMistakes(q)) tries.push(['similar', query.words.join(' ')])
  if (query.words.length > 1 && lastWord.length >= SEARCH_MINIMUM) tries.push(['spelled', lastWord])
  for (const [way, text] of tries) {
    const best = await findIn(services, area, way, queryOf(text)!)
    if (best.storeIds.length + best.itemIds.length === 0) continue
    const distances = new Map(around.serving.map(({ id, distanceKm }) => [id, distanceKm]))
    return listFound(services.db, { ...best, distances })
  }
  return { stores: [], items: [] }
}

type Area = Awaited<ReturnType<typeof readServing>> & { shelves: Shelf[] }

async function findIn(services: SearchServices, { shelves, serving, ...around }: Area, way: Way, query: Query) {
  const names = await readNames(services, way, query)
  const ranks = await readStoreRanks(services, { way, query, ...around })
  const { ids, ...sold } = orderItems(shelves, names, query)
  return { storeIds: orderStores(serving, ranks, sold).slice(0, MAX_FOUND), itemIds: ids.slice(0, MAX_FOUND) }
}

/** Reads the menus and the sales of the open stores. */
export async function readShelves(services: SearchServices, serving: readonly ServingStore[]): Promise<Shelf[]> {
  const open = serving.filter(({ isActive }) => isActive)
  const ids = open.map(({ id }) => id)
  const [menus, sales] = await Promise.all([readMenus(services, ids), readSales(services, ids)])
  return open.map((store, at) => ({ store, menu: menus[at]!, sales: sales[at]! }))
}

function readStoreRanks(
  { memory }: SearchServices,
  search: { way: Way; query: Query; cell: string; candidates: readonly SearchedStore[] },
): Promise<StoreRank[]> {
  const { way, query, cell, candidates } = search
  return memory.get(keys.storeRanks(cell, way, query.words.join(' ')), { bytesOf: bytesOfRanks }, async () =>
    rankStores(candidates, query, way === 'similar'),
  )
}

function readMenus({ db, memory }: SearchServices, storeIds: readonly number[]): Promise<StoreMenu[]> {
  const ids = new Map(storeIds.map((id) => [keys.menu(id), id]))
  return memory.getMany([...ids.keys()], { bytesOf: bytesOfMenu }, (missing) =>
    inParts(missing, ids, (some) => listMenus(db, some)),
  )
}

function readSales({ db, memory }: SearchServices, storeIds: readonly number[]): Promise<Sales[]> {
  const ids = new Map(storeIds.map((id) => [keys.sales(id), id]))
  return memory.getMany([...ids.keys()], { bytesOf: bytesOfSales, maxAgeMs: SALES_MAX_AGE_MS }, (missing) =>
    inParts(missing, ids, (some) => listSales(db, some)),
  )
}

async function inParts<Value>(
  missing: readonly string[],
  ids: ReadonlyMap<string, number>,
  list: (ids: readonly number[]) => Promise<Value[]>,
): Promise<Value[]> {
  const wanted = missing.map((key) => ids.get(key)!)
  const values: Value[] = []
  for (let from = 0; from < wanted.length; from += MENUS_PER_STATEMENT)
    values.push(...(await list(wanted.slice(from, from + MENUS_PER_STATEMENT))))
  return values
}

function readNames({ db, memory }: SearchServices, way: Way, query: Query): Promise<RankedNames> {
  return memory.get(keys.names(way, query.words.join(' ')), { bytesOf: bytesOfNames }, async () => {
    const names =
      way === 'spelled'
        ? await listSpelledNames(db, { roots: query.words.map(rootOf), joined: query.joined })
        : await listSimilarNames(db, query.words.map(romanised).join(' '))
    return rankNames(names, query, way === 'similar')
  })
}

function bytesOfMenu({ items, sections }: StoreMenu): number {
  return ENTRY_BYTES + 12 * items.length + 100 * sections.length
}

function bytesOfSales(sales: Sales): number {
  return ENTRY_BYTES + 50 * sales.size
}

function bytesOfNames({ ids }: RankedNames): number {
  // The ranks of menu categories are added later and not counted here, because one town has only a few hundred
  // categories within reach.
  return 20 * ENTRY_BYTES + 8 * ids.length
}

function bytesOfRanks(ranks: readonly StoreRank[]): number {
  return ENTRY_BYTES + 64 * ranks.length
}
