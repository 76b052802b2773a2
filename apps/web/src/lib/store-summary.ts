import type { Output } from '@nukkad/contract/contract.ts'
import { deliveryMinutes } from '@nukkad/rules/distance.ts'
import { isDiscount, meanRating, priceForTwo } from '@nukkad/rules/store-facts.ts'
import type { StoreSummary } from '@nukkad/ui/components/store-card.tsx'
import { t, tn } from './catalogue.ts'
import { clockTime } from './clock.ts'
import { formatCount, tenths } from './locale.ts'
import { wholePrice } from './price-format.ts'

export type ListedStore = Output<'get-delivery-restaurants'>[number]

/**
 * Converts a store from the wire into the data of its card (C-45, C-46), with relative links, as specified (C-29).
 * @param isPickup whether the customer collects the order, so that the card says when the order is ready and how far to
 * walk
 */
export function summaryOf(
  store: ListedStore,
  { favourite, isPickup = false }: { favourite?: StoreSummary['favourite']; isPickup?: boolean } = {},
): StoreSummary {
  const distance = tenths(store.distance)
  const isSalon = store.kind === 'salon'
  const minutes = deliveryMinutes(isPickup ? 0 : store.distance)
  return {
    id: store.id,
    href: `${location.pathname === '/' ? '' : '/'}stores/${store.slug}`,
    name: store.name,
    image: store.image || null,
    tags: store.description,
    distance: t(isPickup ? 'storeCardWalk' : 'storeCardDistance', { distance }),
    minutes: isSalon || isPickup ? null : t('storeCardMinutes', { minutes }),
    terms: [
      ...(isPickup && !isSalon ? [t('storeCardReady', { minutes })] : []),
      ...forTwoText(store),
      ...(isPickup ? [] : [chargeText(store)]),
    ],
    rating: ratingOf(store),
    offer: store.offer,
    isDiscount: store.offer !== null && isDiscount(store.offer),
    closedText: closedText(store),
    closingText: store.closes_soon_at ? t('storeCardClosesAt', { time: clockTime(store.closes_soon_at) }) : null,
    favourite,
  }
}

/** Returns the price for two as a list of one text; an empty list if the price is not known. */
export function forTwoText(store: Pick<ListedStore, 'kind' | 'price_range' | 'currency'>): string[] {
  const price = priceForTwo(store)
  return price === null ? [] : [t('storeCardForTwo', { price: wholePrice(String(price), store.currency) })]
}

type Charges = Pick<ListedStore, 'kind' | 'currency' | 'delivery_charge' | 'free_delivery_subtotal' | 'takes_visits'>

/** Returns the text for the cost of a delivery or a home visit, or a text that visits take place at the salon. */
export function chargeText({
  kind,
  currency,
  delivery_charge: charge,
  free_delivery_subtotal: freeFrom,
  takes_visits,
}: Charges): string {
  if (takes_visits) return t('storeVisitSalon')
  if (Number(charge) === 0) return t(kind === 'salon' ? 'storeCardFreeVisit' : 'storeCardFreeDelivery')
  if (kind === 'salon') return t('storeCardVisit', { amount: wholePrice(charge, currency) })
  if (Number(freeFrom) > 0) return t('storeCardFreeAbove', { amount: wholePrice(freeFrom, currency) })
  return t('storeCardFee', { amount: wholePrice(charge, currency) })
}

/** Returns the average rating as texts for the screen and for screen readers, or nothing without a rating. */
export function ratingOf({
  avgRating,
  rating,
  rating_count,
}: Pick<ListedStore, 'avgRating' | 'rating' | 'rating_count'>) {
  const mean = meanRating({ avgRating, rating })
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

/**
 * Returns whether a store is closed and takes no bookings either; a salon that is closed by its hours still takes
 * bookings.
 */
export function isShut({ is_active, opens_at, takes_visits }: Hours): boolean {
  return is_active !== 1 && !(takes_visits && opens_at)
}

type Hours = Pick<ListedStore, 'is_active' | 'opens_at' | 'takes_visits'>

export function storesCount(count: number): string {
  return tn('storesCount', count)
}
