import type { Memory } from '#http/memory.ts'

/**
 * The types of the cached parts of a search: the stores of a cell, menus, sales, matching names and stores, and whole
 * answers.
 */
export const keys = {
  cell: (south: number, west: number) => `cell:${south},${west}`,
  menu: (storeId: number) => `menu:${storeId}`,
  sales: (storeId: number) => `sales:${storeId}`,
  /** The names of items. The key has no location, because all cells share the names. */
  names: (way: 'spelled' | 'similar', q: string) => `names:${way}:${q}`,
  /** How the stores of a cell match the query. */
  storeRanks: (cell: string, way: 'spelled' | 'similar', q: string) => `storeRanks:${cell}:${way}:${q}`,
  answer: (call: string, { lat, lng }: { lat: number; lng: number }, q: string) => `search:${call}:${lat},${lng}:${q}`,
}

/**
 * Drops cached parts that depend on the menus of these stores. The ids are separated by commas, such as `"3,14"`; an
 * empty string means all stores.
 */
export function dropMenus(memory: Memory, storeIds: string): void {
  if (storeIds === '') memory.dropType('menu')
  else memory.drop(storeIds.split(',').map((id) => keys.menu(Number(id))))
  memory.dropType('search')
}

/** Drops the cached matching names, because an item has a new name. */
export function dropNames(memory: Memory): void {
  memory.dropType('names')
  memory.dropType('search')
}
