import { z } from 'zod'
import { call } from '../call.ts'
import { ignored, orderTypeCode, success, text } from '../wire.ts'

const orderNumber = z.string().max(64)

export const shareOrder = call('share-order', {
  summary:
    'The token of the link with which others follow an order in progress; the same one until sharing is stopped.',
  auth: 'customer',
  input: z.object({ unique_order_id: orderNumber, ...ignored }),
  output: z.object({ success: z.literal(true), share_token: z.string() }),
  errors: ['NOT_FOUND', 'ORDER_OVER'],
})

export const stopSharingOrder = call('stop-sharing-order', {
  summary: 'Ends the link of an order. A later link has another token.',
  auth: 'customer',
  input: z.object({ unique_order_id: orderNumber, ...ignored }),
  output: success,
  errors: ['NOT_FOUND'],
})

export const getSharedOrder = call('get-shared-order', {
  summary:
    'Store, state, expected time and rider of a shared order. Links that have ended and tokens that never existed have the same answer.',
  auth: 'public',
  input: z.object({ share_token: text(64), ...ignored }),
  output: z.object({
    success: z.literal(true),
    orderstatus_id: z.int().min(1).max(11),
    delivery_type: orderTypeCode,
    store: z.object({
      id: z.int(),
      name: z.string(),
      image: z.string(),
      latitude: z.string(),
      longitude: z.string(),
    }),
    /** The expected time of arrival in ISO 8601; null if the order has no promised time. */
    arrives_at: z.string().nullable(),
    /** Minutes of delay after the promised time; 0 if the order is on time. */
    late_minutes: z.int(),
    /**
     * Whether the time `arrives_at` has passed. The time can pass while it is still the promised time, because no
     * better estimate is known.
     */
    is_overdue: z.boolean(),
    /** The rider, while they carry the order. The rider's coordinates are rounded to about 100 metres. */
    rider: z
      .object({
        name: z.string(),
        latitude: z.number().nullable(),
        longitude: z.number().nullable(),
        positioned_at: z.string().nullable(),
      })
      .nullable(),
  }),
  errors: ['NOT_FOUND'],
})
