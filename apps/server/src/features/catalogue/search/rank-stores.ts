import { places, type Query, rankOf, type Text, wayOf, ways } from '@nukkad/rules/word-match.ts'
import type { SearchedStore, ServingStore } from './cells.ts'

/** The points for each field of a store that matches; a name that begins with the query gets extra points. */
const points = { name: 8, start: 3, description: 4, category: 3, sells: 2, letters: 1 }

/** How well the texts of a store match a query. */
export type StoreRank = {
  id: number
  points: number
  /** The best kind of match of a store; the lowest is the best. */
  way: number
  /** Whether the query names this store, which then comes first even when it is closed. */
  isMeant: boolean
  /**
   * Whether the query matches only one part of the name of a category: a store in "Pizza & burgers" may sell no pizza.
   */
  isPart: boolean
}

/** The number of a store's items that match a search, and the units of them that it sold in the last days. */
export type Sold = { units: number; items: number }

/** Returns the stores that have the query in their name, description or categories. */
export function rankStores(stores: readonly SearchedStore[], query: Query, isForgiving: boolean): StoreRank[] {
  return stores.flatMap(({ id, texts }) => {
    const name = rankOf(texts.name, query, isForgiving)
    const category = bestOf(texts.categories, query, isForgiving)
    const others = [
      { rank: rankOf(texts.description, query, isForgiving), worth: points.description },
      { rank: category, worth: points.category },
    ].filter(({ rank }) => rank !== undefined && wayOf(rank) !== 'inside')
    if (name === undefined && others.length === 0) return []
    const wayNumbers = [name, ...others.map(({ rank }) => rank)].flatMap((rank) =>
      rank === undefined ? [] : ways.indexOf(wayOf(rank)),
    )
    return {
      id,
      points: worthOf(name, texts.name, query) + others.reduce((sum, { worth }) => sum + worth, 0),
      way: Math.min(...wayNumbers),
      isMeant: name !== undefined && ['exact', 'start', 'joined'].includes(wayOf(name)) && isLong(name, query),
      isPart: name === undefined && others.length === 1 && others[0]!.rank === category && category! % places > 0,
    }
  })
}

function bestOf(texts: readonly Text[], query: Query, isForgiving: boolean): number | undefined {
  const ranks = texts.flatMap((text) => rankOf(text, query, isForgiving) ?? [])
  return ranks.length > 0 ? Math.min(...ranks) : undefined
}

function worthOf(rank: number | undefined, text: Text, query: Query): number {
  if (rank === undefined) return 0
  if (wayOf(rank) === 'inside') return points.letters
  return points.name + (text.words[0]?.startsWith(query.words[0]!) ? points.start : 0)
}

/** Returns whether the query is the whole name, or at least two words of it. */
function isLong(rank: number, query: Query): boolean {
  return rank === 0 || query.words.length > 1
}

/**
 * Returns the ids of the stores, sorted: first those that the query names, then open before closed, then by the points
 * for matching fields, by the number of matching items, by the units sold, and by distance.
 */
export function orderStores(
  serving: readonly ServingStore[],
  ranks: readonly StoreRank[],
  { sellers, areNamed }: { sellers: ReadonlyMap<number, Sold>; areNamed: boolean },
): number[] {
  const byId = new Map(ranks.map((rank) => [rank.id, rank]))
  const hits = serving.flatMap(({ id, isActive, distanceKm }) => {
    const rank = byId.get(id)
    const sold = sellers.get(id)
    const isContradicted = rank?.isPart && isActive && areNamed && sellers.size > 0
    if (!sold && (!rank || isContradicted)) return []
    return {
      id,
      distanceKm,
      isMeant: rank?.isMeant ? 0 : 1,
      isClosed: isActive ? 0 : 1,
      points: (rank?.points ?? 0) + (sold ? points.sells : 0),
      way: rank?.way ?? ways.length,
      units: sold?.units ?? 0,
      items: sold?.items ?? 0,
    }
  })
  // A store whose name contains the query only within a word is a result only if there is no better result.
  const better = hits.filter(({ points: own }) => own > points.letters)
  return (better.length > 0 ? better : hits)
    .sort(
      (a, b) =>
        a.isMeant - b.isMeant ||
        a.isClosed - b.isClosed ||
        b.points - a.points ||
        a.way - b.way ||
        b.items - a.items ||
        b.units - a.units ||
        a.distanceKm - b.distanceKm ||
        a.id - b.id,
    )
    .map(({ id }) => id)
}
