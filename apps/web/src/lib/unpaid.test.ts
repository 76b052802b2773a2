import { orderStatusIds } from '@nukkad/rules/order-states.ts'
import { expect, test } from 'vitest'
import { countDown, isPayable, paysUntil } from './unpaid.ts'

const placed_at = '2026-11-20T10:00:00.000Z'
const until = Date.parse('2026-11-20T10:15:00.000Z')

test('the time left to pay counts down to zero from the moment of placing', () => {
  expect(paysUntil({ placed_at }, 15)).toBe(until)
  expect([900_000, 245_000, 59_001, 1, 0, -5000].map(countDown)).toEqual([
    '15:00',
    '4:05',
    '1:00',
    '0:01',
    '0:00',
    '0:00',
  ])
})

test('[GAP-07] an order can be paid while it awaits payment or an attempt has failed, but only in time', () => {
  const payable = (now: number) =>
    Object.entries(orderStatusIds)
      .filter(([, id]) => isPayable({ placed_at, orderstatus_id: id }, { now, thresholdMinutes: 15 }))
      .map(([status]) => status)
  expect(payable(until - 1).sort()).toEqual(['awaiting_payment', 'payment_failed'])
  expect(payable(until)).toEqual([])
})
