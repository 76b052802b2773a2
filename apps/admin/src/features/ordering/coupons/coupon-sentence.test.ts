import { describe, expect, test } from 'vitest'
import { formatDay } from '#lib/format.ts'
import { couponSentence } from './coupon-sentence.ts'
import { couponValues } from './coupon-values.ts'

type Values = ReturnType<typeof couponValues>

function say(change: Partial<Values>, { currency = 'INR', stores = [] as string[] } = {}) {
  return couponSentence({ ...couponValues(null), ...change }, { currency, stores })
}

const percent = { discount_type: 'PERCENTAGE', discount: '20' } as const

describe('the sentence of a coupon', () => {
  test('names every limit in a fixed order', () => {
    const all = {
      ...percent,
      max_discount: '100',
      min_subtotal: '199',
      user_type: 'ONCENEW',
      max_count: '500',
      expires_at: '2026-12-31T23:59',
    } as const
    expect(say(all)).toBe(
      `20% off up to ₹100 for first orders above ₹199 at all stores, till ${formatDay('2026-12-31T23:59')}, 500 times.`,
    )
  })

  test('without limits is short', () => {
    expect(say({ discount: '50' })).toBe('₹50 off for orders at all stores.')
    expect(say(percent)).toBe('20% off for orders at all stores.')
  })

  test('names the customers', () => {
    expect(say({ ...percent, user_type: 'ONCE' })).toBe('20% off for one order of each customer at all stores.')
    expect(say({ ...percent, user_type: 'CUSTOM', max_count_per_user: '3' })).toBe(
      '20% off for 3 orders of each customer at all stores.',
    )
    expect(say({ ...percent, user_type: 'CUSTOM', max_count_per_user: '1' })).toBe(
      '20% off for one order of each customer at all stores.',
    )
    expect(say({ ...percent, user_type: 'CUSTOM' })).toBe('20% off for orders at all stores.')
  })

  test('names up to three stores and counts more', () => {
    expect(say(percent, { stores: ['Corner Tea', 'Sagar Tiffins'] })).toBe(
      '20% off for orders at Corner Tea and Sagar Tiffins.',
    )
    expect(say(percent, { stores: ['A', 'B', 'C', 'D'] })).toBe('20% off for orders at 4 stores.')
  })

  test('keeps the decimals of an amount, in the currency of the coupon', () => {
    expect(say({ discount: '2.50' }, { currency: 'USD' })).toBe('$2.50 off for orders at all stores.')
    expect(say({ discount: '2.50' }, { currency: 'US' })).toBe('2.5 off for orders at all stores.')
  })

  test('is empty without a discount, and ignores the cap of a fixed amount and incomplete figures', () => {
    for (const discount of ['', '0', '-5', 'abc', '1e999']) expect(say({ discount })).toBeUndefined()
    expect(say({ discount: '50', max_discount: '20', min_subtotal: '1x', max_count: '2.5' })).toBe(
      '₹50 off for orders at all stores.',
    )
    expect(say({ discount: '50', max_count: '1' })).toBe('₹50 off for orders at all stores, once.')
  })
})
