import { randomInt } from 'node:crypto'
import type { Point } from '@nukkad/rules/distance.ts'
import type { Services } from '#http/calls.ts'
import type { PreparedJson } from '#http/prepared.ts'
import type { ListedStore } from './columns.ts'
import { type ListedStoreOnWire, presentListedStore } from './present.ts'
import { listStoresAround, type StoreFilter } from './queries.ts'
import { rounded, storeServes } from './reach.ts'

const anyType = [1, 2, 3, 4] as const

/** The store kinds and delivery types of each list on home (GAP-80, INT-06). */
const lists = {
  delivery: {
    offers: [
      { kind: 'store', deliveryTypes: [1, 3, 4] },
      { kind: 'salon', deliveryTypes: [1, 3, 4] },
    ],
  },
  selfPickup: {
    offers: [
      { kind: 'store', deliveryTypes: [2, 3] },
      { kind: 'salon', deliveryTypes: [2, 3] },
    ],
  },
  warehouses: {
    offers: [
      { kind: 'warehouse', deliveryTypes: anyType },
      { kind: 'salon', deliveryTypes: [4] },
    ],
  },
  medical: { offers: [{ kind: 'medical', deliveryTypes: anyType }] },
} as const satisfies Record<string, StoreFilter>

export type ListName = keyof typeof lists
type ListServices = Pick<Services, 'db' | 'settings' | 'catalogueCache'>

/**
 * Lists the stores of one of home's lists around a point as a prepared answer: the same point and list costs no query
 * for a short time.
 */
export function listStoresNear(services: ListServices, list: ListName, point: Point): Promise<PreparedJson> {
  const near = rounded(point)
  return services.catalogueCache.get(`stores:${list}:${near.lat},${near.lng}`, () =>
    listFresh(services, { point: near, filter: lists[list], isPickup: list === 'selfPickup' }),
  )
}

/** Lists stores of any kind and type that have at least one of the categories (P-09), as a prepared answer. */
export function listStoresOfCategories(
  services: ListServices,
  { point, categoryIds }: { point: Point; categoryIds: readonly number[] },
): Promise<PreparedJson> {
  const near = rounded(point)
  const ids = [...new Set(categoryIds)].toSorted((a, b) => a - b)
  return services.catalogueCache.get(`stores:of-${ids}:${near.lat},${near.lng}`, () =>
    listFresh(services, { point: near, filter: { categoryIds: ids } }),
  )
}

/** Lists the customer's favourites that serve the point (P-18). The answer is personal, so it is never prepared. */
export function listFavouriteStores(
  services: ListServices,
  { point, userId }: { point: Point; userId: number },
): Promise<ListedStoreOnWire[]> {
  return listFresh(services, { point, filter: { favouritesOf: userId } })
}

async function listFresh(
  { db, settings }: ListServices,
  { point, filter, isPickup = false }: { point: Point; filter: StoreFilter; isPickup?: boolean },
): Promise<ListedStoreOnWire[]> {
  const limit = settings.number('storeListLimit')
  const rows = await listStoresAround(db, { point, filter, limit })
  const serving = rows.filter((row) => !row.delivery_areas || storeServes(row, point)).slice(0, limit)
  const byDistance = settings.isOn(isPickup ? 'sortSelfpickupStoresByDistance' : 'sortDeliveryStoresByDistance')
  const ordered = byDistance
    ? serving
    : settings.isOn('randomizeStores')
      ? shuffled(serving)
      : inOperatorsOrder(serving)
  const now = new Date()
  const roundsUp = settings.isOn('enDelChrRnd')
  return openFirst(ordered).map((row) => presentListedStore(row, { now, roundsUp }))
}

function openFirst(rows: ListedStore[]): ListedStore[] {
  return [...rows.filter((row) => row.is_active), ...rows.filter((row) => !row.is_active)]
}

/** Sorts stores by their list position; stores without one follow, nearest first. */
function inOperatorsOrder(rows: ListedStore[]): ListedStore[] {
  return rows.toSorted((a, b) => (a.order_column ?? Infinity) - (b.order_column ?? Infinity) || 0)
}

/** Shuffles stores, featured stores first. */
function shuffled(rows: ListedStore[]): ListedStore[] {
  const mixed = [...rows]
  for (let index = mixed.length - 1; index > 0; index--) {
    const other = randomInt(index + 1)
    ;[mixed[index], mixed[other]] = [mixed[other]!, mixed[index]!]
  }
  return mixed.toSorted((a, b) => Number(b.is_featured) - Number(a.is_featured))
}
