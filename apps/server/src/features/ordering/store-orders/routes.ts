import { type CallContext, routes } from '#http/calls.ts'
import { paginate } from '#http/paginator.ts'
import { endSession } from '#http/session.ts'
import { requireOwnStore } from '#platform/access/own-store.ts'
import {
  acceptStoreOrder,
  cancelStoreOrder,
  confirmStoreOrder,
  findOwnOrder,
  markCollected,
  markReady,
  type OwnOrder,
} from './handle-order.ts'
import { hidesCustomers } from './hidden-customers.ts'
import { finishOwnerLogin, loginOwner } from './owner-login.ts'
import { findOrdersByText, findRiderOf, listOpenOrders, listPastOrders } from './queries.ts'
import { readStoreOrders } from './read-store-orders.ts'

const PAST_PER_PAGE = 20
/** The reasons for rejecting an order, in the order in which the app offers them. */
const cancelReasons = [
  'storeCancelReasonSoldOut',
  'storeCancelReasonBusy',
  'storeCancelReasonClosing',
  'storeCancelReasonTooFar',
  'storeCancelReasonOther',
] as const

export const storeOrderRoutes = routes({
  'store-owner/login': async ({ input, request, services }) => loginOwner(services, { ...input, request }),

  'store-owner/login/second-factor': async ({ input, request, services }) =>
    finishOwnerLogin(services, { ...input, request }),

  'store-owner/logout': {
    write: async ({ tx, session }) => {
      await endSession(tx, session.id)
      return { success: true }
    },
  },

  'store-owner/get-orders': async ({ input, session, db, services }) => {
    await requireOwnStore(db, session, input.store_id)
    const orders = await readStoreOrders(db, await listOpenOrders(db, input.store_id), services)
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

  'store-owner/get-single-order': async (context) => {
    const { db } = context
    const facts = await findOwnOrder(db, ownOrderOf(context))
    const [[order], rider] = await Promise.all([readStoreOrders(db, [facts], context), findRiderOf(db, facts.id)])
    return { ...order!, accept_delivery: rider ? { user: rider } : null }
  },

  'store-owner/get-past-orders': async ({ input, session, db, request, services }) => {
    const { store_id: storeId, page } = input
    await requireOwnStore(db, session, storeId)
    const { orders, total } = await listPastOrders(db, { storeId, page, perPage: PAST_PER_PAGE })
    const path = `${request.origin}/public/api/store-owner/get-past-orders`
    return paginate(await readStoreOrders(db, orders, services), { page, perPage: PAST_PER_PAGE, total, path })
  },

  'store-owner/search-orders': async ({ input, session, db, services }) => {
    const { store_id: storeId, q: text } = input
    await requireOwnStore(db, session, storeId)
    const isHidden = hidesCustomers(services.settings)
    const found = await findOrdersByText(db, { storeId, text, hidesCustomers: isHidden })
    return readStoreOrders(db, found, services)
  },

  'store-owner/get-cancel-reasons-for-restaurant': async ({ settings, request }) =>
    cancelReasons.map((key, index) => ({ id: index + 1, cancel_reason: settings.text(key, {}, request.language) })),

  'store-owner/confirm-scheduled-order': async (context) => confirmStoreOrder(context, ownOrderOf(context)),

  'store-owner/accept-order': async (context) =>
    acceptStoreOrder(context, ownOrderOf(context), context.input.order_prep_time),

  'store-owner/cancel-order': {
    write: (context) => cancelStoreOrder(context.tx, context, ownOrderOf(context), context.input.cancel_reason),
  },

  'store-owner/mark-selfpickup-order-ready': async (context) => markReady(context, ownOrderOf(context)),

  'store-owner/mark-selfpickup-order-completed': async (context) => markCollected(context, ownOrderOf(context)),
})

type OrderCall =
  | 'store-owner/get-single-order'
  | 'store-owner/confirm-scheduled-order'
  | 'store-owner/accept-order'
  | 'store-owner/cancel-order'
  | 'store-owner/mark-selfpickup-order-ready'
  | 'store-owner/mark-selfpickup-order-completed'

function ownOrderOf({
  input,
  session,
  request,
}: Pick<CallContext<OrderCall>, 'input' | 'session' | 'request'>): OwnOrder {
  return { by: session, storeId: input.store_id, orderId: input.order_id, request }
}
