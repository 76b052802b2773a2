import { SearchField } from '@nukkad/ui/components/search-field.tsx'
import { useQuery } from '@tanstack/react-query'
import { useSearch as useAddressQuery } from 'wouter'
import { useCategories, useCategoryStores } from '#features/catalogue/categories/use-category-stores.ts'
import { Found } from '#features/catalogue/explore/found.tsx'
import { FoundStores } from '#features/catalogue/explore/store-search.tsx'
import { useFound } from '#features/catalogue/explore/use-found.ts'
import { CartBar } from '#features/shell/cart-bar.tsx'
import { Page } from '#features/shell/page.tsx'
import { t } from '#lib/catalogue.ts'
import { ask } from '#lib/query.ts'
import { useSearch } from '#lib/use-search.ts'

/** Shows one collection, or all categories if the URL names none, with a search by category name (B-11, K-06). */
export default function ExploreCategoryRoute() {
  const collection = useCollection()
  const { typed, setTyped, query, isTooShort, isWaiting } = useSearch({ isInAddress: true })
  const stores = useCategoryStores(collection.categoryIds)
  const found = useFound('search-category', query)
  const retry = () => {
    collection.refetch()
    void stores.refetch()
  }
  return (
    <Page title={collection.name ?? t('exploreCategoryTitle')} back="/explore" foot="cart">
      <search className="stays sticky z-5 block bg-bg px-4 pt-1 pb-3">
        <SearchField
          label={t('restaurantSearchPlaceholder')}
          placeholder={t('restaurantSearchPlaceholder')}
          clearLabel={t('a11yClearSearch')}
          value={typed}
          onChange={setTyped}
          hint={isTooShort ? t('searchAtleastThreeCharsMsg') : undefined}
          isSearching={isWaiting}
        />
      </search>
      <div className="grid grid-cols-1 gap-7 px-4 pt-1">
        {query ? (
          <Found found={found} query={query} />
        ) : (
          <FoundStores
            stores={stores.data}
            query=""
            isLoading={stores.isFetching || collection.isLoading}
            hasFailed={stores.isError || collection.hasFailed}
            onRetry={retry}
          />
        )}
      </div>
      <CartBar isAboveBar={false} />
    </Page>
  )
}

function useCollection() {
  const wanted = Number(new URLSearchParams(useAddressQuery()).get('collection'))
  const tiles = useQuery(ask('get-restaurant-category-slides', {}))
  const all = useCategories()
  const tile = tiles.data?.find(({ id }) => id === wanted)
  const ids = tile ? tile.categories_ids.map(({ value }) => value) : (all.categories ?? []).map(({ id }) => id)
  const isWaitingForTile = wanted > 0 && tiles.isLoading
  return {
    name: tile?.name,
    categoryIds: isWaitingForTile ? [] : ids,
    isLoading: isWaitingForTile || all.isLoading,
    hasFailed: all.isError && !tile,
    refetch: () => {
      void tiles.refetch()
      void all.refetch()
    },
  }
}
