import { expect, test } from 'vitest'
import {
  itemsOf,
  type OrderToRefund,
  priceOfItems,
  reasonText,
  refundEffect,
  refundInput,
  refundText,
  refundValues,
} from './refund.ts'

test('[U-19] the whole order is refunded unless an amount is typed', () => {
  const typed = { ...refundValues({ orderId: 12 }), reason: 'Cold' }
  expect(refundInput(typed, { id: 12 })).toEqual({ order_id: 12, to: 'wallet', reason: 'Cold' })
  expect(refundInput({ ...typed, amount: ' 40 ' }, { id: 12 })).toEqual({
    order_id: 12,
    amount: '40',
    to: 'wallet',
    reason: 'Cold',
  })
})

test('[U-19] a payment is refunded by its number, even if an order was selected before', () => {
  const values = refundValues({ paymentId: 88 })
  expect([values.source, values.payment_id]).toEqual(['payment', '88'])
  expect(refundInput({ ...values, payment_id: ' 89 ', to: 'provider' }, { id: 12 })).toEqual({
    payment_id: '89',
    to: 'provider',
    reason: '',
  })
})

test('[U-19] the page begins with the type order if the URL names nothing', () => {
  expect(refundValues({})).toMatchObject({ source: 'order', payment_id: '', amount: '', to: 'wallet' })
  expect(refundInput(refundValues({}), undefined)).toMatchObject({ order_id: 0 })
})

test.each([
  ['wallet', '40', '40 goes into the customer’s wallet, and the customer is notified.'],
  ['wallet', 'forty', 'The full remaining amount goes into the customer’s wallet, and the customer is notified.'],
  ['provider', '', 'The full remaining amount goes back through the payment provider, and the customer is notified.'],
] as const)('[U-19] to the %s, “%s”: %s', (to, amount, text) => {
  expect(refundEffect({ to, amount })).toBe(text)
})

test.each([
  ['booked', '₹40.00 goes back to Asha'],
  ['waiting', '₹40.00 needs approval by another person'],
])('[U-19] the answer to a refund (%s) is shown as “%s”', (state, text) => {
  const data = { state, amount: '40.00', currency: 'INR', customer: { id: 7, name: 'Asha' } }
  expect(refundText({ success: true, data } as unknown as Parameters<typeof refundText>[0])).toBe(text)
})

const line = { unit_price: '0.00', amount: '0.00', addons: [] }
const order: OrderToRefund = {
  id: 12,
  total: '250.00',
  currency: 'INR',
  money: null,
  lines: [
    { ...line, id: 1, name: 'Dosa', quantity: 3, paid: '100.00', refunded: 1 },
    { ...line, id: 2, name: 'Chai', quantity: 1, paid: '50.00', refunded: 1 },
  ],
}

test('[U-19] chosen items are refunded at their price, and only the pieces that are left', () => {
  const typed = { ...refundValues({ orderId: 12 }), reason: 'Item missing', items: { 1: '1', 2: '0' } }
  expect(refundInput(typed, order)).toMatchObject({ order_id: 12, items: [{ id: 1, quantity: 1 }] })
  expect(priceOfItems(order, typed.items)).toBe('₹33.33')
  expect(itemsOf(order.lines, { 1: '9', 2: '1', 3: '1' })).toEqual([{ id: 1, quantity: 2 }])
  expect(priceOfItems(order, {})).toBeUndefined()
})

test('[U-19] a typed amount replaces the items', () => {
  const typed = { ...refundValues({ orderId: 12 }), items: { 1: '1' }, amount: '5' }
  expect(refundInput(typed, order)).toEqual({ order_id: 12, amount: '5', to: 'wallet', reason: '' })
})

test.each([
  ['Item missing', '', 'Item missing'],
  ['', ' cold soup ', 'cold soup'],
  ['Bad quality', 'cold soup', 'Bad quality: cold soup'],
])('[U-19] the reason “%s” and the text “%s” become “%s”', (reason, words, text) => {
  expect(reasonText({ reason, words })).toBe(text)
})
