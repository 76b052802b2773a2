import { z } from 'zod'
import { call } from '../call.ts'
import { dateTimeText, ignored, moneyText, success } from '../wire.ts'

export const getWalletStatement = call('get-wallet-statement', {
  summary: 'The wallet statement of the signed-in person: a tamper-proof page, or rows for a spreadsheet.',
  auth: 'customer',
  input: z.object({ ...ignored, format: z.enum(['html', 'csv']) }),
  output: z.object({ success: z.literal(true), file_name: z.string(), media_type: z.string(), content: z.string() }),
  errors: [],
})

export const getWalletTransactions = call('get-wallet-transactions', {
  // P-36
  summary: "The balance and movements of the signed-in person's wallet, newest first; amounts in minor units.",
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

export const showLiabilities = call('dashboard/liabilities', {
  summary: 'The amounts that the shop owes and is owed: ledger totals by kind of account and currency.',
  auth: 'staff',
  permission: 'wallet_transactions_view',
  input: z.object(ignored),
  output: z.object({
    success: z.literal(true),
    rows: z.array(
      z.object({
        kind: z.string(),
        currency: z.string(),
        /**
         * The total of all accounts of this kind: positive when the shop owes money, negative when others owe it to the
         * shop.
         */
        amount: moneyText,
        holders: z.int(),
      }),
    ),
    /** The total of each currency, which is zero in a correct ledger. */
    sums: z.array(z.object({ currency: z.string(), amount: moneyText })),
  }),
  errors: [],
})

export const checkLedgerNow = call('dashboard/ledger-check/now', {
  summary: 'Runs the ledger check now. A difference stops payouts until a check finds none.',
  auth: 'staff',
  permission: 'wallet_transactions_view',
  input: z.object(ignored),
  output: success,
  errors: ['TOO_MANY_REQUESTS'],
})
