import { type DeliveryReach, distanceKm, type Point, servesPoint } from '@nukkad/rules/distance.ts'
import type { StoreRow } from './columns.ts'

/** The facts that decide whether a store serves a point. */
export type StoreReach = Pick<
  StoreRow,
  'latitude' | 'longitude' | 'delivery_radius_km' | 'delivery_areas' | 'is_accepted'
>

/**
 * Returns whether an accepted store delivers to the point: inside one of its areas if it has any, or else inside its
 * radius (GAP-71).
 */
export function storeServes(store: StoreReach, point: Point): boolean {
  return store.is_accepted && servesPoint(reachOf(store), point)
}

/**
 * Returns the great-circle distance from a store to a point in kilometres
 * (docs/reference/wire.md#home-and-store-lists).
 */
export function distanceFrom(store: Pick<StoreReach, 'latitude' | 'longitude'>, point: Point): number {
  return distanceKm({ lat: store.latitude, lng: store.longitude }, point)
}

function reachOf(store: StoreReach): DeliveryReach {
  return {
    lat: store.latitude,
    lng: store.longitude,
    deliveryRadiusKm: store.delivery_radius_km,
    areas: store.delivery_areas?.map((ring) => [ring]) ?? null,
  }
}

/** Rounds a point to about a metre, so that two requests from the same spot get the same prepared answer. */
export function rounded({ lat, lng }: Point): Point {
  return { lat: Number(lat.toFixed(5)), lng: Number(lng.toFixed(5)) }
}
