import { presentOrders } from '#features/orders/present.ts'
import { readStoreBySlug } from '#features/stores/read-stores.ts'
import { routes } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { wireTime } from '#http/wire-time.ts'
import { countStars, findOrderToRate, listShownReviews } from './queries.ts'
import { rateOrder } from './rate-order.ts'

export const reviewRoutes = routes({
  'get-store-reviews': async ({ input, db, config }) => {
    const store = await readStoreBySlug(db, input.slug)
    if (!store) throw new AppError('NOT_FOUND')
    const [reviews, distribution] = await Promise.all([listShownReviews(db, store.id), countStars(db, store.id)])
    return {
      restaurant: store,
      reviews: reviews.map((review) => ({ ...review, created_at: wireTime(review.created_at, config.timeZone) })),
      distribution,
    }
  },

  'get-ratable-order': async ({ input, session, db, config }) => {
    const own = await findOrderToRate(db, { orderId: input.order_id, userId: session.userId })
    const [order] = own ? await presentOrders(db, [input.order_id], { timeZone: config.timeZone }) : []
    if (!order) throw new AppError('NOT_FOUND')
    return order
  },

  'rate-order': async ({ input, session, ...services }) => {
    await rateOrder(services, { userId: session.userId, input })
    return { success: true }
  },
})
