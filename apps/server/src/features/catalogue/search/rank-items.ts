import { isNamed, places, type Query, rankOf, textOf, wayOf } from '@nukkad/rules/word-match.ts'
import type { ServingStore } from './cells.ts'
import type { Names, Sales, StoreMenu } from './queries.ts'
import type { Sold } from './rank-stores.ts'

/**
 * The names of items that match a query, by ascending number, with their ranks, the lowest best. `sections` keeps the
 * ranks of parts of menus that were compared with the query.
 */
export type RankedNames = { ids: Int32Array; ranks: Int32Array; sections: Map<string, number | undefined> }

/** Items of one store, and what it sold of them. */
export type Shelf = { store: ServingStore; menu: StoreMenu; sales: Sales }

type Hit = {
  id: number
  name: number
  rank: number
  /** Whether only the part of the menu has the query in its name. */
  isBySection: boolean
  isDish: boolean
  units: number
  store: ServingStore
}

/** Ranks the names that match. */
export function rankNames(names: Names, query: Query, isForgiving: boolean): RankedNames {
  const hits = names.flatMap(({ id, name }) => {
    const rank = rankOf(textOf(name), query, isForgiving)
    return rank === undefined ? [] : { id, rank }
  })
  return {
    ids: Int32Array.from(hits.map(({ id }) => id)),
    ranks: Int32Array.from(hits.map(({ rank }) => rank)),
    sections: new Map(),
  }
}

/**
 * Returns the ids of the items that match, best first, the stores that sell what the query names, and whether any of
 * these items has it in its own name.
 */
export function orderItems(
  shelves: readonly Shelf[],
  names: RankedNames,
  query: Query,
): { ids: number[]; sellers: Map<number, Sold>; areNamed: boolean } {
  const hits = shelves.flatMap((shelf) => hitsOf(shelf, names, query))
  if (hits.length === 0) return { ids: [], sellers: new Map(), areNamed: false }
  const best = bestNamed(hits)
  const isDish = areDishes(best)
  const wrongKind = (hit: Hit) => (hit.isDish === isDish ? 0 : 1)
  hits.sort(
    (a, b) =>
      wayNumber(a) - wayNumber(b) ||
      wrongKind(a) - wrongKind(b) ||
      a.rank - b.rank ||
      Number(a.isBySection) - Number(b.isBySection) ||
      b.units - a.units ||
      a.store.distanceKm - b.store.distanceKm ||
      a.id - b.id,
  )
  const chosen = best.filter((hit) => hit.isDish === isDish)
  const areNamed = chosen.some(({ isBySection }) => !isBySection)
  return { ids: hits.map(({ id }) => id), sellers: sellersOf(chosen), areNamed }
}

function hitsOf({ store, menu, sales }: Shelf, names: RankedNames, query: Query): Hit[] {
  const hits: Hit[] = []
  const sections = menu.sections.map((section) => sectionRank(section, names, query))
  const hasSections = sections.some((rank) => rank !== undefined)
  // Both lists are sorted by name, so one pass through both finds the names that they share.
  for (let own = 0, wanted = 0; own < menu.names.length; own++) {
    const name = menu.names[own]!
    while (wanted < names.ids.length && names.ids[wanted]! < name) wanted += 1
    const byName = names.ids[wanted] === name ? names.ranks[wanted] : undefined
    if (byName === undefined && (!hasSections || sections[menu.sectionOf[own]!] === undefined)) {
      if (wanted === names.ids.length && !hasSections) break
      continue
    }
    const bySection = sections[menu.sectionOf[own]!] ?? Number.POSITIVE_INFINITY
    const rank = Math.min(byName ?? Number.POSITIVE_INFINITY, bySection)
    const isDish = store.kind === 'store'
    const units = sales.get(name) ?? 0
    hits.push({ id: menu.items[own]!, name, rank, isBySection: byName !== rank, isDish, units, store })
  }
  return hits
}

/**
 * Returns the rank of the items of a part of a menu: in "Pizza" each is a pizza, in "Sushi & ramen" it may be. Other
 * words of a part say nothing about its items.
 */
function sectionRank(section: string, { sections }: RankedNames, query: Query): number | undefined {
  if (sections.has(section)) return sections.get(section)
  const rank = rankOf(textOf(section), query, false)
  const counts = rank !== undefined && isNamed(rank) && ['exact', 'start', 'joined'].includes(wayOf(rank))
  const own = counts ? rank + 1 : undefined
  sections.set(section, own)
  return own
}

function wayNumber({ rank }: Hit): number {
  return Math.floor(rank / places)
}

/** Returns the hits in the best way; only those that name the thing, if there are any. */
function bestNamed(hits: readonly Hit[]): Hit[] {
  const way = Math.min(...hits.map(wayNumber))
  const best = hits.filter((hit) => wayNumber(hit) === way)
  const named = best.filter(({ rank }) => isNamed(rank))
  return named.length > 0 ? named : best
}

/** Returns whether more names of dishes than of goods and services match. */
function areDishes(hits: readonly Hit[]): boolean {
  const count = (isDish: boolean) => new Set(hits.filter((hit) => hit.isDish === isDish).map(({ name }) => name)).size
  return count(true) > 0 && count(true) >= count(false)
}

function sellersOf(hits: readonly Hit[]): Map<number, Sold> {
  const sellers = new Map<number, Sold>()
  for (const hit of hits) {
    if (wayOf(hit.rank) === 'inside') continue
    const sold = sellers.get(hit.store.id) ?? { units: 0, items: 0 }
    sellers.set(hit.store.id, { units: sold.units + hit.units, items: sold.items + 1 })
  }
  return sellers
}
