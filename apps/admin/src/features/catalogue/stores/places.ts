import type { City, Point } from '@nukkad/ui/city.ts'

/**
 * Returns the middle of the drawn city, which is the centre of a map until a location is chosen; undefined without a
 * city.
 */
export function middleOf(city: City | undefined): Point | undefined {
  if (!city) return undefined
  const [west, south, east, north] = city.bounds
  return { latitude: round((south + north) / 2), longitude: round((west + east) / 2) }
}

/** Rounds to about a metre, because no one positions a corner more precisely. */
export function round(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5
}
