import type { Output } from '@nukkad/contract/contract.ts'
import type { Point } from '@nukkad/rules/distance.ts'
import { plainTextOf } from '@nukkad/rules/html-text.ts'
import { averageOf } from '@nukkad/rules/rating.ts'
import { normaliseLine } from '@nukkad/rules/text.ts'
import { presentItem } from '#features/catalogue/menu/present.ts'
import { presentNearby, presentStore } from '#features/catalogue/stores/present.ts'
import { rounded } from '#features/catalogue/stores/reach.ts'
import { type CallContext, routes, type Services } from '#http/calls.ts'
import { PreparedJson } from '#http/prepared.ts'
import { listItemsToChoose, listStoresToChoose } from './choose-queries.ts'
import { keys } from './kept.ts'
import { type Found, type FoundItem, findByCategory } from './queries.ts'
import { findByName } from './search-by-name.ts'
import { findTrending } from './trending.ts'

type Call = 'search-restaurants' | 'search-category'
type Answer = Output<Call>

export const searchRoutes = routes({
  'search-restaurants': async ({ services, input }) =>
    kept(services, 'search-restaurants', input, (search) => findByName(services, search)),
  'search-category': async ({ services, input }) =>
    kept(services, 'search-category', input, (search) => findByCategory(services.db, search)),

  'get-trending-searches': async ({ services, input: { latitude, longitude } }) => {
    const point = rounded({ lat: latitude, lng: longitude })
    const keep = { bytesOf: ({ body }: PreparedJson) => body.length, maxAgeMs: TRENDING_MAX_AGE_MS }
    return services.memory.get(keys.answer('get-trending-searches', point, ''), keep, async () => {
      const answer: Output<'get-trending-searches'> = { searches: await findTrending(services, point) }
      return new PreparedJson(answer)
    })
  },

  'dashboard/find-stores': async ({ db, input }) => ({
    success: true,
    stores: await listStoresToChoose(db, { text: input.q, onlySalons: input.only_salons }),
  }),
  'dashboard/find-items': async ({ db, input }) => ({ success: true, items: await listItemsToChoose(db, input.q) }),
})

/** Maximum age of a cached answer, whose next opening times and review averages can be out of date by this time. */
const MAX_AGE_MS = 30_000
const TRENDING_MAX_AGE_MS = 600_000

/** Answers a repeated search at the same point from memory, until the catalogue changes. */
function kept(
  { memory, settings }: Services,
  call: Call,
  { latitude, longitude, q }: CallContext<Call>['input'],
  find: (search: { point: Point; q: string }) => Promise<Found>,
): Promise<PreparedJson> {
  const search = {
    point: rounded({ lat: latitude, lng: longitude }),
    // The search ignores case, so queries that differ only in case share an answer. Only ASCII letters become lower
    // case in the key, because a change of other letters could change the result of a comparison.
    q: normaliseLine(q).replace(/[A-Z]/g, (letter) => letter.toLowerCase()),
  }
  const keep = { bytesOf: ({ body }: PreparedJson) => body.length, maxAgeMs: MAX_AGE_MS }
  return memory.get(
    keys.answer(call, search.point, search.q),
    keep,
    async () =>
      new PreparedJson(present(await find(search), { now: new Date(), roundsUp: settings.isOn('enDelChrRnd') })),
  )
}

function present({ stores, items }: Found, seen: Parameters<typeof presentNearby>[1]): Answer {
  return {
    restaurants: stores.map((row) => ({
      ...presentStore(row, { isFavourite: false }),
      ...presentNearby(row, seen),
      description: plainTextOf(row.description),
    })),
    items: items.map((row) => presentFoundItem(row, seen)),
  }
}

function presentFoundItem(row: FoundItem, seen: Parameters<typeof presentNearby>[1]): Answer['items'][number] {
  const { addon_categories: _addonCategories, ...item } = presentItem(row, [])
  return {
    ...item,
    restaurant: {
      id: row.store_id,
      name: row.store_name,
      slug: row.store_slug,
      image: row.store_image,
      placeholder_image: row.store_placeholder_image,
      kind: row.kind,
      rating: row.rating,
      avgRating: averageOf({ sum: row.rating_sum, count: row.rating_count }),
      rating_count: row.rating_count,
      delivery_time: row.delivery_time,
      price_range: row.price_range,
      delivery_type: row.delivery_type,
      is_pureveg: row.is_pureveg ? 1 : 0,
      is_active: 1,
      currency: row.currency,
      ...presentNearby(row, seen),
    },
  }
}
