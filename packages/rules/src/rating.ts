import type { OrderStatus } from './order-states.ts'
import type { OrderType } from './order-type.ts'
import { normaliseText, REVIEW_MAXIMUM } from './text.ts'

/** Stars and comment as sent; `ratingDelivery` is null when the order had no rider. */
export type RatingToSave = {
  ratingStore: number
  ratingDelivery: number | null
  reviewStore?: string | null
  reviewDelivery?: string | null
}
/** Problems of a rating by field; a valid field is absent. */
export type RatingProblems = {
  ratingStore?: 'invalid'
  ratingDelivery?: 'invalid' | 'not-applicable'
  reviewStore?: 'too-long'
  reviewDelivery?: 'too-long'
}

/** Returns true when an order can be rated: delivered and not rated yet (GAP-17). */
export function isRatable(order: { status: OrderStatus; isRated: boolean }): boolean {
  return order.status === 'delivered' && !order.isRated
}

/**
 * Returns the problems of a rating by field. Stars are whole numbers from 1 to 5, and riders are rated only for
 * deliveries (GAP-17).
 */
export function ratingProblems(rating: RatingToSave, orderType: OrderType): RatingProblems {
  const problems: RatingProblems = {
    ratingStore: isStars(rating.ratingStore) ? undefined : 'invalid',
    ratingDelivery: deliveryProblem(rating.ratingDelivery, orderType),
    reviewStore: reviewProblem(rating.reviewStore),
    reviewDelivery: reviewProblem(rating.reviewDelivery),
  }
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined))
}

/**
 * Returns the average rating with one decimal, without `.0`, in the form of `avgRating`; "0" without reviews
 * (docs/reference/wire.md#home-and-store-lists).
 * @param sum the total of all stars
 * @param count the number of reviews
 */
export function averageOf({ sum, count }: { sum: number; count: number }): string {
  if (count === 0) return '0'
  return String(Math.round((sum * 10) / count) / 10)
}

/**
 * Minimum number of ratings from which an item's rating is shown, so that a single person cannot decide which rating
 * others see.
 */
const MIN_ITEM_RATINGS = 3

/** Returns the shown rating of an item in the form of `averageOf`; undefined while it has fewer than three ratings. */
export function itemRating(stars: { sum: number; count: number }): { rating: string; count: number } | undefined {
  return stars.count < MIN_ITEM_RATINGS ? undefined : { rating: averageOf(stars), count: stars.count }
}

/** Maximum number of photos in a review. */
export const MAX_REVIEW_PHOTOS = 3

/** Returns whether this is a valid number of stars: a whole number from 1 to 5. */
export function isStars(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= 5
}

function deliveryProblem(stars: number | null, orderType: OrderType): RatingProblems['ratingDelivery'] {
  if (stars === null) return undefined
  if (orderType === 'SELFPICKUP') return 'not-applicable'
  return isStars(stars) ? undefined : 'invalid'
}

function reviewProblem(review: string | null | undefined): 'too-long' | undefined {
  return [...normaliseText(review ?? '')].length > REVIEW_MAXIMUM ? 'too-long' : undefined
}
