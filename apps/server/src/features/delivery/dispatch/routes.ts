import { giveToRider } from '#features/delivery/trips/assign-rider.ts'
import { closeLockedDelivery } from '#features/delivery/trips/carry-order.ts'
import { routes } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { presentRiderOnMap } from './present.ts'
import { findStoreOf, listRidersOnDuty } from './queries.ts'
import { listRidersNear } from './riders-near.ts'

export const dispatchRoutes = routes({
  'dashboard/orders/riders': async ({ db, input }) => {
    const store = await findStoreOf(db, input.order_id)
    if (!store) throw new AppError('NOT_FOUND')
    const riders = await listRidersNear(db, store)
    return {
      success: true,
      riders: riders.map(({ id, name, phone, vehicle_number, max_open_orders, is_full, ...rider }) => ({
        id,
        name,
        phone,
        vehicle_number,
        max_open_orders,
        is_full,
        open_orders: rider.orders.length,
        is_of_store: rider.isOfStore,
        distance_km: rider.distanceKm,
        positioned_at: rider.positioned_at?.toISOString() ?? null,
      })),
    }
  },

  'dashboard/orders/assign-rider': {
    write: async ({ tx, input: { order_id: orderId, rider_id: riderId }, session, audit }) => {
      const given = await giveToRider(tx, { orderId, riderId, staffId: session.userId })
      if (given)
        await audit(given.beforeId === null ? 'rider.assigned' : 'rider.reassigned', {
          object: { type: 'order', id: orderId },
          before: { rider: given.beforeId },
          after: { rider: riderId },
        })
      return { success: true }
    },
  },

  'dashboard/orders/close-delivery': {
    write: async ({ tx, input: { order_id: orderId, reason }, session, services, audit }) => {
      await closeLockedDelivery(tx, services, { orderId, staffId: session.userId, reason })
      await audit('delivery.closed', {
        object: { type: 'order', id: orderId },
        before: { status: 'picked_up' },
        after: { status: 'delivered' },
        reason,
      })
      return { success: true }
    },
  },

  'dashboard/riders-map': async ({ db }) => ({
    success: true,
    riders: (await listRidersOnDuty(db)).map(presentRiderOnMap),
  }),
})
