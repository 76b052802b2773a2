import { buildMenus } from './build/menus.ts'
import { buildOrders } from './build/orders.ts'
import { buildPeople } from './build/people.ts'
import { buildReviews } from './build/reviews.ts'
import { buildStores } from './build/stores.ts'
import { buildCoupons, buildTown } from './build/town.ts'
import { stores as storeSeeds } from './catalogue/stores.ts'
import type { City } from './types.ts'

/**
 * Builds the whole demo city as rows of tables. The same `now` and `seed` always give the same city. The seed changes
 * the homes, orders and reviews of the city's people, but not stores, menus and prices.
 */
export function buildCity({ now, seed }: { now: Date; seed: number }): City {
  const shops = buildStores(storeSeeds, now)
  const menus = buildMenus(storeSeeds)
  const people = buildPeople(shops.stores, { now, seed })
  const coupons = buildCoupons(shops.stores, now)
  const orders = buildOrders({ ...shops, ...menus, ...people, ...coupons }, { now, seed })
  return {
    ...shops,
    ...menus,
    ...people,
    ...coupons,
    ...orders,
    ...buildTown(storeSeeds, { ...shops, ...menus }, now),
    reviews: buildReviews({ ...shops, ...menus, ...orders }, { now, seed }),
  }
}
