import type { Point } from '@nukkad/rules/distance.ts'
import { routes } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { PreparedJson } from '#http/prepared.ts'
import { listTiles } from './category-tiles.ts'
import { listFavouriteStores, listStoresNear, listStoresOfCategories } from './list-stores.ts'
import { presentStore } from './present.ts'
import {
  findStore,
  findStoreBySlug,
  findStoreReach,
  isFavourite,
  listStoreCategories,
  toggleFavourite,
} from './queries.ts'
import { distanceFrom, storeServes } from './reach.ts'
import { findStoreOnWire } from './read-store.ts'
import { offeredDays } from './schedule.ts'

export const storeRoutes = routes({
  'get-delivery-restaurants': async (context) => listStoresNear(context, 'delivery', pointOf(context.input)),
  'get-selfpickup-restaurants': async (context) => listStoresNear(context, 'selfPickup', pointOf(context.input)),
  'get-delivery-warehouses': async (context) => listStoresNear(context, 'warehouses', pointOf(context.input)),
  'get-medical-stores': async (context) => listStoresNear(context, 'medical', pointOf(context.input)),

  'get-filtered-restaurants': async ({ input, services }) =>
    listStoresOfCategories(services, { point: pointOf(input), categoryIds: input.category_ids }),

  'get-favorite-stores': async ({ input, session, services }) =>
    listFavouriteStores(services, { point: pointOf(input), userId: session.userId }),

  'get-all-restaurants-categories': async ({ db }) => {
    const categories = await listStoreCategories(db)
    return { status: true, categories: categories.map(({ id, name }) => ({ id, name, is_active: 1 })) }
  },

  'get-restaurant-category-slides': async (services) => listTiles(services),

  // The answers about stores are compressed, because home requests five lists of stores on a first visit.
  'get-restaurant-info': async ({ input, db }) => new PreparedJson(known(await findStoreOnWire(db, input.slug))),

  'get-restaurant-info-by-id': async ({ input, db }) =>
    presentStore(known(await findStore(db, input.id)), { isFavourite: false }),

  'get-restaurant-info-with-favourite': async ({ input, session, db }) => {
    const store = known(await findStoreBySlug(db, input.slug))
    return presentStore(store, {
      isFavourite: await isFavourite(db, { userId: session.userId, storeId: store.id }),
    })
  },

  'get-schedule-slots': async ({ input, db, settings }) => {
    const days = offeredDays(known(await findStore(db, input.restaurant_id)), settings, new Date())
    return {
      days: days.map(({ day, date, slots }) => ({
        day,
        date,
        slots: slots.map(({ open, close }) => ({ open, close })),
      })),
    }
  },

  'get-restaurant-info-and-operational-status': async ({ input, db }) => {
    const store = known(await findStore(db, input.id))
    const point = pointOf(input)
    return {
      ...presentStore(store, { isFavourite: false }),
      is_operational: storeServes(store, point),
      distance: distanceFrom(store, point),
    }
  },

  'check-restaurant-operation-service': async ({ input, db }) => {
    const reach = await findStoreReach(db, input.restaurant_id)
    return reach !== undefined && storeServes(reach, pointOf(input))
  },

  'toggle-favorite': {
    write: async ({ tx, input, session }) => {
      const store = known(await findStore(tx, input.id))
      const isFavourite = await toggleFavourite(tx, { userId: session.userId, storeId: store.id })
      return presentStore(store, { isFavourite })
    },
  },
})

function pointOf({ latitude, longitude }: { latitude: number; longitude: number }): Point {
  return { lat: latitude, lng: longitude }
}

function known<Store>(store: Store | undefined): Store {
  if (!store) throw new AppError('STORE_UNKNOWN')
  return store
}
