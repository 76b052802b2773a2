import { Button } from '@nukkad/ui/components/button.tsx'
import { IconButton } from '@nukkad/ui/components/icon-button.tsx'
import { EmptyState, Skeleton } from '@nukkad/ui/components/states.tsx'
import { StoreRow } from '@nukkad/ui/components/store-card.tsx'
import { Heart } from 'lucide-react'
import { useKeptStores } from '#features/catalogue/favourites/use-kept-stores.ts'
import { CustomersOnly } from '#features/shell/customers-only.tsx'
import { Page } from '#features/shell/page.tsx'
import { ScreenNotLoaded } from '#features/shell/screen-not-loaded.tsx'
import { t } from '#lib/catalogue.ts'
import { summaryOf } from '#lib/store-summary.ts'

export default function MyFavoriteStoresRoute() {
  return (
    <CustomersOnly>
      <Favourites />
    </CustomersOnly>
  )
}

function Favourites() {
  const { data: stores, isError, isFetching, refetch, toggle } = useKeptStores()
  return (
    <Page title={t('favouritesTitle')} back="/my-account" isLoading={isFetching && stores !== undefined}>
      <div className="px-4">
        {stores && stores.length > 0 ? (
          <ul className="grid grid-cols-1 gap-1">
            {stores.map((store) => (
              <li key={store.id} className="flex items-center gap-1">
                <div className="min-w-0 flex-1">
                  <StoreRow store={summaryOf(store)} headingLevel={2} />
                </div>
                <IconButton
                  label={t('a11yFavourite')}
                  aria-description={store.name}
                  aria-pressed
                  onClick={() => toggle(store)}
                  className="-me-2"
                >
                  <Heart aria-hidden="true" className="fill-fill stroke-fill" />
                </IconButton>
              </li>
            ))}
          </ul>
        ) : null}
        {stores?.length === 0 ? (
          <EmptyState
            picture="/assets/img/states/favourites-empty.webp"
            title={t('favouritesEmpty')}
            text={t('favouritesEmptyHint')}
            action={<Button href="/">{t('ordersEmptyButton')}</Button>}
          />
        ) : null}
        {isError && !stores ? <ScreenNotLoaded onRetry={() => void refetch()} isRetrying={isFetching} /> : null}
        {stores || isError ? null : <RowsSkeleton />}
      </div>
    </Page>
  )
}

function RowsSkeleton() {
  return (
    <div role="status" aria-label={t('a11yLoading')} className="grid gap-4 pt-2">
      {['one', 'two', 'three'].map((key) => (
        <div key={key} className="flex items-center gap-3">
          <Skeleton className="size-22 rounded-card" />
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-5 w-2/3" />
            <Skeleton className="h-4 w-1/2" />
          </div>
        </div>
      ))}
    </div>
  )
}
