import { rankByName } from '@nukkad/rules/search.ts'
import { IconButton } from '@nukkad/ui/components/icon-button.tsx'
import { Picture } from '@nukkad/ui/components/picture.tsx'
import { Chip } from '@nukkad/ui/components/pill.tsx'
import { SearchField } from '@nukkad/ui/components/search-field.tsx'
import { groundFor } from '@nukkad/ui/picture-sources.ts'
import { useQuery } from '@tanstack/react-query'
import { Clock, X } from 'lucide-react'
import { useEffect } from 'react'
import { useCategories, useCategoryStores } from '#features/catalogue/categories/use-category-stores.ts'
import { Found } from '#features/catalogue/explore/found.tsx'
import { useRecentSearches } from '#features/catalogue/explore/recent.ts'
import { FoundStores } from '#features/catalogue/explore/store-search.tsx'
import { useFound } from '#features/catalogue/explore/use-found.ts'
import { CartBar } from '#features/shell/cart-bar.tsx'
import { Page } from '#features/shell/page.tsx'
import { t } from '#lib/catalogue.ts'
import { ask } from '#lib/query.ts'
import type { ListedStore } from '#lib/store-summary.ts'
import { useSearch } from '#lib/use-search.ts'
import { coordinatesOf, usePlace } from '#stores/place.ts'

const MAX_SUGGESTIONS = 6
const MAX_INSTEAD = 3

/** Searches nearby stores and their items, and offers categories and collections to browse (B-10, K-01 to K-05). */
export default function ExploreRoute() {
  const { typed, setTyped, query, isTooShort, isWaiting } = useSearch({ isInAddress: true })
  const { categories, isError: hasNoCategories, refetch: refetchCategories } = useCategories()
  const stores = useCategoryStores((categories ?? []).map(({ id }) => id))
  const { recent, remember, forget } = useRecentSearches()
  const trending = useTrending()
  const names = [...(categories ?? []), ...(stores.data ?? [])].map(({ name }) => name)
  const suggestions = suggestionsFor(typed, [...recent, ...trending, ...names])
  const found = useFound('search-restaurants', query)
  const hasFound = query !== '' && found.data !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect stores each query once, when its results arrive
  useEffect(() => {
    if (hasFound) remember(query)
  }, [hasFound, query])
  const retry = () => {
    void refetchCategories()
    void stores.refetch()
  }
  return (
    <Page title={t('exploreTitle')} back="/" foot="cart">
      <search className="stays sticky z-5 block bg-bg px-4 pt-1 pb-3">
        <SearchField
          label={t('restaurantSearchPlaceholder')}
          placeholder={t('restaurantSearchPlaceholder')}
          clearLabel={t('a11yClearSearch')}
          value={typed}
          onChange={setTyped}
          hint={isTooShort ? t('searchAtleastThreeCharsMsg') : undefined}
          isSearching={isWaiting}
          autoFocus
        />
      </search>
      <div className="grid grid-cols-1 gap-7 px-4 pt-1">
        {isTooShort || isWaiting ? (
          <Suggestions title={t('exploreTryOne')} names={suggestions} onChoose={setTyped} />
        ) : null}
        {query ? null : (
          <>
            <Recent recent={typed ? [] : recent} onChoose={setTyped} onForget={forget} />
            <Suggestions title={t('exploreTrending')} names={typed ? [] : trending} onChoose={setTyped} />
            <Collections />
          </>
        )}
        {query ? (
          <Found
            found={found}
            query={query}
            instead={<Chips isCentred names={insteadOf(trending, categories ?? [])} onChoose={setTyped} />}
          />
        ) : (
          <FoundStores
            stores={stores.data}
            query=""
            isLoading={stores.isFetching || (!categories && !hasNoCategories)}
            hasFailed={stores.isError || hasNoCategories}
            onRetry={retry}
          />
        )}
      </div>
      <CartBar isAboveBar={false} />
    </Page>
  )
}

type Choose = { onChoose: (query: string) => void }

function Recent({ recent, onChoose, onForget }: Choose & { recent: string[]; onForget: (query: string) => void }) {
  if (recent.length === 0) return null
  return (
    <section aria-label={t('exploreRecent')}>
      <h2 className="title text-section">{t('exploreRecent')}</h2>
      <ul className="divide-y divide-line">
        {recent.map((query) => (
          <li key={query} className="flex items-center gap-3">
            <Clock aria-hidden="true" className="size-4.5 shrink-0 text-ink-2" />
            <button
              type="button"
              onClick={() => onChoose(query)}
              className="min-h-12 min-w-0 flex-1 truncate text-start"
            >
              {query}
            </button>
            <IconButton label={t('exploreRemoveRecent', { query })} onClick={() => onForget(query)} className="-me-3">
              <X aria-hidden="true" className="text-ink-2" />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Returns the names of the items that nearby stores sold most in the last days. */
function useTrending(): string[] {
  const coordinates = coordinatesOf(usePlace(({ place }) => place))
  const { data } = useQuery(ask('get-trending-searches', coordinates))
  return data?.searches ?? []
}

/**
 * Returns searches to propose when a search found nothing: the trending searches, or category names if no item was sold
 * in the last days.
 */
function insteadOf(trending: string[], categories: { name: string }[]): string[] {
  return (trending.length > 0 ? trending : categories.map(({ name }) => name)).slice(0, MAX_INSTEAD)
}

/** Returns the known searches that match the typed text, best first. */
function suggestionsFor(typed: string, known: string[]): string[] {
  if (typed.trim() === '') return []
  const names = [...new Map(known.map((name) => [name.toLowerCase(), name])).values()]
  return rankByName(names, typed, (name) => name).slice(0, MAX_SUGGESTIONS)
}

function Suggestions({ title, names, onChoose }: Choose & { title: string; names: string[] }) {
  if (names.length === 0) return null
  return (
    <section aria-label={title}>
      <h2 className="title mb-2 text-section">{title}</h2>
      <Chips names={names} onChoose={onChoose} />
    </section>
  )
}

function Chips({ names, isCentred, onChoose }: Choose & { names: string[]; isCentred?: boolean }) {
  return (
    <div className={`flex flex-wrap gap-x-2 gap-y-2.5 ${isCentred ? 'justify-center' : ''}`}>
      {names.map((name) => (
        <Chip key={name} className="max-w-full py-1.5 !whitespace-normal" onClick={() => onChoose(name)}>
          {name}
        </Chip>
      ))}
    </div>
  )
}

type Collection = { href: string; name: string; image: string; stores?: ListedStore[] }

/** Returns the store kinds that exist nearby and have a separate screen (GAP-72). */
function useThemes(): Collection[] {
  const coordinates = coordinatesOf(usePlace(({ place }) => place))
  const { data: warehouses = [] } = useQuery(ask('get-delivery-warehouses', coordinates))
  const { data: medical = [] } = useQuery(ask('get-medical-stores', coordinates))
  const picture = '/assets/img/tiles/'
  const daily = warehouses.filter(({ kind }) => kind === 'warehouse')
  return [
    { href: '/daily', name: t('dailyTitle'), image: `${picture}groceries.webp`, stores: daily },
    { href: '/medical', name: t('medicalTitle'), image: `${picture}medical.webp`, stores: medical },
  ].filter(({ stores }) => stores.length > 0)
}

/**
 * Returns whether a category tile already leads to most of these stores, so that a card for their kind would only
 * repeat the tile.
 */
function isSameAs(
  { categories_ids: categories }: { categories_ids: { value: number }[] },
  stores: ListedStore[],
): boolean {
  const ids = new Set(categories.map(({ value }) => value))
  const shared = stores.filter((store) => store.categories_ids.some((id) => ids.has(id)))
  return shared.length * 2 > stores.length
}

/** Shows store kinds and the shop's category tiles as large cards, each with a link to its screen. */
function Collections() {
  const { data: tiles = [] } = useQuery(ask('get-restaurant-category-slides', {}))
  const themes = useThemes()
  const ofShop = tiles
    .filter((tile) => !themes.some(({ stores = [] }) => isSameAs(tile, stores)))
    .map(({ id, name, image }) => ({ href: `/explore-category?collection=${id}`, name, image }))
  const collections: Collection[] = [...themes, ...ofShop]
  if (collections.length === 0) return null
  return (
    <section aria-label={t('exploreCollections')}>
      <h2 className="title mb-2 text-section">{t('exploreCollections')}</h2>
      <ul className="grid grid-cols-2 gap-3">
        {collections.map(({ href, name, image }, index) => (
          <li key={href}>
            <a
              href={href}
              // The background of a card depends on its index, so that neighbours in the two columns have different
              // backgrounds.
              className={`press flex h-full min-h-32 flex-col rounded-card p-4 pe-2 pb-1 ${groundFor(index)}`}
            >
              <span className="title text-section">{name}</span>
              <span aria-hidden="true" className="mt-auto self-end overflow-hidden rounded-control">
                <Picture path={image} alt="" width={84} height={84} sizes="84px" className="size-21 object-contain" />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
