import { z } from 'zod'
import { call } from '../call.ts'
import { troubleNames } from '../delivery/trips.ts'
import { wishes } from '../identity/addresses.ts'
import { filledText, id, ignored, moneyText, orderTypeCode, success, text } from '../wire.ts'
import { billLine } from './checkout.ts'
import { doorPhoto } from './orders.ts'

/** The names of order states, as in `orderStatusIds` of `packages/rules`. */
export const orderStatusNames = [
  'placed',
  'accepted',
  'assigned',
  'picked_up',
  'delivered',
  'cancelled',
  'ready',
  'awaiting_payment',
  'payment_failed',
  'scheduled',
  'schedule_confirmed',
] as const

const status = z.enum(orderStatusNames)
/** A point in time, ISO 8601. */
const moment = z.string()
const named = z.object({ id: z.int(), name: z.string() })
const spot = z.object({ latitude: z.number(), longitude: z.number() })
const reason = filledText(300)
const forOrder = { ...ignored, order_id: id }

const boardOrder = z.object({
  id: z.int(),
  unique_order_id: z.string(),
  status,
  delivery_type: orderTypeCode,
  store: named,
  customer: z.string(),
  rider: z.string().nullable(),
  /** Item names and quantities, for the kitchen. */
  items: z.array(z.object({ name: z.string(), quantity: z.int() })),
  total: moneyText,
  currency: z.string(),
  payment_mode: z.string(),
  comment: z.string().nullable(),
  placed_at: moment,
  /** The time at which the order entered its current state. */
  since: moment,
  promised_at: moment.nullable(),
  scheduled_for: moment.nullable(),
})

export const orderBoard = call('dashboard/orders/board', {
  summary: 'All open orders, oldest first, at most three hundred. Store owners get the orders of their own stores.',
  auth: 'staff',
  permission: 'order_view',
  ownersToo: true,
  input: z.object(ignored),
  output: z.object({
    success: z.literal(true),
    orders: z.array(boardOrder),
    has_more: z.boolean(),
    /**
     * The minutes after which the board shows an order in red: `rider` while the order waits for a rider, `store` in
     * any other step.
     */
    late_after_minutes: z.object({ rider: z.number(), store: z.number() }),
  }),
  errors: [],
})

export const orderPlaces = call('dashboard/orders/places', {
  summary:
    'The coordinates of the open orders: of their stores, their customers and the riders who have them. People of a store get no coordinates of customers while the operator hides customers from stores. Staff need `delivery_guys_view` for riders.',
  auth: 'staff',
  permission: 'order_view',
  ownersToo: true,
  input: z.object(ignored),
  output: z.object({
    success: z.literal(true),
    /** The orders of the board, sorted as on the board. */
    orders: z.array(
      z.object({
        id: z.int(),
        store: spot,
        /** The customer's coordinates; null for self-pickup, and if the reader may not see them. */
        customer: spot.nullable(),
        /** The last known position of the rider who has the order. */
        rider: z.object({ id: z.int(), name: z.string(), at: spot, positioned_at: moment.nullable() }).nullable(),
      }),
    ),
  }),
  errors: [],
})

const orderLine = z.object({
  id: z.int(),
  name: z.string(),
  quantity: z.int(),
  unit_price: moneyText,
  amount: moneyText,
  /** The amount that a refund of the line returns: its price with its share of the coupon and of the tax. */
  paid: moneyText,
  /**
   * The number of pieces that were refunded, or that will be if an approver approves the open request; null for store
   * owners.
   */
  refunded: z.int().nullable(),
  addons: z.array(z.object({ category: z.string(), name: z.string(), price: moneyText })),
})

const orderEvent = z.object({
  at: moment,
  kind: z.string(),
  from: status.nullable(),
  to: status,
  /** The kind of actor who caused the entry: customer, store, rider, staff, provider or scheduler. */
  by: z.string(),
  name: z.string().nullable(),
  rider: z.string().nullable(),
  reason: z.string().nullable(),
})

/** Payments and refunds of the order; only staff see them. */
const orderMoney = z.object({
  wallet_own: moneyText,
  wallet_promotion: moneyText,
  online: moneyText,
  refunded: moneyText,
  kept: moneyText,
  payment_approved_at: moment.nullable(),
  payments: z.array(
    z.object({
      id: z.string(),
      provider: z.string(),
      payment_id: z.string(),
      use: z.string(),
      amount: moneyText,
      going_back: moneyText,
      captured_at: moment,
    }),
  ),
  refunds: z.array(
    z.object({ id: z.string(), amount: moneyText, to: z.string(), state: z.string(), reason: z.string(), at: moment }),
  ),
})

const auditEntry = z.object({
  at: moment,
  who: z.string().nullable(),
  action: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  reason: z.string().nullable(),
})

const wholeOrder = z.object({
  id: z.int(),
  unique_order_id: z.string(),
  status,
  delivery_type: orderTypeCode,
  payment_mode: z.string(),
  transaction_id: z.string().nullable(),
  currency: z.string(),
  total: moneyText,
  payable: moneyText,
  /** Whether the customer has paid the amount in `payable`. */
  is_paid: z.boolean(),
  cash_change: moneyText.nullable(),
  coupon_name: z.string().nullable(),
  tax_percent: z.string().nullable(),
  comment: z.string().nullable(),
  ...wishes,
  has_delivery_photo: z.boolean(),
  /** The problem that the last rider reported; null once another rider has taken the order. */
  trouble: z.enum(troubleNames).nullable(),
  cancel_reason: z.string().nullable(),
  prep_minutes: z.int().nullable(),
  placed_at: moment,
  promised_at: moment.nullable(),
  scheduled_for: moment.nullable(),
  delivered_at: moment.nullable(),
  distance_km: z.number().nullable(),
  /**
   * Whether too many wrong delivery PINs were entered, so that staff must complete the delivery
   * (docs/reference/security.md#delivery-pin).
   */
  is_pin_locked: z.boolean(),
  store: named.extend({ address: z.string().nullable(), phone: z.string().nullable(), at: spot }),
  /**
   * The customer of the order. Phone, email address and location are null for owners from whom the shop hides
   * customers' details.
   */
  customer: named.extend({ email: z.string().nullable(), phone: z.string().nullable() }),
  address: z.string().nullable(),
  at: spot.nullable(),
  rider: named.extend({ phone: z.string().nullable() }).nullable(),
  /** The name of the member of staff who placed the order for the customer; null if the customer placed it. */
  placed_by: z.string().nullable(),
  /** The linked order; only the two orders of a visit whose goods are delivered have one. */
  linked_order: z
    .object({ id: z.int(), unique_order_id: z.string(), kind: z.enum(['visit', 'goods']), shares_payment: z.boolean() })
    .optional(),
  lines: z.array(orderLine),
  bill: z.array(billLine),
  events: z.array(orderEvent),
  money: orderMoney.nullable(),
  audit: z.array(auditEntry),
})

export const showOrder = call('dashboard/orders/show', {
  summary:
    'One order in full: lines, bill, people and all events. Staff also see its payments, refunds and the actions of staff. Owners get orders of their own stores.',
  auth: 'staff',
  permission: 'order_view',
  ownersToo: true,
  input: z.object(forOrder),
  output: z.object({ success: z.literal(true), order: wholeOrder }),
  errors: ['NOT_FOUND'],
})

export const showDoorPhoto = call('dashboard/orders/photo', {
  summary: "The rider's picture of an order at the door. Owners get the pictures of orders of their own stores.",
  auth: 'staff',
  permission: 'order_view',
  ownersToo: true,
  input: z.object(forOrder),
  output: doorPhoto,
  errors: ['NOT_FOUND'],
})

export const offerAgain = call('dashboard/orders/offer-again', {
  summary: 'Offers an order to riders again that came back from a trip. Repeating it changes nothing.',
  auth: 'staff',
  permission: 'order_actions',
  input: z.object(forOrder),
  output: success,
  errors: ['NOT_FOUND', 'TRANSITION_REFUSED', 'ORDER_OF_VISIT'],
})

export const cancelOpenOrder = call('dashboard/orders/cancel', {
  // GAP-07
  summary: 'Cancels an open order and refunds none, half or all of the payment. The rest is income of the platform.',
  auth: 'staff',
  permission: 'order_actions',
  idempotent: true,
  input: z.object({ ...forOrder, refund: z.enum(['none', 'half', 'full']), reason }),
  output: z.object({ success: z.literal(true), refunded: moneyText, kept: moneyText, currency: z.string() }),
  errors: ['NOT_FOUND', 'TRANSITION_REFUSED'],
})

export const approvePayment = call('dashboard/orders/approve-payment', {
  summary:
    "Reports that an order's payment arrived, with the reason and the evidence. Above the daily limits of the customer or the member of staff, it needs an approver.",
  auth: 'staff',
  permission: 'order_actions',
  needsRecentProof: true,
  input: z.object({ ...forOrder, reason, reference: text(120).nullish() }),
  output: z.object({ success: z.literal(true), status, state: z.enum(['waiting', 'booked']) }),
  errors: ['NOT_FOUND', 'TRANSITION_REFUSED', 'SECOND_PERSON_NEEDED'],
})
