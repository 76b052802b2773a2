import { z } from 'zod'
import { call } from './call.ts'
import { store } from './stores.ts'
import { dateTimeText, id, ignored, moneyText, success } from './wire.ts'

const forStore = { store_id: id, ...ignored }

export const storeOwnerGetEarnings = call('store-owner/get-earnings', {
  summary: 'What a store has earned, what is due to it before and after commission, and its payouts.',
  auth: 'store-owner',
  input: z.object(forStore),
  output: z.object({
    restaurant: store,
    totalEarning: moneyText,
    balanceBeforeCommission: moneyText,
    balanceAfterCommission: moneyText,
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
    canRequestForPayout: z.boolean(),
    minPayout: moneyText,
  }),
  errors: ['ORDER_NOT_YOURS'],
})

export const storeOwnerSendPayoutRequest = call('store-owner/send-payout-request', {
  summary: 'Asks for what is due to a store after commission; one request at a time.',
  auth: 'store-owner',
  input: z.object(forStore),
  output: success,
  errors: ['ORDER_NOT_YOURS', 'PAYOUT_PENDING', 'PAYOUT_TOO_LOW'],
})
