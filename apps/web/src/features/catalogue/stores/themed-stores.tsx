import { Button } from '@nukkad/ui/components/button.tsx'
import { Picture } from '@nukkad/ui/components/picture.tsx'
import { EmptyState } from '@nukkad/ui/components/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { FilteredStores } from '#components/filtered-stores.tsx'
import { CartBar } from '#features/shell/cart-bar.tsx'
import { Page } from '#features/shell/page.tsx'
import { t } from '#lib/catalogue.ts'
import { ask } from '#lib/query.ts'
import type { ListedStore } from '#lib/store-summary.ts'
import { coordinatesOf, usePlace } from '#stores/place.ts'

export type Theme = {
  call: 'get-delivery-warehouses' | 'get-medical-stores'
  /**
   * The kind of store to list, because the call for warehouses also returns salons that come to the customer (GAP-80).
   */
  kind: ListedStore['kind']
  title: string
  text: string
  /** The path of the header's picture, and the background behind it. */
  picture: string
  ground: string
}

/** Lists nearby stores of one kind under a header with that kind's picture and texts (GAP-72). */
export function ThemedStores({ call, kind, title, text, picture, ground }: Theme) {
  const coordinates = coordinatesOf(usePlace(({ place }) => place))
  const { data, isError, isFetching, refetch } = useQuery(ask(call, coordinates))
  return (
    <Page title={title} back="/" foot="cart" isLoading={isFetching && data !== undefined}>
      <div className="px-4">
        <div aria-hidden="true" className={`mb-5 flex items-center gap-3 rounded-cover p-4.5 ${ground}`}>
          <p className="min-w-0 flex-1 text-heading">{text}</p>
          <Picture
            path={picture}
            alt=""
            width={72}
            height={72}
            sizes="72px"
            isEager
            className="size-18 object-contain"
          />
        </div>
        <h2 className="sr-only">{t('exploreRestautantsText')}</h2>
        <FilteredStores
          stores={data?.filter((store) => store.kind === kind)}
          isLoading={isFetching}
          hasFailed={isError}
          onRetry={() => void refetch()}
          cards={4}
          empty={
            <EmptyState
              picture="/assets/img/states/no-stores.webp"
              title={t('noRestaurantMessage')}
              text={t('homeNoStoresHint')}
              action={<Button href="/search-location">{t('homeChangeLocation')}</Button>}
            />
          }
        />
      </div>
      <CartBar isAboveBar={false} />
    </Page>
  )
}
