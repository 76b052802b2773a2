import { z } from 'zod'
import { call } from '../call.ts'
import { store } from '../catalogue/stores.ts'
import { dateTimeText, filledText, id, ignored, moneyText, page, pageNumber, success, text } from '../wire.ts'

const forStore = { store_id: id, ...ignored }

export const storeOwnerGetEarnings = call('store-owner/get-earnings', {
  summary: "A store's earnings, the amount due before and after commission, and its payouts.",
  auth: 'store-owner',
  staffMay: 'store_payouts_manage',
  input: z.object(forStore),
  output: z.object({
    restaurant: store,
    totalEarning: moneyText,
    balanceBeforeCommission: moneyText,
    balanceAfterCommission: moneyText,
    /** The amount held for orders whose payment staff reported, until a provider or a bank statement confirms it. */
    heldUnconfirmed: moneyText,
    /**
     * The amount held for promotion credit that customers spent, as far as it exceeds the platform's commission from
     * the store.
     */
    heldCredit: moneyText,
    /** The amount held for orders paid online so recently that the customer's bank can still reverse the payment. */
    heldRecent: moneyText,
    /** The amount held for orders whose payment is in an open dispute. */
    heldDisputed: moneyText,
    /**
     * The store's orders with a dispute. The amount of an open dispute is the amount held; that of a lost one is the
     * store's share of the loss.
     */
    disputes: z.array(
      z.object({
        unique_order_id: z.string(),
        status: z.enum(['open', 'lost']),
        amount: moneyText,
        since: dateTimeText,
      }),
    ),
    /** The balance less the held amounts. A payout takes the whole available amount. */
    availableForPayout: moneyText,
    payoutRequests: z.array(
      z.object({
        id: z.int(),
        amount: moneyText,
        status: z.enum(['PENDING', 'COMPLETED', 'REJECTED']),
        transaction_mode: z.string().nullable(),
        transaction_id: z.string().nullable(),
        message: z.string().nullable(),
        created_at: dateTimeText,
      }),
    ),
    /** Whether the store can request a payout now. */
    canRequestForPayout: z.boolean(),
    /** The end of the waiting period after a change of payout details; null when no waiting period runs. */
    payoutsHeldUntil: dateTimeText.nullable(),
    minPayout: moneyText,
  }),
  errors: ['ORDER_NOT_YOURS', 'NOT_FOUND'],
})

export const storeOwnerSendPayoutRequest = call('store-owner/send-payout-request', {
  summary: 'Requests a payout of the amount due to a store after commission. A store can have one open request.',
  auth: 'store-owner',
  needsRecentProof: true,
  input: z.object(forStore),
  output: success,
  errors: ['ORDER_NOT_YOURS', 'PAYOUT_PENDING', 'PAYOUT_TOO_LOW', 'PAYOUT_HELD'],
})

const person = z.object({ id: z.int(), name: z.string() })

const payout = z.object({
  id: z.int(),
  restaurant: person,
  currency: z.string(),
  /** The amount of the payout before the platform's commission. */
  gross: moneyText,
  commission: moneyText,
  amount: moneyText,
  status: z.enum(['PENDING', 'COMPLETED', 'REJECTED']),
  transaction_mode: z.string().nullable(),
  transaction_id: z.string().nullable(),
  message: z.string().nullable(),
  requested_by: person,
  decided_by: person.nullable(),
  created_at: dateTimeText,
  decided_at: dateTimeText.nullable(),
})
const payoutAnswer = z.object({ success: z.literal(true), data: payout })
const payouts = { auth: 'staff', permission: 'store_payouts_manage' } as const

export const listStorePayouts = call('dashboard/store-payouts', {
  summary: 'Payouts of all stores, newest first, twenty a page; optionally of one status.',
  ...payouts,
  query: ['page', 'status'],
  input: z.object({ ...ignored, page: pageNumber, status: payout.shape.status.optional() }),
  output: page(payout),
  errors: [],
})

export const payStorePayout = call('dashboard/store-payouts/pay', {
  summary:
    'Records that a payout was paid, with method and reference. The call is refused while the ledger check finds a difference.',
  ...payouts,
  needsRecentProof: true,
  idempotent: true,
  input: z.object({
    ...ignored,
    id,
    transaction_mode: filledText(60),
    transaction_id: filledText(120),
    message: text(300).nullish(),
  }),
  output: payoutAnswer,
  errors: ['NOT_FOUND', 'ALREADY_DECIDED', 'SECOND_PERSON_NEEDED', 'BOOKS_DIFFER', 'PAYOUT_HELD'],
})

export const rejectStorePayout = call('dashboard/store-payouts/reject', {
  summary: 'Rejects a payout with a reason. The amount is due to the store again.',
  ...payouts,
  needsRecentProof: true,
  idempotent: true,
  input: z.object({ ...ignored, id, message: filledText(300) }),
  output: payoutAnswer,
  errors: ['NOT_FOUND', 'ALREADY_DECIDED', 'SECOND_PERSON_NEEDED'],
})
