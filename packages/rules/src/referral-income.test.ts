import { describe, expect, it } from 'vitest'
import { areConnected, capPassed, type Resident, withinIncome } from './referral.ts'

const earned = (referral: bigint, share = 0n) => [
  { kind: 'referral' as const, userId: 1, amountMinor: referral },
  ...(share > 0n ? [{ kind: 'share' as const, userId: 2, amountMinor: share }] : []),
]
const order = { serviceMinor: 100_000n, totalMinor: 100_000n, promotionMinor: 0n }
const amounts = (...args: Parameters<typeof withinIncome>) => withinIncome(...args).map((one) => one.amountMinor)

describe('commissions within the income of their order', () => {
  it.each([
    ['less than the income', 5_000n, 4_999n, 10_000n, [5_000n, 4_999n]],
    ['exactly the income', 5_000n, 5_000n, 10_000n, [5_000n, 5_000n]],
    ['one paisa more', 5_000n, 5_001n, 10_000n, [4_999n, 5_000n]],
    ['far more', 5_000n, 5_000n, 3n, [1n, 1n]],
    ['so much more that nothing is left of one', 9_999n, 1n, 100n, [99n]],
  ])('commissions are paid in full or reduced in proportion: %s', (_what, referral, share, income, left) => {
    expect(amounts(earned(referral, share), order, income)).toEqual(left)
  })

  it.each([0n, -1n, -50_000n])('commissions are zero if the platform earned %s', (income) => {
    expect(amounts(earned(5_000n), order, income)).toEqual([])
  })

  it('ignore income that promotion credit paid for', () => {
    expect(amounts(earned(5_000n), { ...order, promotionMinor: 40_000n }, 5_000n)).toEqual([3_000n])
    expect(amounts(earned(5_000n), { ...order, promotionMinor: 100_000n }, 5_000n)).toEqual([])
    expect(amounts(earned(5_000n), { ...order, totalMinor: 0n }, 5_000n)).toEqual([])
  })

  it('commissions together never exceed the income, for any amounts', () => {
    for (let income = 1n; income < 60n; income += 7n)
      for (let referral = 1n; referral < 90n; referral += 11n)
        for (let share = 1n; share < 90n; share += 13n) {
          const sum = amounts(earned(referral, share), order, income).reduce((total, one) => total + one, 0n)
          expect(sum).toBeLessThanOrEqual(income)
          if (referral + share <= income) expect(sum).toBe(referral + share)
        }
  })
})

describe('daily caps', () => {
  const caps = { personMinor: 100n, pairMinor: 50n, allMinor: 1_000n }
  it.each([
    ['none at the cap', 50n, { personMinor: 50n, pairMinor: 0n, allMinor: 950n }, undefined],
    ['of a person', 50n, { personMinor: 51n, pairMinor: 0n, allMinor: 0n }, 'personMinor'],
    ['of a pair', 51n, { personMinor: 0n, pairMinor: 0n, allMinor: 0n }, 'pairMinor'],
    ['of all', 50n, { personMinor: 0n, pairMinor: 0n, allMinor: 951n }, 'allMinor'],
  ])('daily caps are exceeded: %s', (_what, amount, day, scope) => {
    expect(capPassed(amount, day, caps)).toBe(scope)
  })
})

describe('connected people', () => {
  const one: Resident = { userId: 1, phone: '+911', email: 'a@b.test', devices: ['d1'], places: ['at:1,1', 'phone:1'] }
  const other: Resident = { userId: 2, phone: '+912', email: 'c@d.test', devices: ['d2'], places: ['at:2,2'] }
  it.each([
    ['nothing', {}, false],
    ['a place', { places: ['at:9,9', 'at:1,1'] }, true],
    ['a phone as others write it', { places: ['phone:1'] }, true],
    ['a browser', { devices: ['d1'] }, true],
    ['a mailbox', { email: 'A+shop@B.test' }, true],
    ['no places at all', { places: [] }, false],
  ])('share %s', (_what, more, isConnected) => {
    expect(areConnected(one, { ...other, ...more })).toBe(isConnected)
    expect(areConnected({ ...other, ...more }, one)).toBe(isConnected)
  })
})
