import { describe, expect, test } from 'vitest'
import {
  deliveryTypes,
  type GoodsType,
  orderTypeCode,
  orderTypeCodeOf,
  orderTypeOfCode,
  salonOrderType,
  standardOrderType,
  supportsOrderType,
} from './order-type.ts'

const both: GoodsType[] = ['DELIVERY', 'SELFPICKUP']
const codes = [1, 2, 3, 4]

describe('order type', () => {
  test('[R-05] has the codes of the specification', () => {
    expect(deliveryTypes).toEqual({ delivery: 1, selfPickup: 2, both: 3, salon: 4 })
  })

  test('[E-26] standard rule: the preference DELIVERY applies to stores with delivery type 1 or 3', () => {
    expect(codes.map((code) => standardOrderType('DELIVERY', code))).toEqual([
      'DELIVERY',
      undefined,
      'DELIVERY',
      undefined,
    ])
  })

  test('[E-27] standard rule: the preference SELFPICKUP applies to stores with delivery type 2 or 3', () => {
    expect(codes.map((code) => standardOrderType('SELFPICKUP', code))).toEqual([
      undefined,
      'SELFPICKUP',
      'SELFPICKUP',
      undefined,
    ])
  })

  test('[D-41] a store with only self-pickup ignores a preference for delivery', () => {
    expect(standardOrderType('DELIVERY', 2)).toBeUndefined()
  })

  test('[E-28] salon rule: a store with delivery type 1 or 4 delivers, for either preference', () => {
    expect(both.flatMap((preference) => [1, 4].map((code) => salonOrderType(preference, code)))).toEqual(
      Array(4).fill('DELIVERY'),
    )
  })

  test('[E-29] salon rule: a store with delivery type 2 offers self-pickup, for either preference', () => {
    expect(both.map((preference) => salonOrderType(preference, 2))).toEqual(['SELFPICKUP', 'SELFPICKUP'])
  })

  test('[E-30] salon rule: a store with delivery type 3 follows the preference', () => {
    expect(both.map((preference) => salonOrderType(preference, 3))).toEqual(both)
  })

  test('[INT-05] the two rules differ for the same store', () => {
    expect(salonOrderType('DELIVERY', 2)).toBe('SELFPICKUP')
    expect(standardOrderType('DELIVERY', 2)).toBeUndefined()
  })

  test('[INT-06] a salon accepts deliveries and never self-pickup; the standard rule does not change that', () => {
    expect(codes.map((code) => supportsOrderType(code, 'DELIVERY'))).toEqual([true, false, true, true])
    expect(codes.map((code) => supportsOrderType(code, 'SELFPICKUP'))).toEqual([false, true, true, false])
    expect(both.map((preference) => standardOrderType(preference, 4))).toEqual([undefined, undefined])
  })

  test('a salon of any type accepts visits, which are 4 on the wire', () => {
    expect(codes.map((code) => supportsOrderType(code, 'VISIT'))).toEqual([true, true, true, true])
    expect(orderTypeOfCode(4)).toBe('VISIT')
    expect([1, 2, 4].map(orderTypeCodeOf)).toEqual([1, 2, 4])
  })

  test('[E-25] an order is one of two types, 1 and 2 on the wire', () => {
    expect(both.map(orderTypeCode)).toEqual([1, 2])
    expect([1, 2, 3, 0].map(orderTypeOfCode)).toEqual(['DELIVERY', 'SELFPICKUP', undefined, undefined])
    expect([0, 5, Number.NaN].map((code) => salonOrderType('DELIVERY', code))).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  test('no rule sets a type that the store does not accept', () => {
    for (const preference of both) {
      for (const code of codes) {
        for (const type of [standardOrderType(preference, code), salonOrderType(preference, code)]) {
          if (type) expect(supportsOrderType(code, type)).toBe(true)
        }
      }
    }
  })
})
