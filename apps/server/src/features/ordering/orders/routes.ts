import { isRunning, orderStatuses, orderStatusIds } from '@nukkad/rules/order-states.ts'
import { orderTypeCodes } from '@nukkad/rules/order-type.ts'
import type { Db } from '#db/connection.ts'
import { routes } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { paginate } from '#http/paginator.ts'
import { cancelOrder } from './cancel-order.ts'
import { readDoorPhoto } from './door-photo.ts'
import { findStatusOfOwn, hasOrderIn, isBegunVisit, listOrderIds } from './queries.ts'
import { readOrders } from './read-orders.ts'
import { reorder } from './reorder.ts'

const PER_PAGE = 10
const runningStatuses = orderStatuses.filter(isRunning).map((status) => orderStatusIds[status])

export const orderRoutes = routes({
  'get-orders': async ({ input: { page }, session: { userId, callerStores: stores }, db, config, request }) => {
    const { ids, total } = await listOrderIds(db, { userId, stores, page, perPage: PER_PAGE })
    const orders = await readOrders(db, ids, { timeZone: config.timeZone })
    const path = `${request.origin}/public/api/get-orders`
    return paginate(orders, { page, perPage: PER_PAGE, total, path })
  },

  'cancel-order': {
    write: async ({ tx, input, session: { userId, actingStaffId }, settings }) => {
      const cancelled = await cancelOrder(tx, settings, {
        orderId: input.order_id,
        actor: 'customer',
        actorId: userId,
        actingStaffId,
        reason: input.cancel_reason || null,
        where: { user_id: userId },
      })
      if (!cancelled) throw await whyNotCancelled(tx, { orderId: input.order_id, userId })
      // From the start of the visit, a customer owes the share for a no-show, as in `cancel-visit`, so this call is
      // refused then, and the error rolls the cancellation back.
      const { id, delivery_type: type } = cancelled.order
      if (type === orderTypeCodes.VISIT && (await isBegunVisit(tx, id))) throw new AppError('ORDER_NOT_CANCELLABLE')
      return { success: true, refund: cancelled.isRefunded }
    },
  },

  'delivery-photo': async ({ session: { userId }, db, input }) => readDoorPhoto(db, input.order_id, { userId }),

  reorder: async ({ input, session, db }) => reorder(db, { orderId: input.order_id, userId: session.userId }),

  'check-running-order': async ({ session, db }) => hasOrderIn(db, session.userId, runningStatuses),
})

/**
 * Returns the error of a cancellation that was refused; another customer's order counts as unknown. The error of a
 * refused cancellation has the field `refund`, as all answers of this call do (P-58).
 */
async function whyNotCancelled(db: Db, order: { orderId: number; userId: number }): Promise<AppError> {
  const status = await findStatusOfOwn(db, order)
  if (status === undefined) return new AppError('NOT_FOUND', { extra: { refund: false } })
  return new AppError(status === orderStatusIds.cancelled ? 'ORDER_ALREADY_CANCELLED' : 'ORDER_NOT_CANCELLABLE')
}
