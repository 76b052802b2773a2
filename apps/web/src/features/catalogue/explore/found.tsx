import type { ReactNode } from 'react'
import { FoundItems } from './found-items.tsx'
import { FoundStores } from './store-search.tsx'
import type { useFound } from './use-found.ts'

type FoundProps = {
  found: ReturnType<typeof useFound>
  query: string
  /** Shown below "nothing found", as an alternative. */
  instead?: ReactNode
}

/** Shows the results of a search: stores, then items, or only items if no store was found. */
export function Found({ found, query, instead }: FoundProps) {
  const { restaurants, items = [] } = found.data ?? {}
  const hasOnlyItems = restaurants?.length === 0 && items.length > 0
  return (
    <>
      {hasOnlyItems ? null : (
        <FoundStores
          stores={restaurants}
          query={query}
          isLoading={found.isFetching}
          hasFailed={found.isError}
          onRetry={() => void found.refetch()}
          instead={instead}
        />
      )}
      <FoundItems items={items} query={query} />
    </>
  )
}
