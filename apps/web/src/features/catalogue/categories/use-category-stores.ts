import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ask } from '#lib/query.ts'
import { coordinatesOf, usePlace } from '#stores/place.ts'

/** Fetches all store categories of the shop (K-07). */
export function useCategories() {
  const query = useQuery(ask('get-all-restaurants-categories', {}))
  return { ...query, categories: query.data?.categories }
}

/**
 * Fetches stores near the current location that have any of the categories. The previous stores stay until the next
 * ones arrive (K-08).
 */
export function useCategoryStores(categoryIds: number[]) {
  const coordinates = coordinatesOf(usePlace(({ place }) => place))
  return useQuery({
    ...ask('get-filtered-restaurants', { ...coordinates, category_ids: categoryIds }),
    enabled: categoryIds.length > 0,
    placeholderData: keepPreviousData,
  })
}
