import { inTransaction } from '#db/connection.ts'
import { type CallContext, routes } from '#http/calls.ts'
import { once } from '#http/idempotency.ts'
import { endSession } from '#http/session.ts'
import {
  acceptStoreOrder,
  cancelStoreOrder,
  markCollected,
  markReady,
  type OwnOrder,
  requireOwnStore,
} from './handle-order.ts'
import { loginOwner } from './owner-login.ts'
import { presentStoreOrders } from './present.ts'
import { listOpenOrders } from './queries.ts'

export const storeOwnerRoutes = routes({
  'store-owner/login': async ({ input, request, ...services }) => loginOwner(services, { ...input, ip: request.ip }),

  'store-owner/logout': async ({ session, db }) => {
    await inTransaction(db, (tx) => endSession(tx, session.id))
    return { success: true }
  },

  'store-owner/get-orders': async ({ input, session, db, config }) => {
    await requireOwnStore(db, { ownerId: session.userId, storeId: input.store_id })
    const orders = await presentStoreOrders(db, await listOpenOrders(db, input.store_id), config)
    const listed = (statuses: readonly number[], deliveryType?: 1 | 2) =>
      orders.filter(
        (order) =>
          statuses.includes(order.orderstatus_id) &&
          (deliveryType === undefined || order.delivery_type === deliveryType),
      )
    return {
      new_orders: listed([1, 10]),
      preparing_orders: listed([2, 3, 11], 1),
      selfpickup_orders: listed([2, 7, 11], 2),
      ongoing_orders: listed([4]),
    }
  },

  'store-owner/accept-order': async (context) =>
    acceptStoreOrder(context, ownOrderOf(context), context.input.order_prep_time),

  'store-owner/cancel-order': async (context) =>
    once({ ...context, userId: context.session.userId, call: 'store-owner/cancel-order' }, (tx) =>
      cancelStoreOrder(tx, context, ownOrderOf(context), context.input.cancel_reason),
    ),

  'store-owner/mark-selfpickup-order-ready': async (context) => markReady(context, ownOrderOf(context)),

  'store-owner/mark-selfpickup-order-completed': async (context) => markCollected(context, ownOrderOf(context)),
})

type OrderCall =
  | 'store-owner/accept-order'
  | 'store-owner/cancel-order'
  | 'store-owner/mark-selfpickup-order-ready'
  | 'store-owner/mark-selfpickup-order-completed'

function ownOrderOf({ input, session }: Pick<CallContext<OrderCall>, 'input' | 'session'>): OwnOrder {
  return { ownerId: session.userId, storeId: input.store_id, orderId: input.order_id }
}
