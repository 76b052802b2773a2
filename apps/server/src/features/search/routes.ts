import type { Output } from '@nukkad/contract/contract.ts'
import { normaliseLine } from '@nukkad/rules/text.ts'
import { presentItem } from '#features/menu/present.ts'
import { presentStore } from '#features/stores/present.ts'
import { type CallContext, routes } from '#http/calls.ts'
import { takeFromLimit } from '#http/limits.ts'
import { type Found, type FoundItemRow, findByCategory, findByName } from './queries.ts'

const WINDOW_SECONDS = 60

type Call = 'search-restaurants' | 'search-category'
type Answer = Output<Call>

export const searchRoutes = routes({
  'search-restaurants': async (context) => {
    await countSearch(context)
    return present(await findByName(context.db, wantedOf(context.input)))
  },
  'search-category': async (context) => {
    await countSearch(context)
    return present(await findByCategory(context.db, wantedOf(context.input)))
  },
})

/** A search costs more than a list, so that one address may make fewer of them (security document §14). */
async function countSearch({ db, request, settings }: CallContext<Call>): Promise<void> {
  const limit = {
    key: `search:ip:${request.ip}`,
    most: settings.number('limitSearchesPerAddress'),
    windowSeconds: WINDOW_SECONDS,
  }
  await takeFromLimit(db, limit, { mayBeLost: true })
}

function wantedOf({ latitude, longitude, q }: CallContext<Call>['input']) {
  return { point: { lat: latitude, lng: longitude }, q: normaliseLine(q) }
}

function present({ stores, items }: Found): Answer {
  return {
    restaurants: stores.map((row) => ({
      ...presentStore(row, { isFavourite: false }),
      distance: row.distance_km,
      offer: row.offer,
    })),
    items: items.map(presentFoundItem),
  }
}

function presentFoundItem(row: FoundItemRow): Answer['items'][number] {
  const { addon_categories: _addonCategories, ...item } = presentItem(row, [])
  return {
    ...item,
    restaurant: {
      id: row.store_id,
      name: row.store_name,
      slug: row.store_slug,
      image: row.store_image,
      placeholder_image: row.store_placeholder_image,
      is_active: 1,
      distance: row.distance_km,
    },
  }
}
