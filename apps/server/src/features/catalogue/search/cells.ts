import type { Point } from '@nukkad/rules/distance.ts'
import { distanceFrom, storeServes } from '#features/catalogue/stores/reach.ts'
import type { Services } from '#http/calls.ts'
import { keys } from './kept.ts'
import { type CellStore, listStoresOfBox } from './queries.ts'

/** Cells in one degree: a cell is about 1.1 km high. */
const CELLS_PER_DEGREE = 100
/** Approximate bytes of a store without delivery areas, and of one character of its areas. */
const [STORE_BYTES, AREA_BYTES] = [300, 8]

export type ServingStore = { id: number; distanceKm: number; isActive: boolean }

/**
 * Reads the accepted stores whose reach may contain the point, which are the same for its whole cell, and those of them
 * that serve the point itself.
 */
export async function readServing(
  { db, memory }: Pick<Services, 'db' | 'memory'>,
  point: Point,
): Promise<{ cell: string; candidates: readonly number[]; serving: ServingStore[] }> {
  const [south, west] = [Math.floor(point.lat * CELLS_PER_DEGREE), Math.floor(point.lng * CELLS_PER_DEGREE)]
  const cell = keys.cell(south, west)
  const stores = await memory.get(cell, { bytesOf }, () =>
    listStoresOfBox(db, {
      south: south / CELLS_PER_DEGREE,
      north: Math.min(90, (south + 1) / CELLS_PER_DEGREE),
      west: west / CELLS_PER_DEGREE,
      east: (west + 1) / CELLS_PER_DEGREE,
    }),
  )
  const serving = stores
    .filter((store) => storeServes(store, point))
    .map((store) => ({ id: store.id, distanceKm: distanceFrom(store, point), isActive: store.is_active }))
  return { cell, candidates: stores.map(({ id }) => id), serving }
}

function bytesOf(stores: readonly CellStore[]): number {
  return stores.reduce(
    (sum, { delivery_areas: areas }) => sum + STORE_BYTES + (areas ? AREA_BYTES * JSON.stringify(areas).length : 0),
    0,
  )
}
