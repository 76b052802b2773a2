import type { Output } from '@nukkad/contract/contract.ts'
import { Picture } from '@nukkad/ui/components/picture.tsx'
import { Chip } from '@nukkad/ui/components/pill.tsx'
import { Rating } from '@nukkad/ui/components/rating.tsx'
import { SearchField } from '@nukkad/ui/components/search-field.tsx'
import { EmptyState, Skeleton } from '@nukkad/ui/components/states.tsx'
import { groundFor } from '@nukkad/ui/picture-sources.ts'
import { useQuery } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
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
type Order = 'newest' | 'best' | 'worst' | 'photos'

const PhotoSheet = lazy(() => import('#features/ordering/reviews/photo-sheet.tsx'))

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
  const [query, setQuery] = useKept('query', '')
  const sorts: [Order, string][] = [
    ['best', t('reviewsSortBest')],
    ['worst', t('reviewsSortWorst')],
    ['newest', t('reviewsSortNewest')],
    ['photos', t('reviewsSortPhotos')],
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
  const listed = sorted(
    reviews.filter((review) => holds(review, query)),
    order,
  )
  return (
    <>
      <p className="text-ink-2">{restaurant.name}</p>
      <Summary score={restaurant.avgRating} count={restaurant.rating_count} distribution={distribution} />
      <div className="mt-5">
        <SearchField
          label={t('reviewsSearch')}
          placeholder={t('reviewsSearch')}
          clearLabel={t('a11yClearSearch')}
          value={query}
          onChange={setQuery}
        />
      </div>
      <div className="-mx-4 mt-1">
        <div className="rail gap-2 py-1.5">
          {sorts.map(([value, label]) => (
            <Chip key={value} isOn={order === value} onClick={() => setOrder(value)}>
              {label}
            </Chip>
          ))}
        </div>
      </div>
      <ul className="mt-1 divide-y divide-line">
        {listed.map((review) => (
          <ReviewRow key={review.id} review={review} />
        ))}
      </ul>
      <p role="status" className={listed.length === 0 ? 'py-10 text-center text-ink-2' : undefined}>
        {listed.length > 0 ? null : query.trim() ? t('reviewsNoneFound', { query }) : t('reviewsNoPhotos')}
      </p>
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

function ReviewRow({ review }: { review: Review }) {
  const { id, username, rating_store, review_store, reply, created_at, items, photos } = review
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
      {items.length > 0 ? (
        <ul className="mt-2.5 flex flex-wrap gap-x-3 gap-y-1 text-small text-ink-2">
          {items.map(({ name, stars }) => (
            <li key={name} className="num inline-flex min-w-0 items-center gap-1">
              <span dir="auto" className="truncate">
                {name}
              </span>
              <Star aria-hidden="true" className="size-3.5 shrink-0 fill-gold stroke-gold" />
              <span aria-hidden="true">{stars}</span>
              <span className="sr-only">{tn('a11yStars', stars)}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {photos.length > 0 ? <Photos name={username} photos={photos} /> : null}
      {reply ? (
        <div className="mt-2.5 rounded-control bg-sunken px-3 py-2.5 text-small">
          <h3 className="text-label">{t('reviewsStoreReply')}</h3>
          <p dir="auto">{reply}</p>
        </div>
      ) : null}
    </li>
  )
}

/** Shows the photos of a review as a strip. A tap on a photo opens all photos of the review in full width. */
function Photos({ name, photos }: { name: string; photos: string[] }) {
  const [open, setOpen] = useState<number | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <ul className="mt-2.5 flex gap-2">
        {photos.map((path, index) => (
          <li key={path}>
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => {
                setOpen(index)
                setIsOpen(true)
              }}
              className="press block overflow-hidden rounded-control"
            >
              <Picture
                path={path}
                alt={t('a11yReviewPhoto', { name, number: index + 1 })}
                width={88}
                height={88}
                sizes="88px"
                className="size-22 bg-sunken object-cover"
              />
            </button>
          </li>
        ))}
      </ul>
      {open === null ? null : (
        <Suspense>
          <PhotoSheet
            name={name}
            photos={[...photos.slice(open), ...photos.slice(0, open)]}
            isOpen={isOpen}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
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

/** Returns whether the text, the author or a dish of a review contains the typed text. */
function holds({ review_store, username, items }: Review, query: string): boolean {
  const texts = [review_store ?? '', username, ...items.map(({ name }) => name)]
  return texts.some((text) => text.toLowerCase().includes(query.trim().toLowerCase()))
}

/**
 * Sorts the reviews, or returns only those with photos. Reviews with equal ratings keep the server's order, the newest
 * first.
 */
function sorted(reviews: Review[], order: Order): Review[] {
  if (order === 'newest') return reviews
  if (order === 'photos') return reviews.filter(({ photos }) => photos.length > 0)
  const sign = order === 'best' ? -1 : 1
  return reviews.toSorted((a, b) => sign * (a.rating_store - b.rating_store))
}
