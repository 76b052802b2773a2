import { z } from 'zod'
import { call } from '../call.ts'
import {
  amount,
  because,
  dateTimeText,
  filledText,
  flag,
  id,
  ignored,
  moneyText,
  page,
  pageNumber,
  success,
} from '../wire.ts'

/** Who can take payments at all, by the names of the wire's gateway rows; the wallet is none of them. */
export const gatewayNames = ['COD', 'Razorpay', 'Paytm', 'Stripe', 'PayMongo', 'MercadoPago', 'Khalti'] as const
export type GatewayName = (typeof gatewayNames)[number]

const gateway = filledText(24)
const reference = z.string().regex(/^[A-Za-z0-9_-]{22}$/)

/** `redirect` leads to the provider's own page; the others to a document of ours that holds its form or script alone. */
const wayToPay = z.object({
  success: z.literal(true),
  kind: z.enum(['redirect', 'form', 'widget']),
  url: z.string(),
  reference: z.string(),
})

const opening = ['GATEWAY_NOT_CONFIGURED', 'PROVIDER_AWAY', 'PROVIDER_REFUSED'] as const

export const startPayment = call('payment/start', {
  // GAP-79
  summary: 'Begins to pay an own order that awaits its payment; answers where the payer goes.',
  auth: 'customer',
  idempotent: true,
  input: z.object({ ...ignored, order_id: id, gateway }),
  output: wayToPay,
  errors: ['NOT_FOUND', 'PAYMENT_NOT_OPEN', ...opening],
})

export const checkPayment = call('payment/check', {
  summary: 'Asks the provider what became of an own attempt to pay, and answers what is known.',
  auth: 'customer',
  input: z.object({ ...ignored, reference }),
  output: z.object({
    success: z.literal(true),
    status: z.enum(['pending', 'paid', 'failed', 'expired', 'cancelled']),
    purpose: z.enum(['order', 'top_up']),
    unique_order_id: z.string().nullable(),
    gateway: z.string(),
  }),
  errors: ['NOT_FOUND'],
})

export const topUpWallet = call('wallet-top-up', {
  // GAP-81
  summary: 'Begins to put money into the own wallet.',
  auth: 'customer',
  idempotent: true,
  input: z.object({ ...ignored, amount, gateway }),
  output: wayToPay,
  errors: ['AMOUNT_INVALID', ...opening],
})

const orderToPay = { ...ignored, order_id: id }

export const razorpayCreateOrder = call('payment/razorpay/create-order', {
  // GAP-34
  summary: 'Razorpay: opens an order at the provider for an order that awaits its payment.',
  auth: 'customer',
  input: z.object(orderToPay),
  output: z.object({ razorpay_success: z.literal(true), response: z.object({ id: z.string() }) }),
  errors: ['NOT_FOUND', 'PAYMENT_NOT_OPEN', ...opening],
})

const razorpayText = z.string().min(1).max(200)

export const razorpayProcess = call('payment/razorpay/process', {
  // GAP-34
  summary: 'Razorpay: takes what its form answered; the signature is checked and the sum is looked up.',
  auth: 'customer',
  input: z.object({
    ...orderToPay,
    razorpay_order_id: razorpayText,
    razorpay_payment_id: razorpayText,
    razorpay_signature: razorpayText,
  }),
  output: z.object({ success: z.boolean() }),
  errors: ['NOT_FOUND', 'PROVIDER_AWAY'],
})

export const acceptStripePayment = call('accept-stripe-payment', {
  // GAP-36
  summary: 'Stripe: opens a payment intent for an own order that awaits its payment. The sum is ours.',
  auth: 'customer',
  input: z.object({
    ...ignored,
    order_id: id.nullish(),
    id: z.unknown().optional(),
    amount: z.unknown().optional(),
    currency: z.unknown().optional(),
    payment_method_types: z.unknown().optional(),
  }),
  output: z.object({
    id: z.string(),
    client_secret: z.string(),
    amount: z.int(),
    currency: z.string(),
    status: z.string(),
  }),
  errors: ['NOT_FOUND', 'PAYMENT_NOT_OPEN', ...opening],
})

export const processPaymongo = call('payment/process-paymongo', {
  // GAP-37
  summary: "PayMongo: opens the provider's page for an own order that awaits its payment. Card data is not read.",
  auth: 'customer',
  input: z.object({ ...ignored, order_id: id.nullish() }),
  output: z.object({
    paymongo_success: z.literal(true),
    token: z.string(),
    status: z.literal('awaiting_next_action'),
    redirect_url: z.string(),
  }),
  errors: ['NOT_FOUND', 'PAYMENT_NOT_OPEN', ...opening],
})

export const verifyKhaltiPayment = call('payment/verify-khalti-payment', {
  // GAP-39
  summary: 'Khalti: looks a payment up at the provider; `token` is its pidx, `amount` the sum in minor units.',
  auth: 'public',
  alsoGet: true,
  query: ['token', 'amount'],
  input: z.object({ token: z.string().min(4).max(100), amount: amount.optional(), user_id: z.unknown().optional() }),
  output: z.union([z.object({ success: z.literal(true), idx: z.string() }), z.object({ success: z.literal(false) })]),
  errors: ['PROVIDER_AWAY'],
})

const gatewayList = z.array(z.enum(gatewayNames))
const storeGateways = success.extend({
  /** Whether the shop lets stores choose; where not, what was chosen does not count. */
  may_choose: flag,
  /** What the shop offers at this store, now. */
  offered: gatewayList,
  /** None: the store takes all that is offered. */
  chosen: gatewayList,
})

export const getStoreGateways = call('store-owner/get-payment-gateways', {
  summary: 'The ways to pay that a store has chosen, of those that the shop offers at it.',
  auth: 'store-owner',
  staffMay: 'stores_view',
  input: z.object({ ...ignored, store_id: id }),
  output: storeGateways,
  errors: ['ORDER_NOT_YOURS', 'NOT_FOUND'],
})

export const saveStoreGateways = call('store-owner/save-payment-gateways', {
  summary: 'Says which ways to pay a store takes, in place of those before; with none it takes all that is offered.',
  auth: 'store-owner',
  staffMay: 'stores_edit',
  input: z.object({
    ...ignored,
    store_id: id,
    gateways: gatewayList
      .max(gatewayNames.length)
      .refine((names) => new Set(names).size === names.length, because('fieldTwice')),
  }),
  output: storeGateways,
  errors: ['ORDER_NOT_YOURS', 'NOT_FOUND'],
})

const disputeStatus = z.enum(['open', 'won', 'lost'])

export const listPaymentDisputes = call('dashboard/payment-disputes', {
  summary: 'Payers who ask their bank for the money back, newest first, twenty a page; also those of one status.',
  auth: 'staff',
  permission: 'order_view',
  query: ['page', 'status'],
  input: z.object({ ...ignored, page: pageNumber, status: disputeStatus.optional() }),
  output: page(
    z.object({
      id: z.int(),
      provider: z.string(),
      dispute_id: z.string(),
      status: disputeStatus,
      provider_status: z.string().nullable(),
      reason: z.string().nullable(),
      amount: moneyText.nullable(),
      currency: z.string().nullable(),
      /** Until when the provider wants an answer. */
      respond_by: dateTimeText.nullable(),
      payment_id: z.int().nullable(),
      provider_payment_id: z.string().nullable(),
      order_id: z.int().nullable(),
      unique_order_id: z.string().nullable(),
      customer: z.object({ id: z.int(), name: z.string() }).nullable(),
      created_at: dateTimeText,
      updated_at: dateTimeText,
    }),
  ),
  errors: [],
})

/** What waits for a person: no job clears it up. */
export const paymentIssueKinds = [
  'notice',
  'mismatch',
  'refund_failed',
  'refund_unknown',
  'refund_after_all',
  'payment_unknown',
] as const
export type PaymentIssueKind = (typeof paymentIssueKinds)[number]

const person = z.object({ id: z.int(), name: z.string() })

const paymentIssue = z.object({
  id: z.int(),
  kind: z.enum(paymentIssueKinds),
  provider: z.string(),
  /** What the provider calls it: its notice, payment or refund. */
  provider_ref: z.string().nullable(),
  /** In English. */
  reason: z.string(),
  /** The payment that `dashboard/refunds/propose` takes, and its sum. */
  payment_id: z.int().nullable(),
  amount: moneyText.nullable(),
  currency: z.string().nullable(),
  order_id: z.int().nullable(),
  unique_order_id: z.string().nullable(),
  customer: person.nullable(),
  created_at: dateTimeText,
  handled_at: dateTimeText.nullable(),
  handled_by: person.nullable(),
  note: z.string().nullable(),
})

export const listPaymentIssues = call('dashboard/payment-issues', {
  summary:
    'What payments leave to a person: notices that fit nothing, sums that differ, refunds that failed or nobody knows of. Newest first, twenty a page; also those of one kind, or those handled.',
  auth: 'staff',
  permission: 'order_view',
  query: ['page', 'kind', 'state'],
  input: z.object({
    ...ignored,
    page: pageNumber,
    kind: z.enum(paymentIssueKinds).optional(),
    state: z.enum(['open', 'handled']).default('open'),
  }),
  output: page(paymentIssue),
  errors: [],
})

export const handlePaymentIssue = call('dashboard/payment-issues/handle', {
  summary: 'Notes what was done about something that waited for a person. No money moves by it.',
  auth: 'staff',
  permission: 'order_actions',
  idempotent: true,
  input: z.object({ ...ignored, id, note: filledText(300) }),
  output: z.object({ success: z.literal(true), data: paymentIssue }),
  errors: ['NOT_FOUND', 'ALREADY_DECIDED'],
})
