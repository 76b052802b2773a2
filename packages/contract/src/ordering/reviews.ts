import { z } from 'zod'
import { call } from '../call.ts'
import { store } from '../catalogue/stores.ts'
import { id, ignored, slug, text } from '../wire.ts'
import { order } from './orders.ts'

export const getRatableOrder = call('get-ratable-order', {
  // P-70
  summary: 'An order of the customer with its rating, for the rating screen.',
  auth: 'customer',
  input: z.object({ order_id: id, ...ignored }),
  output: order,
  errors: ['NOT_FOUND'],
})

export const rateOrder = call('rate-order', {
  // P-71, GAP-17
  summary: 'Rates a delivered order once.',
  auth: 'customer',
  input: z.object({
    order_id: id,
    rating_store: z.unknown(),
    rating_delivery: z.unknown().optional(),
    review_store: text(1000).nullish(),
    review_delivery: text(1000).nullish(),
    /** Stars from 1 to 5 for items of the order. An item may occur at most once in the list. */
    items: z
      .array(z.object({ id, stars: z.unknown() }))
      .max(100)
      .nullish(),
    /** Paths of photos that `upload-review-photo` answered for this order, in the order of the review. */
    photos: z.array(text(200)).max(3).nullish(),
    ...ignored,
  }),
  output: z.object({ success: z.literal(true) }),
  errors: ['ORDER_NOT_RATABLE', 'RATING_INVALID', 'ITEM_NOT_BOUGHT', 'PHOTO_MISSING'],
})

export const uploadReviewPhoto = call('upload-review-photo', {
  summary:
    'Uploads a photo for the review of a delivered order. Takes a form with the file in `image`. No one sees the photo before the customer sends the review.',
  auth: 'customer',
  takesPicture: true,
  input: z.object({ order_id: id, ...ignored }),
  output: z.object({ success: z.literal(true), path: z.string() }),
  errors: ['ORDER_NOT_RATABLE', 'UNSUPPORTED_MEDIA_TYPE'],
})

const review = z.object({
  id: z.int(),
  username: z.string(),
  rating_store: z.int(),
  review_store: z.string().nullable(),
  /** The store's reply to the review. */
  reply: z.string().nullable(),
  created_at: z.string(),
  /** The items of the order that the customer rated, the best first. */
  items: z.array(z.object({ name: z.string(), stars: z.int() })),
  /** The paths of the photos of the review. */
  photos: z.array(z.string()),
})

export const getStoreReviews = call('get-store-reviews', {
  // P-69, GAP-18
  summary: "A store's visible reviews. Also answers GET.",
  auth: 'public',
  mayBeOld: true,
  alsoGet: true,
  path: '/{slug}',
  input: z.object({ slug, ...ignored }),
  output: z.object({
    restaurant: store,
    reviews: z.array(review),
    /** For each number of stars from 1 to 5, the number of ratings. */
    distribution: z.array(z.int()).length(5),
  }),
  errors: ['NOT_FOUND'],
})

export const storeOwnerGetRatings = call('store-owner/get-ratings', {
  summary: "A store's reviews, newest first.",
  auth: 'store-owner',
  staffMay: 'stores_view',
  input: z.object({ store_id: id, ...ignored }),
  output: z.object({ restaurant: store, reviews: z.array(review) }),
  errors: ['ORDER_NOT_YOURS', 'NOT_FOUND'],
})
