import { inSnapshot } from '#db/snapshot.ts'
import { readStoreBySlug, readStores } from '#features/catalogue/stores/read-stores.ts'
import { readOrders } from '#features/ordering/orders/read-orders.ts'
import { routes } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { requireOwnStore } from '#platform/access/own-store.ts'
import { replyToReview, setReviewsShown } from './moderate.ts'
import { readReview, setReviewPhotoShown, uploadReviewPhoto } from './photos.ts'
import { countStars, findOrderToRate } from './queries.ts'
import { rateOrder } from './rate-order.ts'
import { readReviews } from './read-reviews.ts'

export const reviewRoutes = routes({
  'get-store-reviews': async ({ input, db, config }) => {
    const store = await readStoreBySlug(db, input.slug)
    if (!store) throw new AppError('NOT_FOUND')
    const { reviews, distribution } = await inSnapshot(db, async (tx) => ({
      reviews: await readReviews(tx, store.id, config.timeZone),
      distribution: await countStars(tx, store.id),
    }))
    return { restaurant: store, reviews, distribution }
  },

  'store-owner/get-ratings': async ({ input: { store_id: storeId }, session, db, config }) => {
    await requireOwnStore(db, session, storeId)
    const [[restaurant], reviews] = await Promise.all([
      readStores(db, [storeId]),
      readReviews(db, storeId, config.timeZone),
    ])
    return { restaurant: restaurant!, reviews }
  },

  'get-ratable-order': async ({ input, session, db, config }) => {
    const own = await findOrderToRate(db, { orderId: input.order_id, userId: session.userId })
    const [order] = own ? await readOrders(db, [input.order_id], { timeZone: config.timeZone }) : []
    if (!order) throw new AppError('NOT_FOUND')
    return order
  },

  'rate-order': async ({ input, session, services }) => {
    await rateOrder(services, { userId: session.userId, input })
    return { success: true }
  },

  'upload-review-photo': async (context) => ({ success: true, path: await uploadReviewPhoto(context) }),

  'dashboard/reviews/set-shown': async (context) => {
    await setReviewsShown(context)
    return { success: true }
  },

  'dashboard/reviews/reply': async (context) => {
    await replyToReview(context)
    return { success: true }
  },

  'dashboard/reviews/read': async (context) => readReview(context),

  'dashboard/reviews/set-photo-shown': async (context) => {
    await setReviewPhotoShown(context)
    return { success: true }
  },
})
