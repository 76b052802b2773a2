import { nameSpot } from '@nukkad/rules/gazetteer.ts'
import type { City, Point } from '@nukkad/ui/city.ts'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'

/** Returns the drawn map of the demo city. Until the drawn map has loaded, maps show an empty background. */
export function useCity(): City | undefined {
  const { data } = useQuery({
    queryKey: ['city'],
    queryFn: async ({ signal }): Promise<City> => {
      const response = await fetch('/assets/map/city.json', { signal })
      if (!response.ok) throw new Error(`no map: ${response.status}`)
      return response.json()
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return useDeferredValue(data)
}

/** Returns a short description of a point: the nearest named road and the area, as far as the map knows them. */
export function describe(city: City | undefined, { latitude, longitude }: Point): string {
  if (!city) return ''
  const { road, area } = nameSpot(city, { lat: latitude, lng: longitude })
  return [road, area].filter(Boolean).join(', ')
}
