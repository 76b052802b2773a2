import type { Output } from '@nukkad/contract/contract.ts'
import { Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { t, tn } from '#lib/catalogue.ts'
import { siteCurrency } from '#lib/price-format.ts'
import { wirePrice } from '#lib/prices.ts'

type Rider = Output<'delivery/update-user-info'>['data']
const shownRatings = 5

export function Figures({ rider }: { rider: Rider }) {
  return (
    <dl className="grid gap-3" style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(6.5rem, 1fr))' }}>
      <Figure name={t('deliveryOnGoingText')}>{rider.onGoingCount}</Figure>
      <Figure name={t('deliveryCompletedText')}>{rider.completedCount}</Figure>
      <Figure name={t('riderRatingTitle')}>
        {Number(rider.averageRating) > 0 ? (
          <span className="inline-flex items-center gap-1">
            {rider.averageRating}
            <Star aria-hidden="true" className="size-5 fill-gold stroke-gold" />
          </span>
        ) : (
          '–'
        )}
      </Figure>
    </dl>
  )
}

/** Shows the collected and handed-in cash, the difference that the rider holds, and how much more they may hold. */
export function Cash({ rider }: { rider: Rider }) {
  const money = (amount: number) => wirePrice(amount, siteCurrency())
  const { deliveryCollection: held, cashLimit: limit } = rider
  return (
    <section aria-label={t('deliveryCollectionText')} className="num rounded-card bg-surface p-4 hairline">
      <dl className="grid gap-1.5 text-body">
        <Line name={t('riderCashCollected')} amount={money(rider.cashCollected)} />
        <Line name={t('riderCashHandedIn')} amount={`− ${money(rider.cashHandedIn)}`} />
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line pt-2">
          <dt className="text-section">{t('deliveryCollectionText')}</dt>
          <dd className="title text-title">{money(held)}</dd>
        </div>
      </dl>
      {!limit ? null : (
        <p className={`mt-1 text-body ${held < limit ? 'text-ink-2' : 'font-650 text-error'}`}>
          {t(held < limit ? 'riderCashLimit' : 'riderCashOverLimit', {
            limit: money(limit),
            amount: money(limit - held),
          })}
        </p>
      )}
    </section>
  )
}

function Line({ name, amount }: { name: string; amount: string }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 text-ink-2">
      <dt>{name}</dt>
      <dd dir="ltr">{amount}</dd>
    </div>
  )
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="rounded-card bg-surface p-4 hairline">
      <dt className="text-body text-ink-2">{name}</dt>
      <dd className="num title mt-0.5 text-title">{children}</dd>
    </div>
  )
}

/** Returns the latest ratings, those with a comment first, because a comment says more than stars. */
function withWordsFirst(ratings: Rider['ratings']): Rider['ratings'] {
  return ratings.toSorted((a, b) => Number(!a.review_delivery) - Number(!b.review_delivery)).slice(0, shownRatings)
}

/** Shows the latest ratings by customers. */
export function Ratings({ ratings }: { ratings: Rider['ratings'] }) {
  if (ratings.length === 0) return null
  return (
    <section aria-label={t('riderRatingsTitle')} className="rounded-card bg-surface px-4 pt-4 pb-1 hairline">
      <h2 className="title text-section">{t('riderRatingsTitle')}</h2>
      <ul className="divide-y divide-line">
        {withWordsFirst(ratings).map(({ rating_delivery, review_delivery }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: ratings have no id here and the list is never reordered
          <li key={index} className="flex items-start gap-3 py-3">
            <span className="num inline-flex shrink-0 items-center gap-1 font-650">
              <span aria-hidden="true">{rating_delivery}</span>
              <span className="sr-only">{tn('a11yStars', rating_delivery)}</span>
              <Star aria-hidden="true" className="size-4.5 fill-gold stroke-gold" />
            </span>
            <p className="min-w-0 text-body text-ink-2">{review_delivery || t('riderRatingNoText')}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
