import { z } from 'zod'
import { call } from '../call.ts'
import { dateTimeText, ignored, moneyText, success } from '../wire.ts'

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

export const showLiabilities = call('dashboard/liabilities', {
  summary:
    'What the shop owes, to whom and why, and what is owed to it: sums of the ledger by kind of account and currency.',
  auth: 'staff',
  permission: 'wallet_transactions_view',
  input: z.object(ignored),
  output: z.object({
    success: z.literal(true),
    rows: z.array(
      z.object({
        kind: z.string(),
        currency: z.string(),
        /** Above zero the shop owes it, below zero it is owed to the shop. */
        amount: moneyText,
        holders: z.int(),
      }),
    ),
    /** Of each currency everything together: zero on sound books. */
    sums: z.array(z.object({ currency: z.string(), amount: moneyText })),
  }),
  errors: [],
})

export const checkLedgerNow = call('dashboard/ledger-check/now', {
  summary: 'Looks at the books now; a difference stops payouts until a look finds none.',
  auth: 'staff',
  permission: 'wallet_transactions_view',
  input: z.object(ignored),
  output: success,
  errors: ['TOO_MANY_REQUESTS'],
})
