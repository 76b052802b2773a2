import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DeliveryChargeTerms, deliveryCharge, isDeliveryFree, missingForFreeDelivery } from './delivery-charge.ts'

const dynamic = {
  kind: 'DYNAMIC',
  baseMinor: 3_000n,
  baseDistanceKm: 5,
  extraMinor: 1_000n,
  extraDistanceKm: 1,
} as const satisfies DeliveryChargeTerms
const charge = (distanceKm: number, roundUp: boolean, terms: DeliveryChargeTerms = dynamic) =>
  deliveryCharge({ terms, distanceKm, roundUp, currency: 'INR' })

describe('deliveryCharge', () => {
  test('FIXED is the same for every distance', () => {
    const fixed = { kind: 'FIXED', chargeMinor: 2_550n } as const
    expect([charge(0, true, fixed), charge(50, true, fixed)]).toEqual([2_550n, 2_550n])
  })

  test('[GAP-11] DYNAMIC is the base price up to its distance and then increases', () => {
    expect([0, 5, 6.2, 7].map((km) => charge(km, false))).toEqual([3_000n, 3_000n, 4_200n, 5_000n])
  })

  test('rounding goes up to a whole rupee, also from a fraction of a paisa, and keeps whole rupees', () => {
    expect([6.2, 6.25, 6.201].map((km) => charge(km, true))).toEqual([4_200n, 4_300n, 4_300n])
    expect(charge(5.001, true, { ...dynamic, extraMinor: 1n })).toBe(3_100n)
    expect(charge(5.5, false, { ...dynamic, extraMinor: 1n })).toBe(3_001n)
    expect(charge(4, true, { ...dynamic, baseMinor: 3_050n })).toBe(3_050n)
  })

  test('a step of length zero adds nothing, and an invalid distance is refused', () => {
    expect(charge(9, true, { ...dynamic, extraDistanceKm: 0 })).toBe(3_000n)
    for (const km of [-1, Number.NaN, Number.POSITIVE_INFINITY]) expect(() => charge(km, true)).toThrow(RangeError)
  })

  test('property: increases with distance, is never below the base, and rounding adds less than a rupee', () => {
    const km = fc.double({ min: 0, max: 200, noNaN: true })
    fc.assert(
      fc.property(km, km, fc.bigInt({ min: 0n, max: 100_000n }), (a, b, extraMinor) => {
        const terms = { ...dynamic, extraMinor }
        const [near, far] = [Math.min(a, b), Math.max(a, b)].map((at) => charge(at, false, terms)) as [bigint, bigint]
        expect(near <= far && near >= dynamic.baseMinor).toBe(true)
        const rounded = charge(b, true, terms)
        const exact = charge(b, false, terms)
        expect(rounded >= exact && rounded - exact < 101n).toBe(true)
      }),
    )
  })
})

describe('free delivery', () => {
  test('applies from the threshold on; a threshold of 0 or none never applies', () => {
    expect([49_999n, 50_000n].map((subtotal) => isDeliveryFree(subtotal, 50_000n))).toEqual([false, true])
    expect([0n, null, undefined, -1n].map((from) => isDeliveryFree(50_000n, from))).toEqual(Array(4).fill(false))
  })

  test('shows the missing amount', () => {
    expect(missingForFreeDelivery(49_900n, 50_000n)).toBe(100n)
    expect([missingForFreeDelivery(50_001n, 50_000n), missingForFreeDelivery(1n, null)]).toEqual([0n, 0n])
  })
})
