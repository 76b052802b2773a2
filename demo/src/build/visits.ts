import { distanceKm } from '@nukkad/rules/distance.ts'
import { CITY_OFFSET_MS, DAY_MS, MINUTE_MS } from '../clock.ts'
import type { Random } from '../random.ts'
import type { AddressRow, City, CustomerRow, StoreHoursRow, StoreRow } from '../types.ts'

/** The beginning of an order, before its basket is filled: the customer, the store, the time and the order type. */
export type Visit = {
  placedAt: Date
  store: StoreRow
  customer: CustomerRow
  address: AddressRow
  distanceKm: number
  isPickup: boolean
  riderIds: number[]
}

export type VisitSources = Pick<City, 'stores' | 'storeHours' | 'customers' | 'addresses' | 'riderStores'>

const HISTORY_DAYS = 90
/** Minimum age of the newest order in minutes, so that it has ended before `now`. */
const QUIET_MINUTES = 150
/** Maximum distance in km that customers go to pick up an order. */
const FETCH_KM = 4.5
/**
 * The share of orders of the demo customer, who gets some twenty instead of a hundred, so that the list of orders stays
 * readable.
 */
const DEMO_CUSTOMER_WEIGHT = 0.2
const STOPPED_DAYS = 50
const BEGAN_DAYS = 35
/** Number of orders in each hour from midnight, as a share of the busiest hour. */
const busyness = [
  0.25, 0.15, 0.1, 0.06, 0.05, 0.08, 0.2, 0.4, 0.6, 0.6, 0.5, 0.5, 0.8, 1, 0.7, 0.4, 0.4, 0.5, 0.6, 0.8, 1, 1, 0.7, 0.4,
]

/** Draws the times of orders, oldest first: more in recent weeks, most around meals, few at night. */
export function momentsOf(count: number, { now, draw }: { now: Date; draw: Random }): Date[] {
  const last = now.getTime() - QUIET_MINUTES * MINUTE_MS
  const times: number[] = []
  while (times.length < count) {
    const time = last - draw.next() ** 1.35 * (HISTORY_DAYS - 1) * DAY_MS
    if (draw.chance(busynessAt(time))) times.push(time)
  }
  return times.toSorted((a, b) => a - b).map((time) => new Date(Math.floor(time / 1000) * 1000))
}

function busynessAt(time: number): number {
  return busyness[new Date(time + CITY_OFFSET_MS).getUTCHours()] ?? 1
}

type VisitContext = { now: Date; sources: VisitSources; draw: Random }

/**
 * Draws a customer near an open store. A customer who lives too far away picks up the order or chooses another store.
 */
export function visitAt(placedAt: Date, { now, sources, draw }: VisitContext): Visit {
  const open = openStores(sources, placedAt)
  const daysAgo = (now.getTime() - placedAt.getTime()) / DAY_MS
  const homes = sources.addresses
    .filter(({ customerId }) => ordersThen(customerId, daysAgo))
    .map((row) => [row, row.customerId === 1 ? DEMO_CUSTOMER_WEIGHT : 1] as const)
  for (;;) {
    const store = draw.weighted(open)
    const address = draw.weighted(homes)
    const customer = sources.customers[address.customerId - 1]
    const km = distanceKm(pointOf(store), pointOf(address))
    const canDeliver = store.deliveryType !== 2 && km <= store.deliveryRadiusKm
    const canFetch = (store.deliveryType === 2 || store.deliveryType === 3) && km <= FETCH_KM
    if (!customer || (!canDeliver && !canFetch)) continue
    const isPickup = !canDeliver || (canFetch && draw.chance(0.08))
    const riderIds = sources.riderStores.filter(({ storeId }) => storeId === store.id).map(({ riderId }) => riderId)
    return { placedAt, store, customer, address, distanceKm: km, isPickup, riderIds }
  }
}

/**
 * Returns whether a customer orders at a time: as in a real town, some customers have stopped, and some began a few
 * weeks ago.
 */
function ordersThen(customerId: number, daysAgo: number): boolean {
  if (customerId % 7 === 3) return daysAgo > STOPPED_DAYS
  if (customerId % 7 === 5) return daysAgo < BEGAN_DAYS
  return true
}

function openStores({ stores, storeHours }: VisitSources, at: Date): (readonly [StoreRow, number])[] {
  const local = new Date(at.getTime() + CITY_OFFSET_MS)
  const weekday = weekdayNames[local.getUTCDay()]
  const clock = local.toISOString().slice(11, 16)
  const isOpen = (row: StoreHoursRow) => row.weekday === weekday && row.opensAt <= clock && clock < row.closesAt
  const openIds = new Set(storeHours.filter(isOpen).map(({ storeId }) => storeId))
  return stores.filter(({ id }) => openIds.has(id)).map((store) => [store, popularityOf(store)] as const)
}

const weekdayNames = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

function popularityOf(store: StoreRow): number {
  const byKind = { store: 1.3, warehouse: 1.4, medical: 1, salon: 0.9 }[store.kind]
  return byKind * (store.isFeatured ? 1.7 : 1) * (store.rating - 3.4)
}

function pointOf({ latitude, longitude }: { latitude: number; longitude: number }) {
  return { lat: latitude, lng: longitude }
}
