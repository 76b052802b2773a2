import { z } from 'zod'
import { call } from '../call.ts'
import { orderStatusNames } from '../ordering/order-admin.ts'
import { filledText, id, ignored, success } from '../wire.ts'

/** A point in time, ISO 8601. */
const moment = z.string()
const spot = z.object({ latitude: z.number(), longitude: z.number() })
const forOrder = { ...ignored, order_id: id }

const riderOffered = z.object({
  id: z.int(),
  name: z.string(),
  phone: z.string().nullable(),
  vehicle_number: z.string().nullable(),
  open_orders: z.int(),
  max_open_orders: z.int(),
  /** Whether the rider has reached the limit of orders or cash, and so cannot take another order. */
  is_full: z.boolean(),
  is_of_store: z.boolean(),
  /** The kilometres from the rider's last known position to the store; null if no position is known. */
  distance_km: z.number().nullable(),
  positioned_at: moment.nullable(),
})

export const ridersForOrder = call('dashboard/orders/riders', {
  summary: 'Riders on duty who could deliver an order: the riders of its store first, then the nearest.',
  auth: 'staff',
  permission: 'order_actions',
  input: z.object(forOrder),
  output: z.object({ success: z.literal(true), riders: z.array(riderOffered) }),
  errors: ['NOT_FOUND'],
})

export const assignRider = call('dashboard/orders/assign-rider', {
  summary:
    'Assigns an accepted order to a rider, or hands an order in progress to another rider. Repeating it changes nothing.',
  auth: 'staff',
  permission: 'order_actions',
  input: z.object({ ...forOrder, rider_id: id }),
  output: success,
  errors: ['NOT_FOUND', 'RIDER_UNAVAILABLE', 'TRANSITION_REFUSED'],
})

export const closeDelivery = call('dashboard/orders/close-delivery', {
  summary: 'Completes a delivery whose PIN was locked after too many wrong tries, and settles the order.',
  auth: 'staff',
  permission: 'order_actions',
  needsRecentProof: true,
  input: z.object({ ...forOrder, reason: filledText(300) }),
  output: success,
  errors: ['NOT_FOUND', 'DELIVERY_NOT_LOCKED', 'TRANSITION_REFUSED'],
})

export const ridersMap = call('dashboard/riders-map', {
  summary: 'Riders on duty, with their last known position and their orders.',
  auth: 'staff',
  permission: 'delivery_guys_view',
  input: z.object(ignored),
  output: z.object({
    success: z.literal(true),
    riders: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        phone: z.string().nullable(),
        vehicle_number: z.string().nullable(),
        max_open_orders: z.int(),
        at: spot.nullable(),
        positioned_at: moment.nullable(),
        orders: z.array(
          z.object({
            id: z.int(),
            unique_order_id: z.string(),
            status: z.enum(orderStatusNames),
            store: z.string(),
            to: spot.nullable(),
          }),
        ),
      }),
    ),
  }),
  errors: [],
})
