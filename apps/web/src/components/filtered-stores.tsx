import { namesChoice } from '@nukkad/rules/store-facts.ts'
import { type ComponentProps, useEffect, useState } from 'react'
import { useSearch as useQueryText } from 'wouter'
import { StoreList } from './store-list.tsx'

type Filters = typeof import('./store-filters.tsx')

let filters: Filters | undefined

/** Loads the filters and their rules after the first paint, because a first visit needs only the stores. */
export function useFilters(): Filters | undefined {
  const [loaded, setLoaded] = useState(filters)
  useEffect(() => {
    if (filters) return
    void import('./store-filters.tsx').then((module) => {
      filters = module
      setLoaded(module)
    })
  }, [])
  return loaded
}

/**
 * Minimum number of stores for which filters are offered. A shorter list of stores needs no filters, because a person
 * sees all of it at a glance.
 */
const LEAST_TO_FILTER = 5

/**
 * Shows the filters and sort orders of a list of stores, and below them the list. The URL holds the chosen filters and
 * sort order, so Back and a shared link keep them.
 */
export function FilteredStores({ stores, ...list }: ComponentProps<typeof StoreList>) {
  const query = useQueryText()
  const module = useFilters()
  const isChosen = namesChoice(new URLSearchParams(query))
  const isOffered = stores === undefined || stores.length >= LEAST_TO_FILTER || isChosen
  if (!isOffered) return <StoreList {...list} stores={stores} />
  if (!module || !stores) {
    return (
      <>
        <div className="mb-2 h-11" />
        {/* Until the filters load, a list with a filter shows no stores, so that it never shows unfiltered ones. */}
        <StoreList {...list} {...(isChosen && stores ? { stores: undefined, isLoading: true } : { stores })} />
      </>
    )
  }
  const { shown, isFiltered, chips, none } = module.choose(stores, query, list.isPickup)
  return (
    <>
      {chips}
      <StoreList
        {...list}
        stores={shown}
        empty={stores.length > 0 ? none : list.empty}
        between={isFiltered ? undefined : list.between}
      />
    </>
  )
}
