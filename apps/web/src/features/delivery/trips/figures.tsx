import type { Output } from '@nukkad/contract/contract.ts'
import { Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { isSettingOn, t, tn } from '#lib/catalogue.ts'
import { siteCurrency } from '#lib/price-format.ts'
import { wirePrice } from '#lib/prices.ts'

type Rider = Output<'delivery/update-user-info'>['data']
const shownRatings = 5

export function Figures({ rider }: { rider: Rider }) {
  return (
    <dl className="grid gap-3" style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(8.5rem, 1fr))' }}>
      <Figure name={t('deliveryOnGoingText')}>{rider.onGoingCount}</Figure>
      <Figure name={t('deliveryCompletedText')}>{rider.completedCount}</Figure>
      {isSettingOn('showDeliveryCollection') ? (
        <Figure name={t('deliveryCollectionText')}>{wirePrice(rider.deliveryCollection, siteCurrency())}</Figure>
      ) : null}
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

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="rounded-card bg-surface p-4 hairline">
      <dt className="text-body text-ink-2">{name}</dt>
      <dd className="num title mt-0.5 text-title">{children}</dd>
    </div>
  )
}

/** Shows the latest ratings by customers. */
export function Ratings({ ratings }: { ratings: Rider['ratings'] }) {
  if (ratings.length === 0) return null
  return (
    <section aria-label={t('riderRatingsTitle')} className="rounded-card bg-surface px-4 pt-4 pb-1 hairline">
      <h2 className="title text-section">{t('riderRatingsTitle')}</h2>
      <ul className="divide-y divide-line">
        {ratings.slice(0, shownRatings).map(({ rating_delivery, review_delivery }, index) => (
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
