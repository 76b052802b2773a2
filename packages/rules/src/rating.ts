import type { OrderStatus } from './order-states.ts'
import type { OrderType } from './order-type.ts'
import { normaliseText, REVIEW_MAXIMUM } from './text.ts'

/** Stars and words as sent; `ratingDelivery` is null where no rider is rated. */
export type RatingToSave = {
  ratingStore: number
  ratingDelivery: number | null
  reviewStore?: string | null
  reviewDelivery?: string | null
}
/** Faults by field; a field that is in order is absent. */
export type RatingFaults = {
  ratingStore?: 'invalid'
  ratingDelivery?: 'invalid' | 'not-applicable'
  reviewStore?: 'too-long'
  reviewDelivery?: 'too-long'
}

/** Whether an order can be rated: delivered and not rated yet (GAP-17). */
export function isRatable(order: { status: OrderStatus; isRated: boolean }): boolean {
  return order.status === 'delivered' && !order.isRated
}

/** What is wrong with a rating, by field: stars are whole, 1 to 5, and a rider is rated on deliveries only (GAP-17). */
export function ratingFaults(rating: RatingToSave, orderType: OrderType): RatingFaults {
  const faults: RatingFaults = {
    ratingStore: isStars(rating.ratingStore) ? undefined : 'invalid',
    ratingDelivery: deliveryFault(rating.ratingDelivery, orderType),
    reviewStore: reviewFault(rating.reviewStore),
    reviewDelivery: reviewFault(rating.reviewDelivery),
  }
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== undefined))
}

/**
 * Mean of reviews with one decimal, `.0` left out, as `avgRating` carries it; "0" without reviews
 * (docs/reference/wire.md#home-and-store-lists).
 * @param sum all stars together
 * @param count how many reviews gave them
 */
export function averageOf({ sum, count }: { sum: number; count: number }): string {
  if (count === 0) return '0'
  return String(Math.round((sum * 10) / count) / 10)
}

function isStars(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= 5
}

function deliveryFault(stars: number | null, orderType: OrderType): RatingFaults['ratingDelivery'] {
  if (stars === null) return undefined
  if (orderType === 'SELFPICKUP') return 'not-applicable'
  return isStars(stars) ? undefined : 'invalid'
}

function reviewFault(review: string | null | undefined): 'too-long' | undefined {
  return [...normaliseText(review ?? '')].length > REVIEW_MAXIMUM ? 'too-long' : undefined
}
