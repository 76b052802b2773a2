/** A position in degrees. */
export type Point = { lat: number; lng: number }
/** A closed line through points, each as [longitude, latitude], as in GeoJSON. */
export type Ring = readonly (readonly [lng: number, lat: number])[]
/** A polygon: the outer ring first, then its holes. */
export type Polygon = readonly Ring[]

/** A store's position and the area that it delivers to. */
export type DeliveryReach = Point & {
  deliveryRadiusKm: number
  /** The store's delivery areas, which override its radius (docs/reference/wire.md#delivery-area-and-distance). */
  areas?: readonly Polygon[] | null
}

/** The point for which the app lists warehouses until the customer has a saved address (GAP-52, C-50, R-31). */
export const DEFAULT_COORDINATES: Point = { lat: 28.6139, lng: 77.209 }
const EARTH_RADIUS_KM = 6371

/** Returns the great-circle distance in km (docs/reference/wire.md#home-and-store-lists). */
export function distanceKm(a: Point, b: Point): number {
  const halfLat = radians(b.lat - a.lat) / 2
  const halfLng = radians(b.lng - a.lng) / 2
  const chord = Math.sin(halfLat) ** 2 + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * Math.sin(halfLng) ** 2
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(Math.min(1, chord)))
}

/**
 * Returns true when a store serves a point: the point is inside one of its delivery areas if it has any, and within its
 * radius otherwise (GAP-71).
 */
export function servesPoint(store: DeliveryReach, point: Point): boolean {
  if (store.areas && store.areas.length > 0) return store.areas.some((area) => isInside(area, point))
  return distanceKm(store, point) <= store.deliveryRadiusKm
}

/**
 * Returns the estimated minutes until the rider reaches the door: 40 minutes plus the time for the distance at 40 km/h,
 * rounded half up (C-45, R-11, GAP-70).
 */
export function deliveryMinutes(km: number): number {
  return Math.floor((km / 40) * 60 + 40 + 0.5)
}

function isInside([outer, ...holes]: Polygon, point: Point): boolean {
  if (!outer || !isWithinRing(outer, point)) return false
  return !holes.some((hole) => isWithinRing(hole, point))
}

/**
 * Counts how often a ray from the point to the east crosses the ring. Returns true for an odd number, which means that
 * the point is inside.
 */
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
