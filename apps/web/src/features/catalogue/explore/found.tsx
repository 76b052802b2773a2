import type { ReactNode } from 'react'
import { FoundItems } from './found-items.tsx'
import { FoundStores } from './store-search.tsx'
import type { useFound } from './use-found.ts'

type FoundProps = {
  found: ReturnType<typeof useFound>
  query: string
  /** Under "nothing found": another way on. */
  instead?: ReactNode
}

/** What a search found: stores, then items; when only items were found, these alone. */
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
