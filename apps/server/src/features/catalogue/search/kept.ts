import type { Memory } from '#http/memory.ts'

/**
 * The types of the cached parts of a search: the stores of a cell, menus, sales, matching names and stores, and whole
 * answers.
 */
export const keys = {
  cell: (south: number, west: number) => `cell:${south},${west}`,
  menu: (storeId: number) => `menu:${storeId}`,
  sales: (storeId: number) => `sales:${storeId}`,
  /** The names of items. They do not depend on a place, because all cells share them. */
  names: (way: 'spelled' | 'similar', q: string) => `names:${way}:${q}`,
  /** The data about the stores of a cell. */
  storeRanks: (cell: string, way: 'spelled' | 'similar', q: string) => `storeRanks:${cell}:${way}:${q}`,
  answer: (call: string, { lat, lng }: { lat: number; lng: number }, q: string) => `search:${call}:${lat},${lng}:${q}`,
}

/** Drops what depends on the menus of these stores, `"3,14"`; an empty list means any store. */
export function dropMenus(memory: Memory, storeIds: string): void {
  if (storeIds === '') memory.dropType('menu')
  else memory.drop(storeIds.split(',').map((id) => keys.menu(Number(id))))
  memory.dropType('search')
}

/** Drops the matching names, because an item has a new one. */
export function dropNames(memory: Memory): void {
  memory.dropType('names')
  memory.dropType('search')
}
