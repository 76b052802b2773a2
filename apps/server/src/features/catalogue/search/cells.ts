import type { Point } from '@nukkad/rules/distance.ts'
import { plainTextOf } from '@nukkad/rules/html-text.ts'
import type { Text } from '@nukkad/rules/word-match.ts'
import type { StoreKind } from '#features/catalogue/stores/columns.ts'
import { distanceFrom, storeServes } from '#features/catalogue/stores/reach.ts'
import type { Services } from '#http/calls.ts'
import { keys } from './kept.ts'
import { preparedText } from './prepared-text.ts'
import { type CellStore, listStoresOfBox } from './queries.ts'

/** Number of cells in one degree. A cell is about 1.1 km high. */
const CELLS_PER_DEGREE = 100
/**
 * Approximate memory in bytes of a store in a cell without its delivery areas, and of one character of its areas. The
 * texts of a store do not count, because all cells share them.
 */
const [STORE_BYTES, AREA_BYTES] = [400, 8]

/** Words that people use for a kind of store. */
const kindWords: Record<StoreKind, readonly string[]> = {
  store: ['Restaurant'],
  warehouse: [],
  medical: ['Pharmacy', 'Chemist', 'Medicine'],
  salon: ['Salon', 'Parlour'],
}

export type SearchedStore = Omit<CellStore, 'name' | 'description' | 'categories'> & {
  texts: { name: Text; description: Text; categories: Text[] }
}

export type ServingStore = { id: number; distanceKm: number; isActive: boolean; kind: StoreKind }

/**
 * Reads the accepted stores whose delivery reach may contain the point, and of these the stores that serve the point
 * itself. The first list is the same for the whole cell of the point.
 */
export async function readServing(
  { db, memory }: Pick<Services, 'db' | 'memory'>,
  point: Point,
): Promise<{ cell: string; candidates: readonly SearchedStore[]; serving: ServingStore[] }> {
  const [south, west] = [Math.floor(point.lat * CELLS_PER_DEGREE), Math.floor(point.lng * CELLS_PER_DEGREE)]
  const cell = keys.cell(south, west)
  const candidates = await memory.get(cell, { bytesOf }, async () => {
    const stores = await listStoresOfBox(db, {
      south: south / CELLS_PER_DEGREE,
      north: Math.min(90, (south + 1) / CELLS_PER_DEGREE),
      west: west / CELLS_PER_DEGREE,
      east: (west + 1) / CELLS_PER_DEGREE,
    })
    return stores.map(withTexts)
  })
  const serving = candidates
    .filter((store) => storeServes(store, point))
    .map((store) => ({
      id: store.id,
      distanceKm: distanceFrom(store, point),
      isActive: store.is_active,
      kind: store.kind,
    }))
  return { cell, candidates, serving }
}

function withTexts({ name, description, categories, ...store }: CellStore): SearchedStore {
  return {
    ...store,
    texts: {
      name: preparedText(name),
      description: preparedText(plainTextOf(description)),
      categories: [...categories, ...kindWords[store.kind]].map(preparedText),
    },
  }
}

function bytesOf(stores: readonly SearchedStore[]): number {
  return stores.reduce(
    (sum, { delivery_areas: areas }) => sum + STORE_BYTES + (areas ? AREA_BYTES * JSON.stringify(areas).length : 0),
    0,
  )
}
