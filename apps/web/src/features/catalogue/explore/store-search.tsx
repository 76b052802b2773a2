import { EmptyState } from '@nukkad/ui/components/states.tsx'
import type { ReactNode } from 'react'
import { FilteredStores } from '#components/filtered-stores.tsx'
import { t } from '#lib/catalogue.ts'
import { type ListedStore, storesCount } from '#lib/store-summary.ts'
import { MatchedName } from './matched-name.tsx'

export type FoundStoresProps = {
  stores: ListedStore[] | undefined
  /** The query, or '' if the list simply shows nearby stores. */
  query: string
  isLoading: boolean
  hasFailed: boolean
  onRetry: () => void
  /** Suggestions that the screen shows below the text that nothing was found. */
  instead?: ReactNode
}

/** Lists the stores that a search found, best first, or all nearby stores if there is no search. */
export function FoundStores({ stores, query, isLoading, hasFailed, onRetry, instead }: FoundStoresProps) {
  return (
    <section aria-label={t('exploreRestautantsText')}>
      {/* A search without results shows a separate text, so only screen readers get the number of stores. */}
      <div className={stores?.length === 0 ? 'sr-only' : 'mb-2 flex items-baseline justify-between gap-3'}>
        <h2 className="title text-section">{t(query ? 'exploreRestautantsText' : 'exploreStoresNear')}</h2>
        <p role="status" className="num text-small text-ink-2">
          {stores ? storesCount(stores.length) : ''}
        </p>
      </div>
      <FilteredStores
        stores={stores}
        isLoading={isLoading}
        hasFailed={hasFailed}
        onRetry={onRetry}
        cards={0}
        nameOf={query ? ({ name }) => <MatchedName name={name} query={query} /> : undefined}
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
