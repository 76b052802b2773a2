import { wireMoney } from '@nukkad/rules/money.ts'
import { orderStatusIds } from '@nukkad/rules/order-states.ts'
import { orderTypeCodes } from '@nukkad/rules/order-type.ts'
import { requestPayment } from '#features/ledger/adjustments/payment-request.ts'
import { cancelOrder } from '#features/ordering/orders/cancel-order.ts'
import { readDoorPhoto } from '#features/ordering/orders/door-photo.ts'
import { offerAgain } from '#features/ordering/orders/trip-trouble.ts'
import { hidesCustomers } from '#features/ordering/store-orders/hidden-customers.ts'
import { routes } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { presentBoardOrder, presentPlaces, statusName } from './present.ts'
import { findKindOf, findStatusOf, listBoard, listPlaces } from './queries.ts'
import { showOrder } from './show-order.ts'

export const orderAdminRoutes = routes({
  'dashboard/orders/board': async ({ db, session, settings }) => {
    const { rows, hasMore } = await listBoard(db, session.stores)
    return {
      success: true,
      orders: rows.map(presentBoardOrder),
      has_more: hasMore,
      late_after_minutes: {
        rider: settings.number('deliveryAcceptTimeThreshold'),
        store: settings.number('restaurantAcceptTimeThreshold'),
      },
    }
  },

  'dashboard/orders/places': async ({ db, session, settings }) => {
    const isStaff = session.stores === 'all'
    const hides = {
      customers: !isStaff && hidesCustomers(settings),
      riders: isStaff && !session.permissions.includes('delivery_guys_view'),
    }
    const rows = await listPlaces(db, session.stores)
    return { success: true, orders: rows.map((row) => presentPlaces(row, hides)) }
  },

  'dashboard/orders/show': async ({ db, settings, session, input }) => ({
    success: true,
    order: await showOrder({ db, settings }, { orderId: input.order_id, session }),
  }),

  'dashboard/orders/photo': async ({ db, session, input }) =>
    readDoorPhoto(db, input.order_id, { stores: session.stores }),

  'dashboard/orders/offer-again': {
    write: async ({ tx, input: { order_id: orderId }, session }) => {
      const order = await findKindOf(tx, orderId)
      if (!order) throw new AppError('NOT_FOUND')
      if (order.delivery_type === orderTypeCodes.VISIT) throw new AppError('ORDER_OF_VISIT')
      if (order.status !== orderStatusIds.accepted)
        throw new AppError('TRANSITION_REFUSED', { extra: { orderstatus_id: order.status } })
      await offerAgain(tx, { orderId, staffId: session.userId })
      return { success: true }
    },
  },

  'dashboard/orders/cancel': {
    write: async ({ tx, input: { order_id: orderId, reason, refund: share }, session, settings, audit }) => {
      const status = await findStatusOf(tx, orderId)
      if (status === undefined) throw new AppError('NOT_FOUND')
      const by = { actor: 'admin', actorId: session.userId, actingStaffId: session.userId } as const
      const cancelled = await cancelOrder(tx, settings, { orderId, ...by, reason, share })
      if (!cancelled) throw new AppError('TRANSITION_REFUSED', { extra: { orderstatus_id: status } })
      const { order, back, kept } = cancelled
      const { currency } = order
      const refunded = wireMoney(back.ownMinor + back.promotionMinor, currency)
      const stays = wireMoney(kept.ownMinor + kept.promotionMinor, currency)
      await audit('order.cancelled', {
        object: { type: 'order', id: orderId },
        actingForId: order.user_id,
        before: { status: statusName(status) },
        after: { status: 'cancelled', refund: share, refunded, kept: stays, currency },
        reason,
      })
      return { success: true, refunded, kept: stays, currency }
    },
  },

  'dashboard/orders/approve-payment': {
    write: async (context) => ({ success: true, ...(await requestPayment(context)) }),
  },
})
