import { z } from 'zod'
import { call } from '../call.ts'
import { ignored, point, searchText, text } from '../wire.ts'
import { item } from './menu.ts'
import { listedStore, store } from './stores.ts'

const foundStore = store.extend(
  listedStore.pick({ distance: true, offer: true, closes_soon_at: true, delivery_charge: true }).shape,
)

/**
 * An item with the store that sells it. The item's add-ons are left out; the app loads them when the customer opens the
 * item. The item's store has only the fields that a result row shows and that filters use.
 */
const foundItem = item.omit({ addon_categories: true }).extend({
  restaurant: listedStore.pick({
    id: true,
    name: true,
    slug: true,
    image: true,
    placeholder_image: true,
    kind: true,
    rating: true,
    avgRating: true,
    rating_count: true,
    delivery_time: true,
    price_range: true,
    delivery_type: true,
    is_pureveg: true,
    is_active: true,
    currency: true,
    distance: true,
    closes_soon_at: true,
    delivery_charge: true,
    offer: true,
  }),
})

const search = {
  auth: 'public',
  input: z.object({ ...point, q: searchText, ...ignored }),
  output: z.object({ restaurants: z.array(foundStore).max(20), items: z.array(foundItem).max(20) }),
  errors: [],
} as const

export const searchRestaurants = call('search-restaurants', {
  ...search,
  // P-50, GAP-31
  summary: 'Stores and items near the point that a text names, best match first, with tolerance for typing errors.',
})

export const searchCategory = call('search-category', {
  ...search,
  // P-51, GAP-32
  summary: 'Stores and items near the point in the categories whose name matches.',
})

export const getTrendingSearches = call('get-trending-searches', {
  summary: 'Names of the items that open stores near the point sold most in the last 30 days.',
  auth: 'public',
  input: z.object({ ...point, ...ignored }),
  output: z.object({ searches: z.array(z.string()).max(8) }),
  errors: [],
})

export const findStores = call('dashboard/find-stores', {
  summary:
    'Finds stores, or salons alone, by part of the name or by number, to choose one. The stores are sorted by name.',
  auth: 'staff',
  permission: 'any',
  input: z.object({
    ...ignored,
    q: text(64),
    /** Whether the search finds only salons. */ only_salons: z.boolean().default(false),
  }),
  output: z.object({
    success: z.literal(true),
    stores: z.array(z.object({ id: z.int(), name: z.string(), slug: z.string(), currency: z.string() })),
  }),
  errors: [],
})

export const findItems = call('dashboard/find-items', {
  summary: 'Finds items by part of the name, with their stores, to choose one.',
  auth: 'staff',
  permission: 'any',
  input: z.object({ ...ignored, q: text(64) }),
  output: z.object({
    success: z.literal(true),
    items: z.array(z.object({ id: z.int(), name: z.string(), store: z.string() })),
  }),
  errors: [],
})
