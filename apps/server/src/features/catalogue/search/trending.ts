import type { Point } from '@nukkad/rules/distance.ts'
import type { Services } from '#http/calls.ts'
import { readServing } from './cells.ts'
import { listNames } from './queries.ts'
import { readShelves } from './search-by-name.ts'

const MAX_TRENDING = 8

/**
 * Returns names to suggest as searches: the items that sold most in recent days at the open stores nearby. A suggested
 * name has no pack size, so "Idli (2 pieces)" becomes "Idli".
 */
export async function findTrending(services: Pick<Services, 'db' | 'memory'>, point: Point): Promise<string[]> {
  const { serving } = await readServing(services, point)
  const shelves = await readShelves(services, serving)
  const units = new Map<number, number>()
  for (const { menu, sales } of shelves)
    for (const name of menu.names) units.set(name, (units.get(name) ?? 0) + (sales.get(name) ?? 0))
  // Names of items that differ only in the pack size are counted as one.
  const most = [...units].filter(([, sold]) => sold > 0).toSorted((a, b) => b[1] - a[1] || a[0] - b[0])
  const ids = most.slice(0, 2 * MAX_TRENDING).map(([id]) => id)
  if (ids.length === 0) return []
  const names = new Map((await listNames(services.db, ids)).map(({ id, name }) => [id, name]))
  const searches = ids.flatMap(
    (id) =>
      names
        .get(id)
        ?.replace(/[(,].*/su, '')
        .trim() || [],
  )
  return [...new Set(searches)].slice(0, MAX_TRENDING)
}
