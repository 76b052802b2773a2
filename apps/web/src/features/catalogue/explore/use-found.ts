import type { Output } from '@nukkad/contract/contract.ts'
import { SEARCH_MAXIMUM } from '@nukkad/rules/search.ts'
import { useQuery } from '@tanstack/react-query'
import { ask } from '#lib/query.ts'
import { coordinatesOf, usePlace } from '#stores/place.ts'

export type FoundStore = Output<'search-restaurants'>['restaurants'][number]
export type FoundItem = Output<'search-restaurants'>['items'][number]

/** Searches for stores and items near the current location. An empty query sends no request (K-05, K-06). */
export function useFound(call: 'search-restaurants' | 'search-category', query: string) {
  const coordinates = coordinatesOf(usePlace(({ place }) => place))
  const q = [...query].slice(0, SEARCH_MAXIMUM).join('')
  return useQuery({ ...ask(call, { ...coordinates, q }), enabled: q !== '' })
}
