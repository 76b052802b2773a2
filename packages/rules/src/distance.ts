/** A place in degrees. */
export type Point = { lat: number; lng: number }
/** A closed line of [longitude, latitude] pairs, as in GeoJSON. */
export type Ring = readonly (readonly [lng: number, lat: number])[]
/** Outer ring first, then its holes. */
export type Polygon = readonly Ring[]

/** Where a store stands and how far it delivers. */
export type DeliveryReach = Point & {
  deliveryRadiusKm?: number | null
  /** Polygon areas override the radius (docs/reference/wire.md#delivery-area-and-distance). */
  areas?: readonly Polygon[] | null
}

/** Where warehouses are searched while no address is saved (GAP-52, C-50, R-31). */
export const DEFAULT_COORDINATES: Point = { lat: 28.6139, lng: 77.209 }
/** How far a store delivers when nothing is set (GAP-71). */
export const DEFAULT_DELIVERY_RADIUS_KM = 10

const EARTH_RADIUS_KM = 6371

/** Great-circle distance (docs/reference/wire.md#home-and-store-lists). */
export function distanceKm(a: Point, b: Point): number {
  const halfLat = radians(b.lat - a.lat) / 2
  const halfLng = radians(b.lng - a.lng) / 2
  const chord = Math.sin(halfLat) ** 2 + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * Math.sin(halfLng) ** 2
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(Math.min(1, chord)))
}

/** Whether a store serves a point: inside one of its areas if it has any, else within its radius (GAP-71). */
export function servesPoint(store: DeliveryReach, point: Point): boolean {
  if (store.areas && store.areas.length > 0) return store.areas.some((area) => isInside(area, point))
  return distanceKm(store, point) <= (store.deliveryRadiusKm ?? DEFAULT_DELIVERY_RADIUS_KM)
}

/** Estimated minutes to the door at 40 km/h plus 40 minutes, half up (C-45, R-11, GAP-70). */
export function deliveryMinutes(km: number): number {
  return Math.floor((km / 40) * 60 + 40 + 0.5)
}

function isInside([outer, ...holes]: Polygon, point: Point): boolean {
  if (!outer || !isWithinRing(outer, point)) return false
  return !holes.some((hole) => isWithinRing(hole, point))
}

/** Counts how often a ray eastwards crosses the ring: an odd number means inside. */
function isWithinRing(ring: Ring, { lat, lng }: Point): boolean {
  let inside = false
  for (const [index, [lngB, latB]] of ring.entries()) {
    const [lngA, latA] = ring.at(index - 1) ?? [lngB, latB]
    const spansLatitude = latA > lat !== latB > lat
    if (spansLatitude && lng < ((lngB - lngA) * (lat - latA)) / (latB - latA) + lngA) inside = !inside
  }
  return inside
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}
