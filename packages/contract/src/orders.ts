import { z } from 'zod'
import { call } from './call.ts'
import { store } from './stores.ts'
import { amount, dateTimeText, flag, id, ignored, moneyText, page, pageNumber, slug, text } from './wire.ts'

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

/** The order row of wire contract §2.9.4 with what its readers need beside it. */
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
  wallet_amount: z.number(),
  payment_mode: z.string(),
  transaction_id: z.string().nullable(),
  order_comment: z.string().nullable(),
  delivery_type: z.union([z.literal(1), z.literal(2)]),
  cash_change_amount: z.string().nullable(),
  /** The customer's own until delivery; null for everyone else. */
  delivery_pin: z.string().nullable(),
  is_scheduled: flag,
  schedule_date: z.string().nullable(),
  schedule_slot: z.string().nullable(),
  prep_time: z.int().nullable(),
  /** ISO 8601 instants beside the zone-less times of the wire. */
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
})

const selectedAddon = z.object({
  addon_category_name: z.string().max(255).nullish(),
  addon_id: id,
  addon_name: z.string().max(255).nullish(),
  price: z.unknown().optional(),
})

/** Only item, add-ons and quantity of a cart line are read; names and prices are the server's (GAP-10, T-12). */
const orderedLine = z.object({
  id,
  quantity: z.unknown(),
  selectedaddons: z.array(selectedAddon).max(50).nullish(),
  name: z.unknown().optional(),
  price: z.unknown().optional(),
})

const cartInput = {
  order: z.array(orderedLine).max(200),
  coupon: z
    .object({ code: z.string().max(64) })
    .loose()
    .nullish(),
  location: z
    .object({
      lat: z.unknown().optional(),
      lng: z.unknown().optional(),
      address: z.unknown().optional(),
      house: z.unknown().optional(),
      tag: z.unknown().optional(),
    })
    .nullish(),
  delivery_type: z.union([
    z.literal(1),
    z.literal(2),
    z.literal('1').transform(() => 1 as const),
    z.literal('2').transform(() => 2 as const),
  ]),
  partial_wallet: z.boolean().nullish(),
  tipAmount: amount.nullish(),
}

/** A row of a bill; deductions are negative. */
export const billLine = z.object({
  key: z.enum(['itemTotal', 'coupon', 'storeCharge', 'delivery', 'tax', 'tip', 'total', 'wallet', 'payable']),
  amount: moneyText,
})

/** The bill line by line, in the order a person reads it. Amounts are strings with the currency's decimals. */
export const quoteAnswer = z.object({
  currency: z.string(),
  lines: z.array(billLine),
  order_lines: z.array(z.object({ id: z.int(), unit_price: moneyText, quantity: z.int(), total: moneyText })),
  sub_total: moneyText,
  total: moneyText,
  payable: moneyText,
  wallet_amount: moneyText,
  distance: z.number().nullable(),
  delivery_minutes: z.int().nullable(),
  free_delivery_missing: moneyText.nullable(),
})

export const quote = call('quote', {
  // GAP-81
  summary: 'What a cart would cost now, line by line, without any effect.',
  auth: 'optional',
  forCallers: true,
  input: z.object({ ...cartInput, method: z.string().max(24).nullish(), ...ignored }),
  output: quoteAnswer,
  errors: [
    'CART_EMPTY',
    'CART_TOO_LARGE',
    'QUANTITY_INVALID',
    'TIP_INVALID',
    'MIXED_STORES',
    'ITEM_UNAVAILABLE',
    'ADDON_INVALID',
    'STORE_UNKNOWN',
    'COUPON_INVALID',
    'COUPON_MINIMUM_NOT_MET',
    'COUPON_USED_ONCE',
    'COUPON_FOR_NEW_CUSTOMERS',
    'COUPON_LIMIT_REACHED',
  ],
})

export const placeOrder = call('place-order', {
  // P-56, GAP-10, GAP-11
  summary: 'Places an order; the server prices it, checks everything again and answers the order.',
  auth: 'customer',
  forCallers: true,
  refusals: { delivery: 'DELIVERY_ACCOUNT_CANNOT_ORDER' },
  idempotent: true,
  input: z.object({
    ...cartInput,
    user: z.unknown().optional(),
    order_comment: text(1000).nullish(),
    total: z.unknown().optional(),
    /** What the person saw as the total to pay; a different server total places nothing (GAP-10). */
    quoted_total: amount.nullish(),
    method: z.string().max(24),
    payment_token: z.string().max(255).nullish(),
    dis: z.unknown().optional(),
    pending_payment: z.boolean().nullish(),
    cash_change_amount: amount.nullish(),
    schedule_date: z.object({ day: z.string().max(16), date: z.string().regex(/^\d{4}-\d{2}-\d{2}$/) }).nullish(),
    schedule_slot: z.object({ open: z.string().max(16), close: z.string().max(16) }).nullish(),
    ...ignored,
  }),
  output: z.union([
    z.object({ success: z.literal(true), data: order }),
    z.object({
      success: z.literal(false),
      message: z.string(),
      error: z.object({ code: z.string(), request_id: z.string() }).loose(),
      quote: quoteAnswer,
    }),
  ]),
  errors: [
    'CART_EMPTY',
    'CART_TOO_LARGE',
    'QUANTITY_INVALID',
    'TIP_INVALID',
    'MIXED_STORES',
    'STORE_UNKNOWN',
    'STORE_CLOSED',
    'ORDER_TYPE_UNSUPPORTED',
    'ITEM_UNAVAILABLE',
    'ADDON_INVALID',
    'MINIMUM_NOT_MET',
    'ADDRESS_MISSING',
    'ADDRESS_NOT_SERVED',
    'METHOD_NOT_AVAILABLE',
    'WALLET_TOO_LOW',
    'PRICE_CHANGED',
    'SLOT_INVALID',
    'CASH_CHANGE_INVALID',
    'ORDER_AMOUNT_OUT_OF_RANGE',
    'DELIVERY_ACCOUNT_CANNOT_ORDER',
    'COUPON_INVALID',
    'COUPON_MINIMUM_NOT_MET',
    'COUPON_USED_ONCE',
    'COUPON_FOR_NEW_CUSTOMERS',
    'COUPON_LIMIT_REACHED',
  ],
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
  summary: 'Cancels an own order that is placed or scheduled and gives back what was paid.',
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
  summary: 'Bare true while an order of the customer is under way.',
  auth: 'customer',
  input: z.object(ignored),
  output: z.boolean(),
  errors: [],
})

export const getRatableOrder = call('get-ratable-order', {
  // P-70
  summary: 'An own order with its rating, for the rating screen.',
  auth: 'customer',
  input: z.object({ order_id: id, ...ignored }),
  output: order,
  errors: ['NOT_FOUND'],
})

export const rateOrder = call('rate-order', {
  // P-71, GAP-17
  summary: 'Rates a delivered order once.',
  auth: 'customer',
  input: z.object({
    order_id: id,
    rating_store: z.unknown(),
    rating_delivery: z.unknown().optional(),
    review_store: text(1000).nullish(),
    review_delivery: text(1000).nullish(),
    ...ignored,
  }),
  output: z.object({ success: z.literal(true) }),
  errors: ['ORDER_NOT_RATABLE', 'RATING_INVALID'],
})

export const getStoreReviews = call('get-store-reviews', {
  // P-69, GAP-18
  summary: "A store's shown reviews. Also answers GET.",
  auth: 'public',
  alsoGet: true,
  path: '/{slug}',
  input: z.object({ slug, ...ignored }),
  output: z.object({
    restaurant: store,
    reviews: z.array(
      z.object({
        id: z.int(),
        username: z.string(),
        rating_store: z.int(),
        review_store: z.string().nullable(),
        /** What the store said to it. */
        reply: z.string().nullable(),
        created_at: z.string(),
      }),
    ),
    /** How many ratings each number of stars has, from 1 to 5. */
    distribution: z.array(z.int()).length(5),
  }),
  errors: ['NOT_FOUND'],
})

const gatewayRow = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string().nullable(),
  logo: z.string().nullable(),
  is_active: flag,
  created_at: z.string(),
  updated_at: z.string(),
})

export const getPaymentGateways = call('get-payment-gateways', {
  // P-59, GAP-33
  summary: 'The ways to pay that this store offers.',
  auth: 'customer',
  forCallers: true,
  input: z.object({ restaurant_id: id, ...ignored }),
  output: z.array(gatewayRow),
  errors: [],
})

export const getTopUpGateways = call('get-top-up-gateways', {
  summary: 'The ways to put money into the own wallet, as rows of get-payment-gateways.',
  auth: 'customer',
  input: z.object(ignored),
  output: z.array(gatewayRow.omit({ created_at: true, updated_at: true })),
  errors: [],
})

const couponRow = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string().nullable(),
  code: z.string(),
  discount_type: z.enum(['AMOUNT', 'PERCENTAGE']),
  discount: z.string(),
  expiry_date: z.string().nullable(),
  is_active: flag,
  count: z.int(),
  max_count: z.int(),
  min_subtotal: moneyText.nullable(),
  max_discount: moneyText.nullable(),
  subtotal_message: z.string().nullable(),
  user_type: z.enum(['ALL', 'ONCE', 'ONCENEW', 'CUSTOM']),
  max_count_per_user: z.int().nullable(),
})

export const applyCoupon = call('apply-coupon', {
  // P-20, P-21, INT-09
  summary: 'Checks a coupon for a subtotal, or without a code lists the coupons the customer can use.',
  auth: 'customer',
  forCallers: true,
  input: z.object({
    coupon: z.string().max(64).nullish(),
    restaurant_id: id.nullish(),
    subtotal: amount.nullish(),
    ...ignored,
  }),
  output: z.union([
    couponRow.extend({ success: z.literal(true), appliedAmount: moneyText }),
    z.object({ success: z.literal(true), coupons: z.array(couponRow) }),
  ]),
  errors: [
    'COUPON_INVALID',
    'COUPON_MINIMUM_NOT_MET',
    'COUPON_USED_ONCE',
    'COUPON_FOR_NEW_CUSTOMERS',
    'COUPON_LIMIT_REACHED',
  ],
})

export const getWalletStatement = call('get-wallet-statement', {
  summary: 'The own wallet as a file: a page that checks itself, or rows for a spreadsheet.',
  auth: 'customer',
  input: z.object({ ...ignored, format: z.enum(['html', 'csv']) }),
  output: z.object({ success: z.literal(true), file_name: z.string(), media_type: z.string(), content: z.string() }),
  errors: [],
})

export const getWalletTransactions = call('get-wallet-transactions', {
  // P-36
  summary: 'Balance and movements of the own wallet, newest first; amounts in minor units.',
  auth: 'customer',
  input: z.object(ignored),
  output: z.object({
    success: z.literal(true),
    balance: z.number(),
    transactions: z.array(
      z.object({
        id: z.int(),
        payable_type: z.string(),
        payable_id: z.int(),
        wallet_id: z.int(),
        type: z.enum(['deposit', 'withdraw']),
        amount: z.int(),
        confirmed: z.boolean(),
        meta: z.object({ description: z.string() }),
        uuid: z.string(),
        created_at: dateTimeText,
        updated_at: dateTimeText,
      }),
    ),
  }),
  errors: [],
})
