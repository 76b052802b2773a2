import { Button } from '@nukkad/ui/components/button.tsx'
import { EmptyState } from '@nukkad/ui/components/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useParams } from 'wouter'
import { FilteredStores } from '#components/filtered-stores.tsx'
import { Page } from '#features/shell/page.tsx'
import { t } from '#lib/catalogue.ts'
import { ask } from '#lib/query.ts'
import { coordinatesOf, usePlace } from '#stores/place.ts'

const Chooser = lazy(() => import('#features/bookings/chooser.tsx'))
const BookReview = lazy(() => import('./book-review.tsx'))

/**
 * Books a visit in three steps: first the salon, then the services, people and a time, and last the terms and the
 * payment.
 */
export default function BookRoute() {
  const { slug, visit } = useParams<{ slug?: string; visit?: string }>()
  if (!slug) return <Salons />
  return (
    <Suspense fallback={<div className="min-h-dvh" />}>
      {visit ? <BookReview key={visit} slug={slug} number={visit} /> : <Chooser key={slug} slug={slug} />}
    </Suspense>
  )
}

/** Lists the nearby salons: those that come to the customer, and those that customers visit. */
function Salons() {
  const coordinates = coordinatesOf(usePlace(({ place }) => place))
  const { data, isFetching, isError, refetch } = useQuery(ask('get-delivery-restaurants', coordinates))
  const { data: others = [] } = useQuery(ask('get-selfpickup-restaurants', coordinates))
  const known = new Set(data?.map(({ id }) => id))
  const salons = data && [...data, ...others.filter(({ id }) => !known.has(id))].filter(({ kind }) => kind === 'salon')
  return (
    <Page title={t('bookTitle')} back="/" isLoading={isFetching && data !== undefined}>
      <div className="px-4">
        <p className="mb-4 text-ink-2">{t('bookText')}</p>
        <FilteredStores
          stores={salons}
          isPickup
          isLoading={isFetching}
          hasFailed={isError}
          onRetry={() => void refetch()}
          cards={0}
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
    </Page>
  )
}
