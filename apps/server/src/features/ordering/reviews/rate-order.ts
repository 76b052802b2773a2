import type { Input } from '@nukkad/contract/contract.ts'
import { orderStatusOfId } from '@nukkad/rules/order-states.ts'
import { orderTypeOfCode } from '@nukkad/rules/order-type.ts'
import { isRatable, isStars, type RatingToSave, ratingProblems } from '@nukkad/rules/rating.ts'
import { normaliseText } from '@nukkad/rules/text.ts'
import { inTransaction } from '#db/connection.ts'
import { addToItemRatings, type ItemStars } from '#features/catalogue/store-menu/item-ratings.ts'
import { addToRating } from '#features/catalogue/stores/write-store.ts'
import type { Services } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { reasonsOfProblems } from '#http/field-reasons.ts'
import { attachPhotos } from './photo-queries.ts'
import { findOrderToRate, insertItemStars, insertReview } from './queries.ts'

/**
 * Inserts the one review of a customer's own delivered order with its photos, and updates the averages of its store and
 * items in the same transaction (GAP-17).
 * @throws AppError ORDER_NOT_RATABLE (also for an order of someone else), RATING_INVALID naming the fields,
 *   ITEM_NOT_BOUGHT, PHOTO_MISSING
 */
export async function rateOrder(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  { userId, input }: { userId: number; input: Input<'rate-order'> },
): Promise<void> {
  const order = await findOrderToRate(db, { orderId: input.order_id, userId })
  const status = order && orderStatusOfId(order.status)
  const orderType = order && orderTypeOfCode(order.delivery_type)
  if (!order || !status || !orderType || !isRatable({ status, isRated: order.is_rated }) || !settings.isOn('enRAR'))
    throw new AppError('ORDER_NOT_RATABLE')
  const rating = ratingOf(input)
  const problems = ratingProblems(rating, orderType)
  if (Object.keys(problems).length > 0)
    throw new AppError('RATING_INVALID', { fields: reasonsOfProblems(wireProblems(problems)) })
  const items = itemStarsOf(input)
  const paths = [...new Set(input.photos ?? [])]
  const orderId = input.order_id
  await inTransaction(db, async (tx) => {
    const review = await insertReview(tx, { orderId, userId, ...withTexts(rating) })
    // The insert found no order to review, because a parallel request reviewed the order first.
    if (!review) throw new AppError('ORDER_NOT_RATABLE')
    if (items.length > 0 && (await insertItemStars(tx, { reviewId: review.id, orderId, items })) < items.length)
      throw new AppError('ITEM_NOT_BOUGHT')
    if (paths.length > 0 && (await attachPhotos(tx, { reviewId: review.id, orderId, userId, paths })) < paths.length)
      throw new AppError('PHOTO_MISSING')
    await addToItemRatings(tx, items)
    await addToRating(tx, { storeId: review.store_id, stars: rating.ratingStore, reviews: 1 })
  })
}

/**
 * Reads the stars of items, each of which may appear only once.
 * @throws AppError RATING_INVALID naming `items`
 */
function itemStarsOf({ items }: Input<'rate-order'>): ItemStars[] {
  const given = (items ?? []).map(({ id, stars }) => ({ itemId: id, stars: starsOf(stars) }))
  const isTwice = new Set(given.map(({ itemId }) => itemId)).size < given.length
  if (isTwice || !given.every(({ stars }) => isStars(stars)))
    throw new AppError('RATING_INVALID', { fields: { items: 'fieldInvalid' } })
  return given
}

function ratingOf({ rating_store, rating_delivery, review_store, review_delivery }: Input<'rate-order'>): RatingToSave {
  return {
    ratingStore: starsOf(rating_store),
    ratingDelivery: rating_delivery === null || rating_delivery === undefined ? null : starsOf(rating_delivery),
    reviewStore: review_store,
    reviewDelivery: review_delivery,
  }
}

/**
 * Reads a number of stars; a value of another type becomes NaN, which the rules refuse
 * (docs/reference/security.md#input).
 */
function starsOf(value: unknown): number {
  return typeof value === 'number' ? value : Number.NaN
}

function withTexts(rating: RatingToSave): RatingToSave & { reviewStore: string | null; reviewDelivery: string | null } {
  return {
    ...rating,
    reviewStore: normaliseText(rating.reviewStore ?? '') || null,
    reviewDelivery: normaliseText(rating.reviewDelivery ?? '') || null,
  }
}

function wireProblems(problems: ReturnType<typeof ratingProblems>) {
  const names = {
    ratingStore: 'rating_store',
    ratingDelivery: 'rating_delivery',
    reviewStore: 'review_store',
    reviewDelivery: 'review_delivery',
  } as const
  return Object.fromEntries(
    Object.entries(names).flatMap(([name, wireName]) => {
      const problem = problems[name as keyof typeof names]
      return problem ? [[wireName, problem]] : []
    }),
  )
}
