import { z } from 'zod'
import { call } from '../call.ts'
import {
  amount,
  chosenItems,
  dateTimeText,
  filledText,
  id,
  ignored,
  moneyText,
  page,
  pageNumber,
  text,
} from '../wire.ts'

const state = z.enum(['waiting', 'booked', 'refused'])
const reason = filledText(300)
/** The id of a payment, which can be a larger number than other ids. */
const paymentId = z
  .union([z.number(), z.string().regex(/^\d{1,15}$/)])
  .transform(Number)
  .pipe(z.int().min(1))

const person = z.object({ id: z.int(), name: z.string() })

/** The fields of every approval request: who requested it, and its result. */
const approval = {
  id: z.int(),
  state,
  customer: person,
  /** The requested amount, always positive. */
  amount: moneyText,
  currency: z.string(),
  reason: z.string(),
  needs_approval: z.boolean(),
  proposed_by: person,
  decided_by: person.nullable(),
  decision_reason: z.string().nullable(),
  created_at: dateTimeText,
  decided_at: dateTimeText.nullable(),
}

const adjustment = z.object({
  ...approval,
  direction: z.enum(['credit', 'debit']),
  pocket: z.enum(['own', 'promotion']),
  note: z.string().nullable(),
})

const refund = z.object({
  ...approval,
  to: z.enum(['wallet', 'provider']),
  /** The part of the refund that was returned as promotion credit. */
  promotion: moneyText,
  order_id: z.int().nullable(),
  unique_order_id: z.string().nullable(),
  payment_id: z.int().nullable(),
  /** The state of the refund at the provider. After `failed`, staff have to refund the payment again. */
  provider_state: z.enum(['pending', 'done', 'failed']).nullable(),
})

/** The answer of a call that made or decided an approval request. */
export const answerOf = <Row extends z.ZodType>(row: Row) => z.object({ success: z.literal(true), data: row })
const listInput = z.object({ ...ignored, page: pageNumber, state: state.optional(), customer_id: id.optional() })
/** The input of an approver who approves a request. */
export const decideInput = z.object({ ...ignored, id })
/** The input of an approver who refuses a request, with their reason. */
export const refuseInput = z.object({ ...ignored, id, reason })
/** The errors of every decision on an approval request. */
export const ofDecisions = ['NOT_FOUND', 'ALREADY_DECIDED'] as const

const wallets = { auth: 'staff', permission: 'all_users_wallet' } as const
const orders = { auth: 'staff', permission: 'order_actions' } as const

export const listWalletAdjustments = call('dashboard/wallet-adjustments', {
  summary: 'Wallet corrections by staff, newest first, twenty a page; optionally of one state or one customer.',
  ...wallets,
  query: ['page', 'state'],
  input: listInput,
  output: page(adjustment),
  errors: [],
})

export const proposeWalletAdjustment = call('dashboard/wallet-adjustments/propose', {
  // Source: docs/reference/security.md#authorisation.
  summary: "Corrects a customer's wallet, with a reason. Above the daily limits it needs an approver.",
  ...wallets,
  needsRecentProof: true,
  idempotent: true,
  input: z.object({
    ...ignored,
    customer_id: id,
    direction: z.enum(['credit', 'debit']),
    amount,
    pocket: z.enum(['own', 'promotion']).default('own'),
    reason,
    // The note that the customer sees next to the amount of the correction.
    note: text(140).nullish(),
  }),
  output: answerOf(adjustment),
  errors: ['NOT_FOUND', 'AMOUNT_INVALID', 'WALLET_TOO_LOW', 'SECOND_PERSON_NEEDED'],
})

export const approveWalletAdjustment = call('dashboard/wallet-adjustments/approve', {
  summary: 'Books a correction that another member of staff has requested.',
  ...wallets,
  needsRecentProof: true,
  idempotent: true,
  input: decideInput,
  output: answerOf(adjustment),
  errors: [...ofDecisions, 'SECOND_PERSON_NEEDED', 'WALLET_TOO_LOW'],
})

export const refuseWalletAdjustment = call('dashboard/wallet-adjustments/refuse', {
  summary: "Refuses a correction request, or withdraws one's own.",
  ...wallets,
  needsRecentProof: true,
  idempotent: true,
  input: refuseInput,
  output: answerOf(adjustment),
  errors: [...ofDecisions, 'SECOND_PERSON_NEEDED'],
})

export const listRefunds = call('dashboard/refunds', {
  summary: 'Refunds by staff, newest first, twenty a page; optionally of one state or one customer.',
  ...orders,
  query: ['page', 'state'],
  input: listInput,
  output: page(refund),
  errors: [],
})

/** The errors by which the server refuses a refund that is not possible. */
export const notRefundable = ['REFUND_IMPOSSIBLE', 'REFUND_TOO_HIGH', 'WALLET_TOO_LOW', 'SECOND_PERSON_NEEDED'] as const

export const proposeRefund = call('dashboard/refunds/propose', {
  summary:
    'Refunds a delivered order or a payment, in full or in part, to the wallet or to the original payment method. Above the limits it needs an approver.',
  ...orders,
  needsRecentProof: true,
  idempotent: true,
  input: z
    .object({
      ...ignored,
      order_id: id.optional(),
      payment_id: paymentId.optional(),
      // The amount to refund. If both amount and items are missing, the server refunds all that is left of the payment.
      amount: amount.optional(),
      // The order lines to refund, with the number of pieces of each; the server computes their price.
      items: chosenItems.min(1).optional(),
      to: z.enum(['wallet', 'provider']),
      reason,
    })
    .refine(
      ({ order_id, payment_id }) => (order_id === undefined) !== (payment_id === undefined),
      'Name one of the two.',
    )
    .refine(
      ({ order_id, items, amount }) => items === undefined || (order_id !== undefined && amount === undefined),
      'Items belong to an order, and replace the amount.',
    ),
  output: answerOf(refund),
  errors: ['NOT_FOUND', 'AMOUNT_INVALID', 'REFUND_ITEMS_INVALID', ...notRefundable],
})

export const approveRefund = call('dashboard/refunds/approve', {
  summary: 'Books a refund that another member of staff has requested.',
  ...orders,
  needsRecentProof: true,
  idempotent: true,
  input: decideInput,
  output: answerOf(refund),
  errors: [...ofDecisions, ...notRefundable],
})

export const refuseRefund = call('dashboard/refunds/refuse', {
  summary: "Refuses a refund request, or withdraws one's own.",
  ...orders,
  needsRecentProof: true,
  idempotent: true,
  input: refuseInput,
  output: answerOf(refund),
  errors: [...ofDecisions, 'SECOND_PERSON_NEEDED'],
})

/**
 * An approval request about a reported payment, a commission above a cap, a payment from a store, or cash of a rider.
 */
export const approvalRequest = z.object({
  id: z.int(),
  state,
  amount: moneyText,
  currency: z.string(),
  /** The reason of the request as text. For requests about commissions and riders' cash, the reason is a code. */
  reason: z.string(),
  note: z.string().nullable(),
  needs_approval: z.boolean(),
  customer: person.nullable(),
  order_id: z.int().nullable(),
  unique_order_id: z.string().nullable(),
  store: person.nullable(),
  rider: person.nullable(),
  /** The person who made the request; null for commissions, which the server requests. */
  proposed_by: person.nullable(),
  decided_by: person.nullable(),
  decision_reason: z.string().nullable(),
  created_at: dateTimeText,
  decided_at: dateTimeText.nullable(),
})

export const approvePaymentRequest = call('dashboard/payment-approvals/approve', {
  summary: 'Approves a payment that another member of staff reported, so that its order continues.',
  ...orders,
  needsRecentProof: true,
  idempotent: true,
  input: decideInput,
  output: answerOf(approvalRequest),
  errors: [...ofDecisions, 'SECOND_PERSON_NEEDED', 'TRANSITION_REFUSED'],
})

export const refusePaymentRequest = call('dashboard/payment-approvals/refuse', {
  summary: "Refuses a reported payment that needs approval, or withdraws one's own.",
  ...orders,
  needsRecentProof: true,
  idempotent: true,
  input: refuseInput,
  output: answerOf(approvalRequest),
  errors: [...ofDecisions, 'SECOND_PERSON_NEEDED'],
})

export const confirmPayment = call('dashboard/payment-approvals/confirm', {
  summary:
    "Confirms from a bank statement that a reported payment arrived. Until then, the store's share is not paid out and the payment is not refunded.",
  ...orders,
  needsRecentProof: true,
  idempotent: true,
  input: z.object({ ...ignored, id, reference: filledText(120) }),
  output: answerOf(approvalRequest),
  errors: [...ofDecisions, 'SECOND_PERSON_NEEDED'],
})

export const approveCommission = call('dashboard/commission-approvals/approve', {
  summary:
    'Approves a commission above a cap. The commission is credited once its holding time is over and the platform has the money.',
  ...wallets,
  needsRecentProof: true,
  idempotent: true,
  input: decideInput,
  output: answerOf(approvalRequest),
  errors: [...ofDecisions, 'SECOND_PERSON_NEEDED'],
})

export const refuseCommission = call('dashboard/commission-approvals/refuse', {
  summary: 'Refuses a commission above a cap. The earner does not receive it.',
  ...wallets,
  needsRecentProof: true,
  idempotent: true,
  input: refuseInput,
  output: answerOf(approvalRequest),
  errors: [...ofDecisions, 'SECOND_PERSON_NEEDED'],
})

const stores = { auth: 'staff', permission: 'store_payouts_manage' } as const

export const recordStoreSettlement = call('dashboard/store-settlements/record', {
  summary:
    'Records a payment from a store towards the amount it owes, in full or in part. Above the daily limits it needs an approver.',
  ...stores,
  needsRecentProof: true,
  idempotent: true,
  input: z.object({ ...ignored, store_id: id, amount: amount.optional(), reference: filledText(120) }),
  output: answerOf(approvalRequest),
  errors: ['NOT_FOUND', 'AMOUNT_INVALID', 'SETTLEMENT_TOO_HIGH', 'SECOND_PERSON_NEEDED'],
})

export const approveStoreSettlement = call('dashboard/store-settlements/approve', {
  summary: "Approves a store's payment that another member of staff recorded.",
  ...stores,
  needsRecentProof: true,
  idempotent: true,
  input: decideInput,
  output: answerOf(approvalRequest),
  errors: [...ofDecisions, 'SECOND_PERSON_NEEDED', 'SETTLEMENT_TOO_HIGH'],
})

export const refuseStoreSettlement = call('dashboard/store-settlements/refuse', {
  summary: "Refuses a store's payment that needs approval, or withdraws one's own.",
  ...stores,
  needsRecentProof: true,
  idempotent: true,
  input: refuseInput,
  output: answerOf(approvalRequest),
  errors: [...ofDecisions, 'SECOND_PERSON_NEEDED'],
})

export const getLedgerCheck = call('dashboard/ledger-check', {
  summary: 'The result of the last ledger check. A difference stops payouts until a check finds none.',
  auth: 'staff',
  permission: 'wallet_transactions_view',
  input: z.object(ignored),
  output: z.object({
    success: z.literal(true),
    /** The result of the last ledger check; null before the first check. */
    data: z
      .object({
        checked_at: dateTimeText,
        stops_payouts: z.boolean(),
        difference_count: z.int(),
        /** The first 100 differences. `expected` and `found` are amounts in minor units, or numbers of rows. */
        differences: z.array(
          z.object({ check: z.string(), subject: z.string(), expected: z.string(), found: z.string() }),
        ),
      })
      .nullable(),
  }),
  errors: [],
})
