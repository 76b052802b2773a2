import type { Output } from '@nukkad/contract/contract.ts'
import { deliveryMinutes } from './distance.ts'
import { parseMoney } from './money.ts'
import { isDiscount, meanRating, priceForTwo, switches } from './store-facts.ts'

/** The facts of a store by which the app filters and sorts lists of stores. */
type ListedStore = Pick<
  Output<'get-delivery-restaurants'>[number],
  | 'kind'
  | 'price_range'
  | 'is_pureveg'
  | 'avgRating'
  | 'rating'
  | 'offer'
  | 'is_active'
  | 'distance'
  | 'delivery_charge'
  | 'currency'
>

/** The orders in which a list of stores can be sorted; `null` is the order in which the server sent the list. */
export const sorts = ['near', 'rating', 'price', 'fee'] as const
export type Sort = (typeof sorts)[number]

/** The filters and sort order of a list of stores, as the screen's URL contains them. */
export type StoreFilter = {
  sort: Sort | null
  /** The names of the filters that the customer switched on. */
  on: ReadonlySet<Switch>
  /** The maximum price of a meal for two, in major units of the store's currency. */
  under: number | null
}

export type Switch = (typeof switches)[number]

const GOOD_RATING = 4
const MOST_PRICE = 1_000_000

/** The query parameters of a URL. */
type Query = {
  get: (name: string) => string | null | undefined
  set: (name: string, value: string) => unknown
  delete: (name: string) => unknown
}

/**
 * Reads the filters and sort order from the parameters of a URL. Unknown and invalid values of the parameters are
 * ignored.
 */
export function readFilter(query: Pick<Query, 'get'>): StoreFilter {
  const under = Number(query.get('under') ?? Number.NaN)
  return {
    sort: sorts.find((sort) => sort === query.get('sort')) ?? null,
    on: new Set(switches.filter((name) => query.get(name) === '1')),
    under: Number.isInteger(under) && under > 0 && under <= MOST_PRICE ? under : null,
  }
}

/** Writes the filters and sort order into the parameters of a URL; other parameters stay unchanged. */
export function writeFilter(query: Query, { sort, on, under }: StoreFilter): void {
  const put = (name: string, value: string | null) => {
    // The parameters are deleted and then set in a fixed order, so that the same filters always give the same URL.
    query.delete(name)
    if (value !== null) query.set(name, value)
  }
  put('sort', sort)
  put('under', under === null ? null : String(under))
  for (const name of switches) put(name, on.has(name) ? '1' : null)
}

/** The choice without a filter, and with the order in which the server sent the list. */
export const noFilter: StoreFilter = { sort: null, on: new Set(), under: null }

export function isFiltered({ sort, on, under }: StoreFilter): boolean {
  return sort !== null || on.size > 0 || under !== null
}

/**
 * Limits of filters that depend on the stores nearby, so that the filters are useful in every town. `fastMinutes` is 0
 * if no store has a delivery time.
 */
export type Bounds = { fastMinutes: number; under: number | null }

/**
 * Returns the limits of the filters for a list of stores: the multiple of 5 above the delivery minutes of the fastest
 * third, and a round price near the median price.
 */
export function boundsOf(stores: readonly ListedStore[]): Bounds {
  const minutes = stores.flatMap(minutesOf).toSorted((a, b) => a - b)
  const third = minutes[Math.floor(minutes.length / 3)]
  const prices = stores.flatMap((store) => priceForTwo(store) ?? []).toSorted((a, b) => a - b)
  const middle = prices[Math.floor(prices.length / 2)]
  return {
    fastMinutes: third === undefined ? 0 : Math.floor(third / 5) * 5 + 5,
    under: middle ? rounded(middle) : null,
  }
}

/** Returns the delivery minutes of a store; undefined for a salon, because each visit has its own time. */
function minutesOf({ kind, distance }: ListedStore): number[] {
  return kind === 'salon' ? [] : [deliveryMinutes(distance)]
}

/** Rounds an amount up to a multiple of 5, 50, 500 and so on, depending on its size. */
function rounded(amount: number): number {
  const step = Math.max(1, 5 * 10 ** (Math.floor(Math.log10(amount)) - 1))
  return Math.ceil(amount / step) * step
}

/** Returns the stores that match a filter, sorted. Stores that compare as equal stay in their order. */
export function filterStores<Store extends ListedStore>(
  stores: readonly Store[],
  filter: StoreFilter,
  bounds: Bounds,
): Store[] {
  const matching = stores.filter(
    (store) =>
      [...filter.on].every((name) => tests[name](store, bounds)) &&
      (filter.under === null || (priceForTwo(store) ?? Infinity) <= filter.under),
  )
  const rank = filter.sort && ranks[filter.sort]
  return rank ? matching.toSorted((a, b) => b.is_active - a.is_active || rank(a) - rank(b)) : matching
}

const tests: Record<Switch, (store: ListedStore, bounds: Bounds) => boolean> = {
  veg: ({ is_pureveg }) => is_pureveg === 1,
  rated: (store) => meanRating(store) >= GOOD_RATING,
  offers: ({ offer }) => offer !== null && isDiscount(offer),
  open: ({ is_active }) => is_active === 1,
  fast: (store, { fastMinutes }) => fastMinutes === 0 || minutesOf(store).some((minutes) => minutes < fastMinutes),
}

/** The value by which each sort order compares stores; the lowest value comes first. */
const ranks: Record<Sort, (store: ListedStore) => number> = {
  near: ({ distance }) => distance,
  rating: (store) => -meanRating(store),
  price: (store) => priceForTwo(store) ?? Number.MAX_VALUE,
  fee: ({ delivery_charge, currency }) => Number(parseMoney(delivery_charge, currency) ?? 0),
}

/** Returns whether a filter would hide some of the stores, but not all of them. */
export function divides(stores: readonly ListedStore[], test: StoreFilter, bounds: Bounds): boolean {
  const count = filterStores(stores, test, bounds).length
  return count > 0 && count < stores.length
}
