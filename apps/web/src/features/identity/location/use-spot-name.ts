import type { Point } from '@nukkad/ui/city.ts'
import { useQuery } from '@tanstack/react-query'
import { describe, useCity } from '#lib/city.ts'
import { ask } from '#lib/query.ts'

/**
 * Returns an address for the point under the pin: first an estimate from the drawn map, then the server's answer for
 * the point (J-06). If the server refuses, the estimate stays, and the person can correct the text in the field
 * (GAP-30).
 */
export function useSpotName(point: Point): string {
  const city = useCity()
  // Rounds coordinates to four decimals, about ten metres, because points so near to each other have one address.
  const [lat, lng] = [Number(point.latitude.toFixed(4)), Number(point.longitude.toFixed(4))]
  const { data } = useQuery({
    ...ask('coordinate-to-address', { lat, lng }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return data ?? describe(city, point)
}
