import { z } from 'zod'
import { call } from '../call.ts'
import { amount, dateTimeText, filledText, id, ignored, moneyText, page, pageNumber } from '../wire.ts'
import { payWays, providerNames, providers } from './providers.ts'

/** All payment methods except the wallet, by the names of the gateway rows on the wire. */
export const gatewayNames = ['COD', ...providerNames.map((name) => providers[name].gateway)] as const
/** The name by which a client chooses a payment provider. */
export type GatewayName = (typeof gatewayNames)[number]

const gateway = filledText(24)
const reference = z.string().regex(/^[A-Za-z0-9_-]{22}$/)

/**
 * The page to which the payer goes. The kind `redirect` opens the provider's own page; the other kinds open a page of
 * the shop that contains only the provider's form or script.
 */
const wayToPay = z.object({
  success: z.literal(true),
  kind: z.enum(['redirect', 'form', 'widget']),
  url: z.string(),
  reference: z.string(),
})

/** The method that the payer chose, which the provider's page shows first if its protocol allows that. */
const way = z.enum(payWays).optional()

const opening = ['GATEWAY_NOT_CONFIGURED', 'PROVIDER_AWAY', 'PROVIDER_REFUSED'] as const

export const startPayment = call('payment/start', {
  // GAP-79
  summary: 'Starts the payment of an order of the customer. Answers the URL of the payment page.',
  auth: 'customer',
  idempotent: true,
  input: z.object({ ...ignored, order_id: id, gateway, way }),
  output: wayToPay,
  errors: ['NOT_FOUND', 'PAYMENT_NOT_OPEN', ...opening],
})

export const checkPayment = call('payment/check', {
  summary: 'Queries the provider about a payment attempt of the customer, and answers its status.',
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
  summary: 'Starts a wallet top-up.',
  auth: 'customer',
  idempotent: true,
  input: z.object({ ...ignored, amount, gateway, way }),
  output: wayToPay,
  errors: ['AMOUNT_INVALID', ...opening],
})

const orderToPay = { ...ignored, order_id: id }

export const razorpayCreateOrder = call('payment/razorpay/create-order', {
  // GAP-34
  summary: 'Razorpay: creates an order at the provider for an unpaid order.',
  auth: 'customer',
  input: z.object(orderToPay),
  output: z.object({ razorpay_success: z.literal(true), response: z.object({ id: z.string() }) }),
  errors: ['NOT_FOUND', 'PAYMENT_NOT_OPEN', ...opening],
})

const razorpayText = z.string().min(1).max(200)

export const razorpayProcess = call('payment/razorpay/process', {
  // GAP-34
  summary:
    'Razorpay: takes the result of its form. The server checks the signature and reads the amount from Razorpay.',
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
  summary: 'Stripe: creates a payment intent for an unpaid order. The server decides the amount.',
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
  summary: "PayMongo: opens the provider's page for an unpaid order. Card data is ignored.",
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
  summary: 'Khalti: queries a payment at the provider; `token` is its pidx, `amount` is in minor units.',
  auth: 'public',
  alsoGet: true,
  query: ['token', 'amount'],
  input: z.object({ token: z.string().min(4).max(100), amount: amount.optional(), user_id: z.unknown().optional() }),
  output: z.union([z.object({ success: z.literal(true), idx: z.string() }), z.object({ success: z.literal(false) })]),
  errors: ['PROVIDER_AWAY'],
})

const disputeStatus = z.enum(['open', 'won', 'lost'])

export const listPaymentDisputes = call('dashboard/payment-disputes', {
  summary: 'Payment disputes, newest first, twenty a page; optionally of one status.',
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
      /** The time by which the shop must answer the dispute at the provider. */
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

/** The kinds of payment issues. A payment issue needs manual action, because no job resolves it. */
export const paymentIssueKinds = [
  'notice',
  'mismatch',
  'refund_failed',
  'refund_unknown',
  'refund_after_all',
  'payment_unknown',
] as const
/** The kind of a payment issue. */
export type PaymentIssueKind = (typeof paymentIssueKinds)[number]

const person = z.object({ id: z.int(), name: z.string() })

const paymentIssue = z.object({
  id: z.int(),
  kind: z.enum(paymentIssueKinds),
  provider: z.string(),
  /** The provider's id of the webhook event, payment or refund. */
  provider_ref: z.string().nullable(),
  /** The reason for the payment issue, in English. */
  reason: z.string(),
  /**
   * The id of the payment that staff can refund with `dashboard/refunds/propose`, and then its amount; null if the
   * issue is not about a payment.
   */
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
    'Payment issues that need manual action: webhook events without a match, wrong amounts, and failed or unknown refunds. Newest first, twenty a page; optionally of one kind, or handled ones.',
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
  summary: 'Records how a payment issue was handled. The call moves no money.',
  auth: 'staff',
  permission: 'order_actions',
  idempotent: true,
  input: z.object({ ...ignored, id, note: filledText(300) }),
  output: z.object({ success: z.literal(true), data: paymentIssue }),
  errors: ['NOT_FOUND', 'ALREADY_DECIDED'],
})
