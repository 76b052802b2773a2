import type { City } from '@nukkad/ui/city.ts'
import { useQuery } from '@tanstack/react-query'

/** Reads the drawn map of the city. Until the drawn map has loaded, maps have an empty background. */
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
  return data
}
