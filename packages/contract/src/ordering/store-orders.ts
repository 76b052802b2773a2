import { z } from 'zod'
import { call } from '../call.ts'
import { store } from '../catalogue/stores.ts'
import { email, id, ignored, page, pageNumber, searchText, secret, success, text } from '../wire.ts'
import { order } from './orders.ts'

/** An order as its store sees it: without the delivery PIN, and with no wallet data except the amount left to pay. */
const storeOrder = order
  .omit({ delivery_pin: true, transaction_id: true, rating: true, is_ratable: true, wallet_amount: true })
  .extend({
    orderitems_count: z.int(),
    /**
     * The customer of the order, without phone and address when the operator hides customers' details
     * (`hideCustomerDetailsFromStoreOwner`).
     */
    user: z.object({ id: z.int(), name: z.string(), email: z.string().nullable(), phone: z.string().nullable() }),
    already_action: z.boolean().optional(),
  })

const forStore = { store_id: id, ...ignored }
const forOrder = { ...forStore, order_id: id }
const rider = z.object({ id: z.int(), name: z.string(), phone: z.string().nullable() })

const ownerSession = z.union([
  z.object({
    success: z.literal(true),
    data: z.object({
      id: z.int(),
      auth_token: z.string(),
      name: z.string(),
      email: z.string().nullable(),
      phone: z.string(),
      stores: z.array(store),
    }),
  }),
  z.object({ success: z.literal(false), data: z.string() }),
])

export const storeOwnerLogin = call('store-owner/login', {
  // Source: docs/reference/wire.md#store-owner-app.
  summary: 'Signs a store owner in.',
  auth: 'public',
  input: z.object({ email: email.nullish(), password: secret.nullish() }),
  output: ownerSession,
  errors: ['DONOTMATCH', 'SECOND_FACTOR_ASKED'],
})

export const storeOwnerSecondFactor = call('store-owner/login/second-factor', {
  summary:
    'Completes a sign-in with a second factor: the ticket from the error SECOND_FACTOR_ASKED, and an authenticator code or a recovery code.',
  auth: 'public',
  input: z.object({ ticket: secret, code: text(32), ...ignored }),
  output: ownerSession,
  errors: ['SECOND_FACTOR_WRONG', 'SIGN_IN_TICKET_OVER', 'DONOTMATCH', 'TOO_MANY_REQUESTS'],
})

export const storeOwnerLogout = call('store-owner/logout', {
  summary: "Ends a store owner's session.",
  auth: 'store-owner',
  input: z.object(ignored),
  output: success,
  errors: [],
})

export const storeOwnerGetOrders = call('store-owner/get-orders', {
  summary: "A store's open orders, grouped by what they wait for.",
  auth: 'store-owner',
  staffMay: 'order_view',
  input: z.object(forStore),
  output: z.object({
    new_orders: z.array(storeOrder),
    preparing_orders: z.array(storeOrder),
    selfpickup_orders: z.array(storeOrder),
    ongoing_orders: z.array(storeOrder),
  }),
  errors: ['ORDER_NOT_YOURS', 'NOT_FOUND'],
})

export const storeOwnerGetSingleOrder = call('store-owner/get-single-order', {
  summary: 'One order of a store in any state, with its customer and its rider.',
  auth: 'store-owner',
  staffMay: 'order_view',
  input: z.object(forOrder),
  output: storeOrder.extend({ accept_delivery: z.object({ user: rider }).nullable() }),
  errors: ['ORDER_NOT_YOURS', 'NOT_FOUND'],
})

export const storeOwnerGetPastOrders = call('store-owner/get-past-orders', {
  summary: "A store's delivered and cancelled orders, newest first, twenty a page.",
  auth: 'store-owner',
  staffMay: 'order_view',
  query: ['page'],
  input: z.object({ ...forStore, page: pageNumber }),
  output: page(storeOrder),
  errors: ['ORDER_NOT_YOURS', 'NOT_FOUND'],
})

export const storeOwnerSearchOrders = call('store-owner/search-orders', {
  summary: "A store's orders whose number or customer matches, newest first, at most fifty.",
  auth: 'store-owner',
  staffMay: 'order_view',
  input: z.object({ ...forStore, q: searchText }),
  output: z.array(storeOrder),
  errors: ['ORDER_NOT_YOURS', 'NOT_FOUND'],
})

export const getCancelReasonsForRestaurant = call('store-owner/get-cancel-reasons-for-restaurant', {
  summary: 'The reasons a store can give for rejecting an order, in the language of the request. Also answers GET.',
  auth: 'store-owner',
  staffMay: 'order_view',
  alsoGet: true,
  input: z.object(ignored),
  output: z.array(z.object({ id: z.int(), cancel_reason: z.string() })),
  errors: [],
})

export const confirmScheduledOrder = call('store-owner/confirm-scheduled-order', {
  summary: 'Confirms a scheduled order. The order starts automatically before its slot.',
  auth: 'store-owner',
  staffMay: 'order_actions',
  input: z.object(forOrder),
  output: storeOrder,
  errors: ['ORDER_NOT_YOURS', 'NOT_FOUND', 'TRANSITION_REFUSED', 'ORDER_OF_VISIT'],
})

export const storeOwnerAcceptOrder = call('store-owner/accept-order', {
  summary: 'Accepts a placed order, optionally with preparation minutes.',
  auth: 'store-owner',
  staffMay: 'order_actions',
  input: z.object({
    ...forOrder,
    order_prep_time: z
      .union([z.number(), z.string().regex(/^\d{1,3}$/)])
      .transform(Number)
      .pipe(z.int().min(1).max(240))
      .nullish(),
  }),
  output: storeOrder,
  errors: ['ORDER_NOT_YOURS', 'NOT_FOUND', 'TRANSITION_REFUSED', 'ORDER_OF_VISIT'],
})

export const storeOwnerCancelOrder = call('store-owner/cancel-order', {
  summary: 'Rejects a placed order. Its payment is refunded to the wallet.',
  auth: 'store-owner',
  staffMay: 'order_actions',
  idempotent: true,
  input: z.object({ ...forOrder, cancel_reason: text(300).nullish() }),
  output: storeOrder,
  errors: ['ORDER_NOT_YOURS', 'NOT_FOUND', 'TRANSITION_REFUSED'],
})

export const markSelfpickupOrderReady = call('store-owner/mark-selfpickup-order-ready', {
  summary: 'Marks an accepted self-pickup order as ready.',
  auth: 'store-owner',
  staffMay: 'order_actions',
  input: z.object(forOrder),
  output: storeOrder,
  errors: ['ORDER_NOT_YOURS', 'NOT_FOUND', 'TRANSITION_REFUSED', 'ORDER_OF_VISIT'],
})

export const markSelfpickupOrderCompleted = call('store-owner/mark-selfpickup-order-completed', {
  summary: 'Marks a ready self-pickup order as picked up.',
  auth: 'store-owner',
  staffMay: 'order_actions',
  input: z.object(forOrder),
  output: storeOrder,
  errors: ['ORDER_NOT_YOURS', 'NOT_FOUND', 'TRANSITION_REFUSED', 'ORDER_OF_VISIT'],
})
