import type { AuditAction } from '@nukkad/contract/audit-actions.ts'
import { wireMoney } from '@nukkad/rules/money.ts'
import { inTransaction, type Tx } from '#db/connection.ts'
import { giveToRider } from '#features/delivery/trips/assign-rider.ts'
import { closeLockedDelivery } from '#features/delivery/trips/carry-order.ts'
import { listRidersNear, ridersOnDuty } from '#features/delivery/trips/riders-on-duty.ts'
import { requestPayment } from '#features/ledger/adjustments/payment-request.ts'
import { cancelOrder } from '#features/ordering/orders/cancel-order.ts'
import { type CallContext, routes } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { once } from '#http/idempotency.ts'
import { writeAudit } from '#platform/audit/write-audit.ts'
import { presentBoardOrder, presentRiderOnMap, statusName } from './present.ts'
import { findStatusOf, findStoreOf, listBoard } from './queries.ts'
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

  'dashboard/orders/show': async ({ db, settings, session, input }) => ({
    success: true,
    order: await showOrder({ db, settings }, { orderId: input.order_id, session }),
  }),

  'dashboard/orders/riders': async ({ db, input }) => {
    const store = await findStoreOf(db, input.order_id)
    if (!store) throw new AppError('NOT_FOUND')
    const riders = await listRidersNear(db, store)
    return {
      success: true,
      riders: riders.map(({ id, name, phone, vehicle_number, max_open_orders, is_full, ...rider }) => ({
        ...{ id, name, phone, vehicle_number, max_open_orders, is_full },
        open_orders: rider.orders.length,
        is_of_store: rider.isOfStore,
        distance_km: rider.distanceKm,
        positioned_at: rider.positioned_at?.toISOString() ?? null,
      })),
    }
  },

  'dashboard/orders/assign-rider': async (context) => {
    const { order_id: orderId, rider_id: riderId } = context.input
    await inTransaction(context.db, async (tx) => {
      const given = await giveToRider(tx, { orderId, riderId, staffId: context.session.userId })
      if (!given) return
      const action = given.beforeId === null ? 'rider.assigned' : 'rider.reassigned'
      await note(tx, context, { action, before: { rider: given.beforeId }, after: { rider: riderId } })
    })
    return { success: true }
  },

  'dashboard/orders/cancel': async (context) => {
    const { input, session, settings } = context
    return once({ ...context, userId: session.userId, call: 'dashboard/orders/cancel' }, async (tx) => {
      const status = await findStatusOf(tx, input.order_id)
      if (status === undefined) throw new AppError('NOT_FOUND')
      const cancelled = await cancelOrder(tx, settings, {
        orderId: input.order_id,
        actor: 'admin',
        actorId: session.userId,
        actingStaffId: session.userId,
        reason: input.reason,
        share: input.refund,
      })
      if (!cancelled) throw new AppError('TRANSITION_REFUSED', { extra: { orderstatus_id: status } })
      const { order, back, kept } = cancelled
      const { currency } = order
      const refunded = wireMoney(back.ownMinor + back.promotionMinor, currency)
      const stays = wireMoney(kept.ownMinor + kept.promotionMinor, currency)
      await note(tx, context, {
        action: 'order.cancelled',
        actingForId: order.user_id,
        before: { status: statusName(status) },
        after: { status: 'cancelled', refund: input.refund, refunded, kept: stays, currency },
      })
      return { success: true as const, refunded, kept: stays, currency }
    })
  },

  'dashboard/orders/approve-payment': async (context) => ({
    success: true,
    ...(await inTransaction(context.db, (tx) => requestPayment(tx, context))),
  }),

  'dashboard/orders/close-delivery': async (context) => {
    const { db, settings, config, input, session } = context
    await inTransaction(db, async (tx) => {
      const { order_id: orderId, reason } = input
      await closeLockedDelivery(tx, { settings, config }, { orderId, staffId: session.userId, reason })
      const change = { before: { status: 'picked_up' }, after: { status: 'delivered' } }
      await note(tx, context, { action: 'delivery.closed', ...change })
    })
    return { success: true }
  },

  'dashboard/riders-map': async ({ db }) => ({
    success: true,
    riders: (await ridersOnDuty(db)).map(presentRiderOnMap),
  }),
})

type ChangingCall = 'dashboard/orders/assign-rider' | 'dashboard/orders/cancel' | 'dashboard/orders/close-delivery'

/** Records a change of the call's order, with its reason, as an audit entry. */
async function note(
  tx: Tx,
  { input, session, request }: Pick<CallContext<ChangingCall>, 'input' | 'session' | 'request'>,
  what: { action: AuditAction; before: object; after: object; actingForId?: number },
): Promise<void> {
  await writeAudit(tx, {
    ...what,
    actorId: session.userId,
    object: { type: 'order', id: input.order_id },
    reason: 'reason' in input ? input.reason : null,
    request,
  })
}
