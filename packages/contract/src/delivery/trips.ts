import { z } from 'zod'
import { call } from '../call.ts'
import { order } from '../ordering/orders.ts'
import {
  email,
  id,
  ignored,
  latitude,
  longitude,
  moneyText,
  orderNumber,
  page,
  pageNumber,
  phone,
  secret,
  success,
  text,
} from '../wire.ts'

/** The problems that a rider can report on a trip, with the names that `packages/rules` uses. */
export const troubleNames = ['customer_unreachable', 'returned', 'store_closed', 'rider_stopped'] as const
const trouble = z.enum(troubleNames)

/** An order as its rider sees it. The customer's contact is included from acceptance until an hour after delivery. */
const deliveryOrder = order.omit({ delivery_pin: true, rating: true, is_ratable: true, transaction_id: true }).extend({
  restaurant: order.shape.restaurant.extend({ description: z.string(), pincode: z.string().nullable() }),
  user: z.object({ id: z.int(), name: z.string(), phone: z.string().nullable() }).nullable(),
  commission: moneyText,
  trouble: trouble.nullable(),
  /**
   * Seconds until the order of a customer who cannot be reached may go back to the store; null if the rider does not
   * wait.
   */
  wait_seconds: z.int().nullable(),
  /** The rider's share of the tip, which may be less than the whole tip. */
  tip_amount: moneyText.nullable(),
})

const briefOrder = order.pick({
  id: true,
  orderstatus_id: true,
  unique_order_id: true,
  address: true,
  payment_mode: true,
  payable: true,
})

const job = z.object({
  id: z.int(),
  order_id: z.int(),
  user_id: z.int(),
  customer_id: z.int(),
  is_complete: z.union([z.literal(0), z.literal(1)]),
  created_at: z.string(),
  updated_at: z.string(),
  order: briefOrder.extend({
    commission: moneyText,
    tip_amount: moneyText.nullable(),
    restaurant: z.object({ name: z.string() }),
    currency: z.string(),
  }),
})

const rider = {
  id: z.int(),
  auth_token: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  wallet_balance: z.number(),
  onGoingCount: z.int(),
  completedCount: z.int(),
  status: z.union([z.literal(0), z.literal(1)]),
}

const riderAnswer = z.object({
  success: z.literal(true),
  data: z.object({
    ...rider,
    orders: z.array(job),
    earnings: z.array(
      z.object({
        id: z.int(),
        type: z.enum(['deposit', 'withdraw']),
        amount: z.int(),
        meta: z.object({ description: z.string() }),
        created_at: z.string(),
      }),
    ),
    totalEarnings: z.number(),
    deliveryCollection: z.number(),
    /** The cash that the rider has taken from customers so far: the amount handed in and the amount still in hand. */
    cashCollected: z.number(),
    cashHandedIn: z.number(),
    /** The cash in hand at which the server stops offering orders to the rider; null if there is no limit. */
    cashLimit: z.number().nullable(),
    averageRating: z.string(),
    ratings: z.array(z.object({ rating_delivery: z.int(), review_delivery: z.string().nullable() })),
  }),
  chart: z.object({ chartData: z.array(z.object({ x: z.string(), y: z.number() })).length(7) }),
})

const riderSession = z.union([
  z.object({ success: z.literal(true), data: z.object(rider) }),
  z.object({ success: z.literal(false), data: z.string() }),
])

export const deliveryLogin = call('delivery/login', {
  // P-73, GAP-40
  summary: 'Signs a rider in.',
  auth: 'public',
  input: z.object({ email: email.nullish(), password: secret.nullish() }),
  output: riderSession,
  errors: ['DONOTMATCH', 'SECOND_FACTOR_ASKED'],
})

export const deliverySendCode = call('delivery/login/send-code', {
  summary: "Sends a code to a rider's phone. For any other phone the answer is the same, but no code is sent.",
  auth: 'public',
  input: z.object({ phone: phone.nullish(), ...ignored }),
  output: z.union([z.object({ otp: z.literal(true) }), z.object({ otp: z.literal(false) })]),
  errors: ['INVALID_INPUT', 'OTP_TOO_SOON', 'OTP_LIMIT'],
})

export const deliveryLoginWithCode = call('delivery/login/with-code', {
  summary: 'Signs a rider in with the code of delivery/login/send-code.',
  auth: 'public',
  input: z.object({ phone: phone.nullish(), otp: text(12).nullish(), ...ignored }),
  output: riderSession,
  errors: ['DONOTMATCH', 'SECOND_FACTOR_ASKED', 'TOO_MANY_REQUESTS'],
})

export const deliverySecondFactor = call('delivery/login/second-factor', {
  summary:
    'Completes a sign-in with a second factor: the ticket from the error SECOND_FACTOR_ASKED, and an authenticator code or a recovery code.',
  auth: 'public',
  input: z.object({ ticket: secret, code: text(32), ...ignored }),
  output: riderSession,
  errors: ['SECOND_FACTOR_WRONG', 'SIGN_IN_TICKET_OVER', 'DONOTMATCH', 'TOO_MANY_REQUESTS'],
})

export const deliveryLogout = call('delivery/logout', {
  summary: "Ends a rider's session and takes them off duty.",
  auth: 'delivery',
  input: z.object(ignored),
  output: success,
  errors: [],
})

export const deliveryUpdateUserInfo = call('delivery/update-user-info', {
  // P-74
  summary: "A rider's own figures: open jobs, earnings, cash in hand, ratings and the last seven days.",
  auth: 'delivery',
  input: z.object(ignored),
  output: riderAnswer,
  errors: [],
})

export const toggleDeliveryGuyStatus = call('delivery/toggle-delivery-guy-status', {
  // P-82
  summary: 'Goes on or off duty.',
  auth: 'delivery',
  input: z.object({
    toggle_status: z.union([z.boolean(), z.enum(['true', 'false'])]).nullish(),
    force_offline: z.union([z.boolean(), z.enum(['true', 'false'])]).nullish(),
    ...ignored,
  }),
  output: riderAnswer,
  errors: [],
})

export const getDeliveryOrders = call('delivery/get-delivery-orders', {
  // P-75, GAP-45
  summary: "The rider's offers and jobs: new, accepted, picked up.",
  auth: 'delivery',
  input: z.object(ignored),
  output: z.object({
    new_orders: z.array(deliveryOrder),
    accepted_orders: z.array(deliveryOrder),
    pickedup_orders: z.array(deliveryOrder),
  }),
  errors: [],
})

const deliveryAction = deliveryOrder.extend({
  already_accepted: z.boolean().optional(),
  max_order: z.boolean().optional(),
  delivery_pin_error: z.boolean().optional(),
})

export const getSingleDeliveryOrder = call('delivery/get-single-delivery-order', {
  // P-76
  summary: "One order that is offered or assigned to the rider; another rider's order answers 401.",
  auth: 'delivery',
  input: z.object({ unique_order_id: orderNumber, ...ignored }),
  output: deliveryOrder,
  errors: ['ORDER_NOT_YOURS'],
})

export const acceptToDeliver = call('delivery/accept-to-deliver', {
  // P-79, GAP-43
  summary: 'Accepts an offered order. When two riders accept it, the second one gets already_accepted.',
  auth: 'delivery',
  input: z.object({ order_id: id, delivery_guy_id: z.unknown().optional(), ...ignored }),
  output: deliveryAction,
  errors: ['ORDER_NOT_YOURS', 'OFF_DUTY', 'CASH_LIMIT_REACHED'],
})

export const pickedupOrder = call('delivery/pickedup-order', {
  // P-80
  summary: 'Marks an accepted order as picked up.',
  auth: 'delivery',
  input: z.object({ order_id: id, ...ignored }),
  output: deliveryAction,
  errors: ['ORDER_NOT_YOURS', 'TRANSITION_REFUSED'],
})

export const deliverOrder = call('delivery/deliver-order', {
  // P-81, GAP-43
  summary: "Completes a delivery. With setting enableDeliveryPin, it needs the customer's PIN.",
  auth: 'delivery',
  input: z.object({
    order_id: id,
    delivery_pin: z
      .union([z.number(), z.string().max(12)])
      .transform(String)
      .nullish(),
    ...ignored,
  }),
  output: deliveryAction,
  errors: ['ORDER_NOT_YOURS', 'TRANSITION_REFUSED', 'DELIVERY_PIN_LOCKED'],
})

export const leaveAtDoor = call('delivery/leave-at-door', {
  summary:
    'Completes a prepaid delivery whose customer chose "Leave at door". A picture of the order at the door replaces the PIN. Repeating it changes nothing.',
  auth: 'delivery',
  takesPicture: true,
  input: z.object({ order_id: id, ...ignored }),
  output: deliveryAction,
  errors: ['ORDER_NOT_YOURS', 'TRANSITION_REFUSED', 'NOT_LEFT_AT_DOOR', 'NOT_PREPAID', 'UNSUPPORTED_MEDIA_TYPE'],
})

export const setDeliveryGuyGpsLocation = call('delivery/set-delivery-guy-gps-location', {
  // P-77, GAP-42
  summary: "Reports the rider's position.",
  auth: 'delivery',
  input: z.object({
    delivery_lat: latitude,
    delivery_long: longitude,
    heading: z.union([z.number(), z.string().max(16)]).nullish(),
    ...ignored,
  }),
  output: z.literal(true),
  errors: [],
})

export const getDeliveryGuyGpsLocation = call('delivery/get-delivery-guy-gps-location', {
  // P-78, GAP-42
  summary: "The position of the rider of the customer's order, from acceptance to delivery; null otherwise.",
  auth: 'customer',
  input: z.object({ order_id: id, ...ignored }),
  output: z
    .object({
      name: z.string(),
      photo: z.string().nullable(),
      description: z.string().nullable(),
      vehicle_number: z.string().nullable(),
      delivery_lat: z.string().nullable(),
      delivery_long: z.string().nullable(),
      heading: z.string().nullable(),
      positioned_at: z.string().nullable(),
      status: z.int(),
    })
    .nullable(),
  errors: ['NOT_FOUND'],
})

export const getCompletedOrders = call('delivery/get-completed-orders', {
  // P-83
  summary: "The rider's delivered orders, five a page.",
  auth: 'delivery',
  query: ['page'],
  input: z.object({ page: pageNumber, ...ignored }),
  output: page(job),
  errors: [],
})

export const reportTrouble = call('delivery/report-trouble', {
  summary:
    'Reports the problem that keeps the rider from delivering. Every problem but `customer_unreachable` takes the order from the rider. `returned` is possible after the waiting time for an unreachable customer.',
  auth: 'delivery',
  input: z.object({ order_id: id, trouble, ...ignored }),
  output: z.object({ success: z.literal(true), wait_seconds: z.int().nullable() }),
  errors: ['ORDER_NOT_YOURS', 'TRANSITION_REFUSED', 'WAIT_NOT_OVER'],
})
