import { describe, expect, test } from 'vitest'
import { areSameStores, type Coupon, couponInput, couponValues } from './coupon-values.ts'

const kept = {
  id: 4,
  code: 'Dosa50',
  name: 'Half of a dosa',
  description: null,
  is_active: true,
  discount_type: 'PERCENTAGE',
  discount: '50.00',
  max_discount: '100.00',
  min_subtotal: null,
  subtotal_message: null,
  user_type: 'CUSTOM',
  max_count_per_user: 3,
  max_count: 200,
  expires_at: '2026-12-01T18:30:00.000Z',
  currency: 'INR',
  stores: [{ id: 7, name: 'Corner Kitchen' }],
} as unknown as Coupon

describe('the form of a coupon', () => {
  test('[U-14] a coupon that is saved unchanged is sent as it was read', () => {
    expect(couponInput(couponValues(kept), kept, kept.stores)).toEqual({
      id: 4,
      code: 'Dosa50',
      name: 'Half of a dosa',
      description: '',
      is_active: 1,
      discount_type: 'PERCENTAGE',
      discount: '50.00',
      max_discount: '100.00',
      min_subtotal: null,
      subtotal_message: '',
      user_type: 'CUSTOM',
      max_count_per_user: 3,
      max_count: 200,
      expires_at: '2026-12-01T18:30:00.000Z',
      currency: 'INR',
      store_ids: [7],
    })
  })

  test('[U-14] a new coupon has no limits until they are typed', () => {
    const typed = { ...couponValues(null), code: 'NEW', discount: ' 20 ' }
    expect(couponInput(typed, null, [])).toMatchObject({
      id: null,
      discount_type: 'AMOUNT',
      discount: '20',
      user_type: 'ALL',
      is_active: 1,
      store_ids: [],
      max_discount: null,
      min_subtotal: null,
      max_count: null,
      max_count_per_user: null,
      expires_at: null,
      currency: null,
    })
  })

  test('[U-14] uses for each customer are sent only for the coupon type with that limit', () => {
    const typed = { ...couponValues(kept), max_count_per_user: '5' }
    expect(couponInput(typed, kept, []).max_count_per_user).toBe(5)
    for (const user_type of ['ALL', 'ONCE', 'ONCENEW'] as const)
      expect(couponInput({ ...typed, user_type }, kept, []).max_count_per_user).toBeNull()
  })

  test('[U-14] a currency can be typed in small letters, and an inactive coupon stays inactive', () => {
    const typed = { ...couponValues(kept), currency: ' usd ', is_active: false }
    expect(couponInput(typed, kept, [])).toMatchObject({ currency: 'USD', is_active: 0 })
  })
})

test('[U-14] other stores, or none, count as a change; the same stores do not', () => {
  const [one, two] = [
    { id: 1, name: 'One' },
    { id: 2, name: 'Two' },
  ]
  expect(areSameStores([one], [{ id: 1, name: 'Renamed' }])).toBe(true)
  expect(areSameStores([one, two], [one])).toBe(false)
  expect(areSameStores([{ id: 12, name: '' }], [one, two])).toBe(false)
  expect(areSameStores([], [])).toBe(true)
})
