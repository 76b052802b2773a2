import { z } from 'zod'
import { call } from '../call.ts'
import { store } from '../catalogue/stores.ts'
import { wishes } from '../identity/addresses.ts'
import { dateTimeText, flag, id, ignored, moneyText, orderTypeCode, page, pageNumber, text } from '../wire.ts'

const orderItemAddon = z.object({
  id: z.int(),
  orderitem_id: z.int(),
  addon_category_name: z.string(),
  addon_name: z.string(),
  addon_price: moneyText,
})

const orderItem = z.object({
  id: z.int(),
  order_id: z.int(),
  item_id: z.int().nullable(),
  name: z.string(),
  quantity: z.int(),
  price: moneyText,
  image: z.string().nullable(),
  order_item_addons: z.array(orderItemAddon),
})

const rating = z.object({
  id: z.int(),
  order_id: z.int(),
  rating_store: z.int(),
  rating_delivery: z.int().nullable(),
  review_store: z.string().nullable(),
  review_delivery: z.string().nullable(),
})

/** The linked order: a visit whose goods are delivered has one order for the visit and one for the goods. */
export const linkedOrder = z.object({
  id: z.int(),
  unique_order_id: z.string(),
  kind: z.enum(['visit', 'goods']),
  orderstatus_id: z.int().min(1).max(11),
  /**
   * The time at which the visit of the linked order begins, and the time zone of its salon; null if the linked order is
   * that of the goods.
   */
  starts_at: z.string().nullable(),
  time_zone: z.string().nullable(),
  /** The amount of the shared payment for both orders; null if each order is paid alone. */
  payable_together: z.number().nullable(),
})

/** The order row (docs/reference/wire.md#order-row) with further fields for the apps. */
export const order = z.object({
  id: z.int(),
  unique_order_id: z.string(),
  orderstatus_id: z.int().min(1).max(11),
  user_id: z.int(),
  restaurant_id: z.int(),
  location: z.string(),
  address: z.string(),
  coupon_name: z.string().nullable(),
  coupon_amount: z.number().nullable(),
  sub_total: z.number(),
  restaurant_charge: z.number(),
  delivery_charge: moneyText,
  actual_delivery_charge: moneyText,
  distance: z.number().nullable(),
  tax: z.string().nullable(),
  tax_amount: z.number(),
  tip_amount: z.number().nullable(),
  total: z.number(),
  payable: z.number(),
  /** The amount to pay at the salon after a visit; 0 for other orders. */
  at_store: z.number(),
  wallet_amount: z.number(),
  payment_mode: z.string(),
  transaction_id: z.string().nullable(),
  order_comment: z.string().nullable(),
  ...wishes,
  /** Whether the rider took a picture of the order at the door; the call `delivery-photo` answers the picture. */
  has_delivery_photo: z.boolean(),
  delivery_type: orderTypeCode,
  cash_change_amount: z.string().nullable(),
  /** The delivery PIN, for the order's customer until delivery; null for everyone else. */
  delivery_pin: z.string().nullable(),
  is_scheduled: flag,
  schedule_date: z.string().nullable(),
  schedule_slot: z.string().nullable(),
  prep_time: z.int().nullable(),
  /**
   * The promised time. This and the following times of an order are in ISO 8601; they are sent in addition to the
   * wire's own times, which have no time zone.
   */
  promised_at: z.string().nullable(),
  placed_at: z.string(),
  cancel_reason: z.string().nullable(),
  currency: z.string(),
  zone_id: z.int().nullable(),
  created_at: dateTimeText,
  updated_at: dateTimeText,
  orderitems: z.array(orderItem),
  restaurant: store.pick({
    id: true,
    name: true,
    slug: true,
    image: true,
    placeholder_image: true,
    kind: true,
    latitude: true,
    longitude: true,
    address: true,
    phone: true,
    delivery_type: true,
    is_active: true,
  }),
  rating: rating.nullable(),
  is_ratable: z.boolean(),
  /** The linked order; only the two orders of a visit whose goods are delivered have one. */
  linked_order: linkedOrder.optional(),
})

export const getOrders = call('get-orders', {
  // P-57, GAP-15
  summary: "The customer's orders, newest first, ten a page.",
  auth: 'customer',
  forCallers: true,
  query: ['page'],
  input: z.object({ page: pageNumber, ...ignored }),
  output: page(order),
  errors: [],
})

export const cancelOrder = call('cancel-order', {
  // P-58, GAP-16
  summary: 'Cancels a placed or scheduled order of the customer and refunds it.',
  auth: 'customer',
  idempotent: true,
  input: z.object({ order_id: id, cancel_reason: text(300).nullish(), ...ignored }),
  output: z.object({ success: z.boolean(), refund: z.boolean() }),
  errors: ['ORDER_NOT_CANCELLABLE', 'ORDER_ALREADY_CANCELLED', 'NOT_FOUND'],
})

export const reorder = call('reorder', {
  // GAP-81
  summary: 'The lines of a past order that can be ordered again now, as cart lines.',
  auth: 'customer',
  input: z.object({ order_id: id, ...ignored }),
  output: z.object({
    restaurant_id: z.int(),
    slug: z.string(),
    items: z.array(
      z.object({
        id: z.int(),
        quantity: z.int(),
        selectedaddons: z.array(
          z.object({ addon_category_name: z.string(), addon_id: z.string(), addon_name: z.string(), price: moneyText }),
        ),
      }),
    ),
  }),
  errors: ['NOT_FOUND'],
})

export const checkRunningOrder = call('check-running-order', {
  // P-35
  summary: 'Answers only true or false: whether the customer has an order in progress.',
  auth: 'customer',
  input: z.object(ignored),
  output: z.boolean(),
  errors: [],
})

/** The picture as a data URL with WebP in base64. */
export const doorPhoto = z.object({ success: z.literal(true), photo: z.string(), taken_at: z.string() })

export const deliveryPhoto = call('delivery-photo', {
  summary: "The rider's picture of the customer's own order at the door.",
  auth: 'customer',
  input: z.object({ order_id: id, ...ignored }),
  output: doorPhoto,
  errors: ['NOT_FOUND'],
})
