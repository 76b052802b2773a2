import { en } from '@nukkad/contract/texts/en.ts'
import { beforeAll, expect, test } from 'vitest'
import { installBrowser } from '#test/browser.ts'
import type * as Payments from './payments.ts'

let paymentsOf: typeof Payments.paymentsOf
beforeAll(async () => {
  installBrowser(en)
  ;({ paymentsOf } = await import('./payments.ts'))
})

const order = { orderstatus_id: 2, payment_mode: 'COD', wallet_amount: 0, payable: 120 }
const said = (facts: Partial<typeof order>) =>
  paymentsOf({ ...order, ...facts }).map(({ name, amount, isDue }) => `${name} ${amount}${isDue ? ' due' : ''}`)

test('cash is due until the order is delivered, and paid after that', () => {
  expect(said({})).toEqual(['To pay 120 due'])
  expect(said({ orderstatus_id: 5 })).toEqual(['Paid in cash 120'])
})

test("the wallet's part is paid immediately, and the rest follows the payment method", () => {
  expect(said({ payment_mode: 'WALLET', wallet_amount: 120, payable: 0 })).toEqual(['Paid from your wallet 120'])
  expect(said({ wallet_amount: 50, payable: 70, orderstatus_id: 5 })).toEqual([
    'Paid from your wallet 50',
    'Paid in cash 70',
  ])
})

test('a prepaid order is paid once it no longer awaits payment', () => {
  expect(said({ payment_mode: 'STRIPE', orderstatus_id: 8 })).toEqual(['To pay 120 due'])
  expect(said({ payment_mode: 'STRIPE' })).toEqual(['Paid online (Stripe) 120'])
})

test('a cancelled or unpaid order shows no payments', () => {
  expect(said({ orderstatus_id: 6, wallet_amount: 20 })).toEqual([])
  expect(said({ orderstatus_id: 9, payment_mode: 'STRIPE' })).toEqual([])
})
