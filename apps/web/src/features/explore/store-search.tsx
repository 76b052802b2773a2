import { rankByName } from '@nukkad/rules/search.ts'
import { EmptyState } from '@nukkad/ui/parts/states.tsx'
import type { ReactNode } from 'react'
import { StoreList } from '#features/stores/store-list.tsx'
import { type ListedStore, storesCount } from '#features/stores/summary.ts'
import { t } from '#lib/catalogue.ts'

export type FoundStoresProps = {
  stores: ListedStore[] | undefined
  /** Empty shows them all, which is how clearing brings the full list back (K-04). */
  query: string
  isLoading: boolean
  hasFailed: boolean
  onRetry: () => void
  /** Under "nothing found": another way on. */
  instead?: ReactNode
}

/** The stores whose name or kind matches, slips forgiven, best first (K-02, GAP-69). */
export function FoundStores({ stores, query, isLoading, hasFailed, onRetry, instead }: FoundStoresProps) {
  const found = stores && query ? findStores(stores, query) : stores
  return (
    <section aria-label={t('exploreRestautantsText')}>
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <h2 className="title text-section">{t(query ? 'exploreRestautantsText' : 'exploreStoresNear')}</h2>
        <p role="status" className="num text-small text-ink-2">
          {found ? storesCount(found.length) : ''}
        </p>
      </div>
      <StoreList
        stores={found}
        isLoading={isLoading}
        hasFailed={hasFailed}
        onRetry={onRetry}
        cards={0}
        empty={
          <EmptyState
            picture="/assets/img/states/search-empty.webp"
            title={query ? t('exploreNone', { query }) : t('noRestaurantMessage')}
            text={query ? t('exploreTryOne') : undefined}
            action={instead}
          />
        }
      />
    </section>
  )
}

function findStores(stores: ListedStore[], query: string): ListedStore[] {
  const byName = rankByName(stores, query, ({ name }) => name)
  const others = stores.filter((store) => !byName.includes(store))
  return [...byName, ...rankByName(others, query, ({ description }) => description)]
}
