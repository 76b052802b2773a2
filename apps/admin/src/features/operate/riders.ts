import type { Output } from '@nukkad/contract/contract.ts'
import type { City, Point } from '@nukkad/ui/city.ts'

export type RiderOnMap = Output<'dashboard/riders-map'>['riders'][number]

/** Everything that must be in view: riders, and the doors they go to. */
export function placesOf(riders: readonly RiderOnMap[]): Point[] {
  return riders.flatMap(({ at, orders }) => (at ? [at, ...orders.flatMap(({ to }) => (to ? [to] : []))] : []))
}

/** The whole city, for a map on which nobody is. */
export function cornersOf(city: City | undefined): Point[] {
  if (!city) return []
  const [west, south, east, north] = city.bounds
  return [
    { latitude: south, longitude: west },
    { latitude: north, longitude: east },
  ]
}
