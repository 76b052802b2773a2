import { Button } from '@nukkad/ui/components/button.tsx'
import { Segmented } from '@nukkad/ui/components/segmented.tsx'
import { EmptyState } from '@nukkad/ui/components/states.tsx'
import type { ReactNode } from 'react'
import { useSearch as useQueryText } from 'wouter'
import { useFilters } from '#components/filtered-stores.tsx'
import { StoreList } from '#components/store-list.tsx'
import { t } from '#lib/catalogue.ts'
import { storesCount } from '#lib/store-summary.ts'
import { FoundItems, itemsTitle } from './found-items.tsx'
import { MatchedName } from './matched-name.tsx'
import type { FoundItem, FoundStore, useFound } from './use-found.ts'

type FoundProps = {
  found: ReturnType<typeof useFound>
  query: string
  /** Suggestions that the screen shows below the text that nothing was found. */
  instead?: ReactNode
}

const groups = ['all', 'stores', 'items'] as const
type Group = (typeof groups)[number]

/** The number of stores above the items if the screen shows both. */
const FIRST_STORES = 3

/**
 * Shows the results of a search: stores and then items, or only one kind. The URL holds the chosen kind and the
 * filters, so Back and a shared link keep them.
 */
export function Found({ found, query, instead }: FoundProps) {
  const { restaurants, items = [] } = found.data ?? {}
  const { stores, dishes, chips, none } = useChosen(restaurants, items)
  const group = useGroup(restaurants, items)
  const hasStores = group !== 'items' && (stores === undefined || stores.length > 0)
  const shownStores = group === 'all' ? stores?.slice(0, FIRST_STORES) : stores
  const hasNothing = restaurants?.length === 0 && items.length === 0
  return (
    <div className="grid grid-cols-1 gap-4">
      {restaurants?.length && items.length > 0 ? (
        <Segmented
          label={t('filterLabel')}
          value={group}
          segments={[
            { value: 'all', label: t('exploreAll') },
            { value: 'stores', label: t('exploreRestautantsText') },
            { value: 'items', label: itemsTitle(items) },
          ]}
          onChange={writeGroup}
        />
      ) : null}
      <div>
        {hasNothing ? null : chips}
        {hasStores || hasNothing ? (
          <section aria-label={t('exploreRestautantsText')}>
            {/* A search without results shows a separate text, so only screen readers get the number of results. */}
            <div className={hasNothing ? 'sr-only' : 'mb-2 flex items-baseline justify-between gap-3'}>
              <h2 className="title text-section">{t('exploreRestautantsText')}</h2>
              <p role="status" className="num text-small text-ink-2">
                {stores ? storesCount(stores.length) : ''}
              </p>
            </div>
            <StoreList
              stores={shownStores}
              isLoading={found.isFetching}
              hasFailed={found.isError}
              onRetry={() => void found.refetch()}
              cards={0}
              nameOf={({ name }) => <MatchedName name={name} query={query} />}
              empty={
                <EmptyState
                  picture="/assets/img/states/search-empty.webp"
                  title={t('exploreNone', { query })}
                  text={t('exploreTryOne')}
                  action={instead}
                />
              }
            />
            {stores && shownStores && shownStores.length < stores.length ? (
              <Button variant="tint" size="small" className="mt-2" onClick={() => writeGroup('stores')}>
                {t('commonSeeAll')}
              </Button>
            ) : null}
          </section>
        ) : null}
      </div>
      {group === 'stores' ? null : <FoundItems items={dishes} query={query} />}
      {!hasNothing && stores?.length === 0 && dishes.length === 0 ? none : null}
    </div>
  )
}

/**
 * Returns the results that pass the filters of the URL. An item passes if its store passes; the filter for vegetarian
 * food also leaves out items that are not vegetarian.
 */
function useChosen(restaurants: FoundStore[] | undefined, items: FoundItem[]) {
  const module = useFilters()
  const query = useQueryText()
  if (!restaurants || !module) return { stores: restaurants, dishes: items, chips: null, none: null }
  const known = new Map(
    [...items.map(({ restaurant }) => restaurant), ...restaurants].map((store) => [store.id, store]),
  )
  const { shown, isFiltered, isSorted, isVeg, chips, none } = module.choose([...known.values()], query, false)
  if (!isFiltered) return { stores: restaurants, dishes: items, chips, none }
  const places = new Map(shown.map(({ id }, place) => [id, place]))
  const inOrder = <Row,>(rows: readonly Row[], idOf: (row: Row) => number) => {
    const kept = rows.filter((row) => places.has(idOf(row)))
    return isSorted ? kept.toSorted((a, b) => places.get(idOf(a))! - places.get(idOf(b))!) : kept
  }
  return {
    stores: inOrder(restaurants, ({ id }) => id),
    dishes: inOrder(items, ({ restaurant }) => restaurant.id).filter(({ is_veg }) => !isVeg || is_veg !== false),
    chips,
    none,
  }
}

/** Returns the kind of results that the URL names; all results if the URL names no kind, or a kind without results. */
function useGroup(restaurants: readonly unknown[] | undefined, items: readonly unknown[]): Group {
  const wanted = new URLSearchParams(useQueryText()).get('show')
  const group = groups.find((name) => name === wanted) ?? 'all'
  const results = { all: 1, stores: restaurants?.length, items: items.length }[group]
  return results ? group : 'all'
}

/** Writes the kind of results into the URL without adding a history entry, so Back does not step through kinds. */
function writeGroup(group: Group): void {
  const address = new URL(location.href)
  address.searchParams.delete('show')
  if (group !== 'all') address.searchParams.set('show', group)
  history.replaceState(history.state, '', address)
}
