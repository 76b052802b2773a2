import { z } from 'zod'
import { call } from '../call.ts'
import { store } from '../catalogue/stores.ts'
import { dateTimeText, filledText, id, ignored, moneyText, page, pageNumber, success, text } from '../wire.ts'

const forStore = { store_id: id, ...ignored }

export const storeOwnerGetEarnings = call('store-owner/get-earnings', {
  summary: 'What a store has earned, what is due to it before and after commission, and its payouts.',
  auth: 'store-owner',
  staffMay: 'store_payouts_manage',
  input: z.object(forStore),
  output: z.object({
    restaurant: store,
    totalEarning: moneyText,
    balanceBeforeCommission: moneyText,
    balanceAfterCommission: moneyText,
    /** Of orders whose payment only staff have seen: not paid out before a provider or a bank statement confirms it. */
    heldUnconfirmed: moneyText,
    /** Promotion credit that customers spent and the platform's commission from this store does not cover yet. */
    heldCredit: moneyText,
    /** Of orders paid through a provider so lately that the customer's bank may still take the payment back. */
    heldRecent: moneyText,
    /** Of orders whose payment a customer disputes, until the bank has decided. */
    heldDisputed: moneyText,
    /** Orders of the store in an open dispute, with what is held for them, and those that were lost, with what it bears. */
    disputes: z.array(
      z.object({
        unique_order_id: z.string(),
        status: z.enum(['open', 'lost']),
        amount: moneyText,
        since: dateTimeText,
      }),
    ),
    /** The balance without what is held; a payout takes all of it. */
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
    /** Whether a request would be taken now. */
    canRequestForPayout: z.boolean(),
    /** Until when payouts wait because their details changed; null when they don't. */
    payoutsHeldUntil: dateTimeText.nullable(),
    minPayout: moneyText,
  }),
  errors: ['ORDER_NOT_YOURS', 'NOT_FOUND'],
})

export const storeOwnerSendPayoutRequest = call('store-owner/send-payout-request', {
  summary: 'Asks for what is due to a store after commission; one request at a time.',
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
  /** What was due to the store, and what the house keeps of it. */
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
  summary: 'Payouts of all stores, newest first, twenty a page; also those of one status.',
  ...payouts,
  query: ['page', 'status'],
  input: z.object({ ...ignored, page: pageNumber, status: payout.shape.status.optional() }),
  output: page(payout),
  errors: [],
})

export const payStorePayout = call('dashboard/store-payouts/pay', {
  summary: 'Notes that a payout was paid, by which way and under which reference; not while the books do not agree.',
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
  summary: 'Rejects a payout with a reason; what was due to the store is due to it again.',
  ...payouts,
  needsRecentProof: true,
  idempotent: true,
  input: z.object({ ...ignored, id, message: filledText(300) }),
  output: payoutAnswer,
  errors: ['NOT_FOUND', 'ALREADY_DECIDED', 'SECOND_PERSON_NEEDED'],
})
