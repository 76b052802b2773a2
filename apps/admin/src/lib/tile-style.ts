import { useQuery } from '@tanstack/react-query'
import { ask } from './query.ts'

/** Returns the URL of the map style, if one is set. Without a map style, the drawn city is shown. */
export function useTileStyle(): string | undefined {
  const { data } = useQuery({ ...ask('get-settings', {}), staleTime: Number.POSITIVE_INFINITY })
  const value = data?.find(({ key }) => key === 'mapTileStyleUrl')?.value
  return typeof value === 'string' && /^https:\/\/|^\//.test(value) ? value : undefined
}
