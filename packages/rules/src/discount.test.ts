import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isListed, percentOff, showsPercentage, showsPrice, vegMark } from './discount.ts'

describe('discount and price display', () => {
  test('[D-24] [R-30] [GAP-70] the discount is a whole percentage, rounded half up', () => {
    expect(percentOff(9_000n, 6_000n)).toBe(33)
    expect(percentOff(3_000n, 1_000n)).toBe(67)
    expect(percentOff(25_000n, 20_000n)).toBe(20)
    expect(percentOff(80_000n, 70_000n)).toBe(13)
    expect(percentOff(0n, 100n)).toBe(0)
  })

  test('[D-23] the old price is shown if there is one and the setting is on', () => {
    expect(showsPercentage(10_000n, 8_000n, 'true')).toBe(true)
    expect(showsPercentage(10_000n, 8_000n, 'false')).toBe(false)
    expect(showsPercentage(10_000n, 8_000n, null)).toBe(false)
    expect(showsPercentage(0n, 8_000n, 'true')).toBe(false)
    expect(showsPercentage(8_000n, 10_000n, 'true')).toBe(false)
  })

  test('[D-25] a price of 0 is hidden if the setting says so', () => {
    expect([showsPrice(0n, 'true'), showsPrice(0n, 'false'), showsPrice(1n, 'true')]).toEqual([false, true, true])
  })

  test('[D-12] only prices above 0 are listed', () => {
    expect([0n, -100n, 500n].map(isListed)).toEqual([false, false, true])
  })

  test('[D-26] [INT-20] the vegetarian mark is read from booleans and from 0 and 1', () => {
    expect([true, 1, false, 0, null, undefined].map((value) => vegMark(value as boolean | null))).toEqual([
      'veg',
      'veg',
      'non-veg',
      'non-veg',
      undefined,
      undefined,
    ])
  })

  test('property: a lower price never gives a smaller percentage, which stays between 0 and 100', () => {
    const minor = fc.bigInt({ min: 0n, max: 10_000_000n })
    fc.assert(
      fc.property(minor, minor, minor, (a, b, c) => {
        const [low, middle, old] = [a, b, c].toSorted((x, y) => (x < y ? -1 : 1)) as [bigint, bigint, bigint]
        expect(percentOff(old, low)).toBeGreaterThanOrEqual(percentOff(old, middle))
        expect(percentOff(old, middle)).toBeGreaterThanOrEqual(0)
        expect(percentOff(old, low)).toBeLessThanOrEqual(100)
      }),
    )
  })
})
