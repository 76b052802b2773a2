import type { Output } from '@nukkad/contract/contract.ts'
import { Chip } from '@nukkad/ui/components/pill.tsx'
import { Rating } from '@nukkad/ui/components/rating.tsx'
import { EmptyState, Skeleton } from '@nukkad/ui/components/states.tsx'
import { groundFor } from '@nukkad/ui/picture-sources.ts'
import { useQuery } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { useParams } from 'wouter'
import { Page } from '#features/shell/page.tsx'
import { ScreenNotLoaded } from '#features/shell/screen-not-loaded.tsx'
import { ApiError } from '#lib/api.ts'
import { dayOf, wireInstant } from '#lib/calendar.ts'
import { t, tn } from '#lib/catalogue.ts'
import { formatCount, tenths } from '#lib/locale.ts'
import { ask } from '#lib/query.ts'
import { useKept } from '#lib/use-kept.ts'
import NotFound from './not-found.tsx'

type Answer = Output<'get-store-reviews'>
type Review = Answer['reviews'][number]
type Order = 'newest' | 'best' | 'worst'

/** Lists customers' reviews of a store (B-22, F-19). */
export default function ReviewsRoute() {
  const { slug = '' } = useParams<{ slug: string }>()
  const { data, error, isFetching, refetch } = useQuery(ask('get-store-reviews', { slug }))
  if (error instanceof ApiError && error.status === 404 && !data) return <NotFound />
  return (
    <Page title={t('reviewsTitle')} back={`/stores/${slug}`} isLoading={isFetching && data !== undefined}>
      <div className="px-4">
        {data ? <Reviews answer={data} /> : null}
        {!data && error ? <ScreenNotLoaded onRetry={() => void refetch()} isRetrying={isFetching} /> : null}
        {data || error ? null : <ReviewsSkeleton />}
      </div>
    </Page>
  )
}

function Reviews({ answer: { restaurant, reviews, distribution } }: { answer: Answer }) {
  const [order, setOrder] = useKept<Order>('order', 'newest')
  const sorts: [Order, string][] = [
    ['newest', t('reviewsSortNewest')],
    ['best', t('reviewsSortBest')],
    ['worst', t('reviewsSortWorst')],
  ]
  if (reviews.length === 0) {
    return (
      <>
        <p className="text-ink-2">{restaurant.name}</p>
        <EmptyState
          picture="/assets/img/states/reviews-empty.webp"
          title={t('reviewsEmpty')}
          text={t('reviewsEmptyHint')}
        />
      </>
    )
  }
  return (
    <>
      <p className="text-ink-2">{restaurant.name}</p>
      <Summary score={restaurant.avgRating} count={restaurant.rating_count} distribution={distribution} />
      <div className="-mx-4 mt-5">
        <div className="rail gap-2 py-1.5">
          {sorts.map(([value, label]) => (
            <Chip key={value} isOn={order === value} onClick={() => setOrder(value)}>
              {label}
            </Chip>
          ))}
        </div>
      </div>
      <ul className="mt-1 divide-y divide-line">
        {sorted(reviews, order).map((review) => (
          <ReviewRow key={review.id} review={review} />
        ))}
      </ul>
    </>
  )
}

function Summary({ score, count, distribution }: { score: string; count: number; distribution: number[] }) {
  const most = Math.max(...distribution, 1)
  return (
    <section
      className="mt-2 flex items-center gap-5 rounded-card bg-surface p-4 hairline"
      aria-label={t('reviewsTitle')}
    >
      <div className="text-center">
        <p className="num text-display">
          <span aria-hidden="true">{tenths(Number(score))}</span>
          <span className="sr-only">
            {t('a11yRating', { rating: tenths(Number(score)), count: formatCount(count) })}
          </span>
        </p>
        <p aria-hidden="true" className="text-small text-ink-2">
          {t('reviewsOutOf')}
        </p>
        <p aria-hidden="true" className="num mt-1 text-small text-ink-2">
          {tn('reviewsCount', count)}
        </p>
      </div>
      <ol reversed className="min-w-0 flex-1">
        {distribution
          .map((number, index) => ({ stars: index + 1, number }))
          .reverse()
          .map(({ stars, number }) => (
            <li key={stars} className="num flex items-center gap-2 py-0.5 text-small">
              <span className="w-2" aria-hidden="true">
                {stars}
              </span>
              <Star aria-hidden="true" className="size-3.5 fill-gold stroke-gold" />
              <span aria-hidden="true" className="h-2 min-w-0 flex-1 overflow-hidden rounded-full bg-sunken">
                <span className="block h-full rounded-full bg-gold" style={{ width: `${(number / most) * 100}%` }} />
              </span>
              <span className="sr-only">{tn('a11yStars', stars)}: </span>
              <span className="w-8 text-end text-ink-2">{number}</span>
            </li>
          ))}
      </ol>
    </section>
  )
}

function ReviewRow({ review: { id, username, rating_store, review_store, reply, created_at } }: { review: Review }) {
  return (
    <li className="py-4 [contain-intrinsic-size:auto_96px] [content-visibility:auto]">
      <div className="flex items-center gap-3">
        <span
          aria-hidden="true"
          className={`title grid size-10 shrink-0 place-items-center rounded-full text-heading ${groundFor(id)}`}
        >
          {username.slice(0, 1)}
        </span>
        <div className="min-w-0 flex-1">
          <h2 dir="auto" className="truncate text-heading">
            {username}
          </h2>
          <p className="text-small text-ink-2">{dayOf(wireInstant(created_at), new Date())}</p>
        </div>
        <Rating score={String(rating_store)} name={t('a11yRatingOnly', { rating: rating_store })} />
      </div>
      {review_store ? (
        <p dir="auto" className="mt-2.5">
          {review_store}
        </p>
      ) : null}
      {reply ? (
        <div className="mt-2.5 rounded-control bg-sunken px-3 py-2.5 text-small">
          <h3 className="text-label">{t('reviewsStoreReply')}</h3>
          <p dir="auto">{reply}</p>
        </div>
      ) : null}
    </li>
  )
}

function ReviewsSkeleton() {
  return (
    <div role="status" aria-label={t('a11yLoading')} className="grid gap-4">
      <Skeleton className="h-36 rounded-card" />
      <Skeleton className="h-20" />
      <Skeleton className="h-20" />
      <Skeleton className="h-20" />
    </div>
  )
}

/** Sorts the reviews. The server sends them newest first, and equal ratings keep that order. */
function sorted(reviews: Review[], order: Order): Review[] {
  if (order === 'newest') return reviews
  const sign = order === 'best' ? -1 : 1
  return reviews.toSorted((a, b) => sign * (a.rating_store - b.rating_store))
}
