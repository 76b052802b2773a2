import type { Point } from '@nukkad/ui/city.ts'
import { useQuery } from '@tanstack/react-query'
import { describe, useCity } from '#lib/city.ts'
import { ask } from '#lib/query.ts'

/**
 * What the spot under the pin is called: the drawn map's guess at once, then the server's answer, asked anew for each
 * spot (J-06). A refusal leaves the guess; the field can be typed in anyway (GAP-30).
 */
export function useSpotName(point: Point): string {
  const city = useCity()
  // Four decimals are about ten metres, within one address.
  const [lat, lng] = [Number(point.latitude.toFixed(4)), Number(point.longitude.toFixed(4))]
  const { data } = useQuery({
    ...ask('coordinate-to-address', { lat, lng }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return data ?? describe(city, point)
}
