import { en } from '@nukkad/contract/texts/en.ts'
import { beforeAll, expect, test } from 'vitest'
import { installBrowser } from '#test/browser.ts'
import type * as Names from './payment-name.ts'

let paymentName: typeof Names.paymentName
beforeAll(async () => {
  installBrowser(en)
  ;({ paymentName } = await import('./payment-name.ts'))
})

test.each([
  ['WALLET', 'From the wallet'],
  ['COD', 'In cash'],
  ['AT_STORE', 'At the salon'],
  ['RAZORPAY', 'With RAZORPAY'],
])('an invoice names the payment %s in words: %s', (method, name) => {
  expect(paymentName(method)).toBe(name)
})
