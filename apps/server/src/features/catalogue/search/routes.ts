import type { Output } from '@nukkad/contract/contract.ts'
import { normaliseLine } from '@nukkad/rules/text.ts'
import { presentItem } from '#features/catalogue/menu/present.ts'
import { presentStore } from '#features/catalogue/stores/present.ts'
import { type CallContext, routes } from '#http/calls.ts'
import { listItemsToChoose, listStoresToChoose } from './choose-queries.ts'
import { type Found, type FoundItemRow, findByCategory, findByName } from './queries.ts'

type Call = 'search-restaurants' | 'search-category'
type Answer = Output<Call>

export const searchRoutes = routes({
  'search-restaurants': async ({ db, input }) => present(await findByName(db, wantedOf(input))),
  'search-category': async ({ db, input }) => present(await findByCategory(db, wantedOf(input))),

  'dashboard/find-stores': async ({ db, input }) => ({ success: true, stores: await listStoresToChoose(db, input.q) }),
  'dashboard/find-items': async ({ db, input }) => ({ success: true, items: await listItemsToChoose(db, input.q) }),
})

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
