import type { Output } from '@nukkad/contract/contract.ts'
import { deliveryMinutes } from '@nukkad/rules/distance.ts'
import type { StoreSummary } from '@nukkad/ui/components/store-card.tsx'
import { t, tn } from './catalogue.ts'
import { clockTime } from './clock.ts'
import { formatCount, tenths } from './locale.ts'

export type ListedStore = Output<'get-delivery-restaurants'>[number]

/** Converts a store of the wire for its card (C-45, C-46). Links are relative, as specified (C-29). */
export function summaryOf(store: ListedStore, favourite?: StoreSummary['favourite']): StoreSummary {
  return {
    id: store.id,
    href: `${location.pathname === '/' ? '' : '/'}stores/${store.slug}`,
    name: store.name,
    image: store.image || null,
    tags: store.description,
    distance: t('storeCardDistance', { distance: tenths(store.distance) }),
    minutes: t('storeCardMinutes', { minutes: deliveryMinutes(store.distance) }),
    rating: ratingOf(store),
    offer: store.offer,
    closedText: closedText(store),
    favourite,
  }
}

/** Returns the average of the reviews, or the rating that the operator set, or none. */
export function ratingOf({
  avgRating,
  rating,
  rating_count,
}: Pick<ListedStore, 'avgRating' | 'rating' | 'rating_count'>) {
  const mean = Number(avgRating) > 0 ? Number(avgRating) : Number(rating)
  if (!(mean > 0)) return null
  const score = tenths(mean)
  const name =
    rating_count > 0
      ? t('a11yRating', { rating: score, count: formatCount(rating_count) })
      : t('a11yRatingOnly', { rating: score })
  return { score, name }
}

export function closedText({ is_active, opens_at }: Pick<ListedStore, 'is_active' | 'opens_at'>): string | null {
  if (is_active === 1) return null
  return opens_at ? t('storeOpensAt', { time: clockTime(opens_at) }) : t('storeCardClosed')
}

export function storesCount(count: number): string {
  return tn('storesCount', count)
}
