import { buildMenus } from './build/menus.ts'
import { buildStores } from './build/stores.ts'
import { stores as storeSeeds } from './catalogue/stores.ts'
import type { City } from './types.ts'

/**
 * The whole demo city as rows. The same `now` and `seed` always give the same city; the shops, menus and prices do
 * not depend on the seed, only the people, orders and reviews do.
 */
export function buildCity({ now }: { now: Date; seed: number }): City {
  return {
    ...buildStores(storeSeeds, now),
    ...buildMenus(storeSeeds),
    categories: [],
    storeCategories: [],
    tiles: [],
    locations: [
      { id: 1, name: 'Koramangala 5th Block', latitude: 12.9352, longitude: 77.6245, isActive: true, isDefault: true },
    ],
    coupons: [],
    couponStores: [],
    sliders: [],
    slides: [],
    pages: [],
    riders: [],
    riderStores: [],
    owners: [],
    ownerStores: [],
    customers: [],
    addresses: [],
    orders: [],
    orderLines: [],
    orderLineAddons: [],
    reviews: [],
    settings: [],
    logins: [],
  }
}
