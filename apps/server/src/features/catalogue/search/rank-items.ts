import { isNamed, places, type Query, rankOf, wayOf } from '@nukkad/rules/word-match.ts'
import type { ServingStore } from './cells.ts'
import { preparedText } from './prepared-text.ts'
import { MAX_FOUND, type Names, type Sales, type StoreMenu } from './queries.ts'
import type { Sold } from './rank-stores.ts'

/**
 * The ids of item names that match a query, in ascending order, with their ranks; the lowest rank is the best.
 * `sections` caches the ranks of menu categories that were already compared with the query.
 */
export type RankedNames = { ids: Int32Array; ranks: Int32Array; sections: Map<string, number | undefined> }

/** The available items of one store, and how many units of each it sold. */
export type Shelf = { store: ServingStore; menu: StoreMenu; sales: Sales }

/**
 * The items that match, stored as columns, because popular words match thousands of items. Each item has the index of
 * its shelf (its store), its id, the id of its name, and its grade. The grade is twice the rank, plus one if only the
 * menu category contains the query, and not the item's name.
 */
type Hits = Record<'shelf' | 'id' | 'name' | 'grade', number[]>

/** Returns the names that match, with their ranks. */
export function rankNames(names: Names, query: Query, isForgiving: boolean): RankedNames {
  const hits = names.flatMap(({ id, name }) => {
    const rank = rankOf(preparedText(name), query, isForgiving)
    return rank === undefined ? [] : { id, rank }
  })
  return {
    ids: Int32Array.from(hits.map(({ id }) => id)),
    ranks: Int32Array.from(hits.map(({ rank }) => rank)),
    sections: new Map(),
  }
}

/**
 * Returns the ids of the best items, best first; the stores that sell the thing that the query names; and whether any
 * of these items has the query in its own name.
 */
export function orderItems(
  shelves: readonly Shelf[],
  names: RankedNames,
  query: Query,
): { ids: number[]; sellers: Map<number, Sold>; areNamed: boolean } {
  const hits: Hits = { shelf: [], id: [], name: [], grade: [] }
  for (const [at, shelf] of shelves.entries()) addHits(hits, at, shelf, sectionRanks(shelf, names, query), names)
  if (hits.id.length === 0) return { ids: [], sellers: new Map(), areNamed: false }
  const best = bestNamed(hits.grade)
  const isDish = areDishes(best, hits, shelves)
  const chosen = best.filter((hit) => isDishOf(shelves[hits.shelf[hit]!]!.store) === isDish)
  return {
    ids: bestIds(hits, shelves, isDish),
    sellers: sellersOf(chosen, hits, shelves),
    areNamed: chosen.some((hit) => hits.grade[hit]! % 2 === 0),
  }
}

function addHits(hits: Hits, at: number, { menu }: Shelf, sections: readonly number[] | undefined, names: RankedNames) {
  // Both lists are sorted by name id, so one pass through both finds the names that they share.
  for (let own = 0, wanted = 0; own < menu.names.length; own++) {
    const name = menu.names[own]!
    while (wanted < names.ids.length && names.ids[wanted]! < name) wanted += 1
    if (wanted === names.ids.length && !sections) return
    const byName = names.ids[wanted] === name ? 2 * names.ranks[wanted]! : Number.POSITIVE_INFINITY
    const bySection = sections ? 2 * sections[menu.sectionOf[own]!]! + 1 : Number.POSITIVE_INFINITY
    const grade = Math.min(byName, bySection)
    if (grade === Number.POSITIVE_INFINITY) continue
    hits.shelf.push(at)
    hits.id.push(menu.items[own]!)
    hits.name.push(name)
    hits.grade.push(grade)
  }
}

/** Returns the rank that each menu category gives its items; undefined if no category matches. */
function sectionRanks({ menu }: Shelf, names: RankedNames, query: Query): number[] | undefined {
  const ranks = menu.sections.map((section) => sectionRank(section, names, query) ?? Number.POSITIVE_INFINITY)
  return ranks.some(Number.isFinite) ? ranks : undefined
}

/**
 * Returns the rank that a menu category gives its items. In "Pizza" each item is a pizza, and in "Sushi & ramen" an
 * item may be sushi, so these names count. Other words in the name of a category say nothing about its items.
 */
function sectionRank(section: string, { sections }: RankedNames, query: Query): number | undefined {
  if (sections.has(section)) return sections.get(section)
  const rank = rankOf(preparedText(section), query, false)
  const counts = rank !== undefined && isNamed(rank) && ['exact', 'start', 'joined'].includes(wayOf(rank))
  const own = counts ? rank + 1 : undefined
  sections.set(section, own)
  return own
}

function rankOfGrade(grade: number): number {
  return grade >> 1
}

function wayNumber(grade: number): number {
  return Math.floor(rankOfGrade(grade) / places)
}

function isDishOf(store: ServingStore): boolean {
  return store.kind === 'store'
}

/**
 * Returns the indexes of the matches of the best kind. If the query is the whole name of some of these matches or the
 * thing that their names stand for, returns only those matches.
 */
function bestNamed(grades: readonly number[]): number[] {
  let way = Number.POSITIVE_INFINITY
  for (const grade of grades) way = Math.min(way, wayNumber(grade))
  const best = [...grades.keys()].filter((hit) => wayNumber(grades[hit]!) === way)
  const named = best.filter((hit) => isNamed(rankOfGrade(grades[hit]!)))
  return named.length > 0 ? named : best
}

/** Returns whether at least as many of the best matches are dishes as are goods and services. */
function areDishes(best: readonly number[], hits: Hits, shelves: readonly Shelf[]): boolean {
  const dishes = new Set<number>()
  const goods = new Set<number>()
  for (const hit of best) (isDishOf(shelves[hits.shelf[hit]!]!.store) ? dishes : goods).add(hits.name[hit]!)
  return dishes.size > 0 && dishes.size >= goods.size
}

/** Maximum number of units, and of metres, for which a sort key has space; larger numbers count as this number. */
const KEY_STEPS = 100_000
/** The number of grades that the matches of one kind can have. */
const GRADES = 2 * places
/** Maximum number of items of one store that come before items of other stores with the same kind of match. */
const MAX_OF_STORE = 3
/** How much a sort key grows for an item beyond `MAX_OF_STORE`, and for each worse kind of match. */
const FURTHER = GRADES * KEY_STEPS * KEY_STEPS
const WAY = 2 * FURTHER

/** An item with its sort key; the lowest key is the best. */
type Keyed = { key: number; id: number }

/**
 * Returns the ids of the best items. The items are sorted by kind of match and kind of item; then the best three of
 * each store come before its other items; then by the position of the match in the name, by units sold, and by
 * distance.
 */
function bestIds(hits: Hits, shelves: readonly Shelf[], isDish: boolean): number[] {
  let best: Keyed[] = []
  for (let from = 0; from < hits.id.length; ) {
    const at = hits.shelf[from]!
    const worst = best[MAX_FOUND - 1]?.key ?? Number.POSITIVE_INFINITY
    const own: Keyed[] = []
    for (; hits.shelf[from] === at; from++) {
      const key = keyOf(hits, from, shelves[at]!, isDish)
      if (key <= worst) own.push({ key, id: hits.id[from]! })
    }
    if (own.length > 0) best = [...best, ...spread(own)].sort(byKey).slice(0, MAX_FOUND)
  }
  return best.map(({ id }) => id)
}

function keyOf(hits: Hits, hit: number, { store, sales }: Shelf, isDish: boolean): number {
  const grade = hits.grade[hit]!
  const way = wayNumber(grade)
  const isOther = isDishOf(store) !== isDish
  const units = Math.min(KEY_STEPS - 1, sales.get(hits.name[hit]!) ?? 0)
  const metres = Math.min(KEY_STEPS - 1, Math.round(store.distanceKm * 1000))
  const place = (grade - way * GRADES) * KEY_STEPS + KEY_STEPS - 1 - units
  return (way * 2 + (isOther ? 1 : 0)) * WAY + place * KEY_STEPS + metres
}

/** Moves all but the best three items of a store behind the items of other stores with the same kind of match. */
function spread(own: Keyed[]): Keyed[] {
  const counts = new Map<number, number>()
  return own.sort(byKey).map(({ key, id }) => {
    const way = Math.floor(key / WAY)
    const count = (counts.get(way) ?? 0) + 1
    counts.set(way, count)
    return { key: count > MAX_OF_STORE ? key + FURTHER : key, id }
  })
}

function byKey(a: Keyed, b: Keyed): number {
  return a.key - b.key || a.id - b.id
}

function sellersOf(chosen: readonly number[], hits: Hits, shelves: readonly Shelf[]): Map<number, Sold> {
  const sellers = new Map<number, Sold>()
  for (const hit of chosen) {
    if (wayOf(rankOfGrade(hits.grade[hit]!)) === 'inside') continue
    const { store, sales } = shelves[hits.shelf[hit]!]!
    const sold = sellers.get(store.id) ?? { units: 0, items: 0 }
    sold.units += sales.get(hits.name[hit]!) ?? 0
    sold.items += 1
    sellers.set(store.id, sold)
  }
  return sellers
}
