import type { Output } from '@nukkad/contract/contract.ts'
import type { City, Point } from '@nukkad/ui/city.ts'

export type RiderOnMap = Output<'dashboard/riders-map'>['riders'][number]

/** Returns all points that must be in view: riders and their delivery addresses. */
export function placesOf(riders: readonly RiderOnMap[]): Point[] {
  return riders.flatMap(({ at, orders }) => (at ? [at, ...orders.flatMap(({ to }) => (to ? [to] : []))] : []))
}

const SHOWN_PART = 0.2

/** Returns the centre of the city, for a map without riders. */
export function cornersOf(city: City | undefined): Point[] {
  if (!city) return []
  const [west, south, east, north] = city.bounds
  const middle = { latitude: (south + north) / 2, longitude: (west + east) / 2 }
  return [-SHOWN_PART, SHOWN_PART].map((part) => ({
    latitude: middle.latitude + (north - south) * part,
    longitude: middle.longitude + (east - west) * part,
  }))
}
