import type { OrderStatus } from './order-states.ts'
import type { OrderType } from './order-type.ts'
import { normaliseText, REVIEW_MAXIMUM } from './text.ts'

/** A customer's stars and comment as the app sends them; `ratingDelivery` is null when the order had no rider. */
export type RatingToSave = {
  ratingStore: number
  ratingDelivery: number | null
  reviewStore?: string | null
  reviewDelivery?: string | null
}
/** The problems of a rating by field; a valid field is absent. */
export type RatingProblems = {
  ratingStore?: 'invalid'
  ratingDelivery?: 'invalid' | 'not-applicable'
  reviewStore?: 'too-long'
  reviewDelivery?: 'too-long'
}

/** Returns true when the customer can rate an order: it is delivered and not rated yet (GAP-17). */
export function isRatable(order: { status: OrderStatus; isRated: boolean }): boolean {
  return order.status === 'delivered' && !order.isRated
}

/**
 * Returns the problems of a rating by field. Stars are whole numbers from 1 to 5, and customers rate riders only for
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
 * Minimum number of ratings from which the shop shows an item's rating, so that a single person cannot decide which
 * rating others see.
 */
const MIN_ITEM_RATINGS = 3

/**
 * Returns the rating of an item that the shop shows, in the form of `averageOf`; undefined while the item has fewer
 * than three ratings.
 */
export function itemRating(stars: { sum: number; count: number }): { rating: string; count: number } | undefined {
  return stars.count < MIN_ITEM_RATINGS ? undefined : { rating: averageOf(stars), count: stars.count }
}

/** Maximum number of photos in a review. */
export const MAX_REVIEW_PHOTOS = 3

/** Returns whether a value is a valid number of stars: a whole number from 1 to 5. */
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
