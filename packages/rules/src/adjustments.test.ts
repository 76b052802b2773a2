import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { needsSecondPerson, type PaidOrder, refundableMinor, splitRefund } from './adjustments.ts'

const paid = (paidOwnMinor: bigint, paidPromotionMinor: bigint): PaidOrder => ({
  paidOwnMinor,
  paidPromotionMinor,
  refundedOwnMinor: 0n,
  refundedPromotionMinor: 0n,
})

describe('the promotion credit in a refund', () => {
  test.each([
    ['own money comes back as own money', 100n, paid(400n, 0n), { ownMinor: 100n, promotionMinor: 0n }],
    ['credit comes back as credit', 100n, paid(0n, 400n), { ownMinor: 0n, promotionMinor: 100n }],
    ['a part has its share of both', 100n, paid(300n, 100n), { ownMinor: 75n, promotionMinor: 25n }],
    ['what is left of a paisa is credit', 1n, paid(300n, 100n), { ownMinor: 0n, promotionMinor: 1n }],
    [
      'credit is caught up with where a provider had own money back',
      100n,
      { ...paid(300n, 100n), refundedOwnMinor: 300n },
      { ownMinor: 0n, promotionMinor: 100n },
    ],
    [
      'what went back before counts for both pockets',
      100n,
      { ...paid(300n, 100n), refundedOwnMinor: 60n, refundedPromotionMinor: 40n },
      { ownMinor: 90n, promotionMinor: 10n },
    ],
    [
      'credit that went back is not given twice',
      50n,
      { ...paid(300n, 100n), refundedOwnMinor: 200n, refundedPromotionMinor: 100n },
      { ownMinor: 50n, promotionMinor: 0n },
    ],
    [
      'when own money is gone the rest is credit',
      60n,
      { ...paid(300n, 100n), refundedOwnMinor: 290n, refundedPromotionMinor: 20n },
      { ownMinor: 0n, promotionMinor: 60n },
    ],
    ['more than was paid', 401n, paid(300n, 100n), undefined],
    ['more than is left', 2n, { ...paid(300n, 0n), refundedOwnMinor: 299n }, undefined],
    ['anything of an order that nobody paid', 1n, paid(0n, 0n), undefined],
  ])('[GAP-82] %s', (_what, amountMinor, order, parts) => {
    expect(splitRefund(amountMinor, order)).toEqual(parts)
  })

  test('[GAP-82] the parts of any refunds add up to the payment, and neither part is exceeded', () => {
    const sum = fc.bigInt({ min: 0n, max: 10n ** 6n })
    const step = fc.record({ amountMinor: fc.bigInt({ min: 1n, max: 10n ** 5n }), toProvider: fc.boolean() })
    fc.assert(
      fc.property(sum, sum, fc.array(step, { maxLength: 20 }), (own, promotion, steps) => {
        const order = paid(own, promotion)
        for (const { amountMinor, toProvider } of [
          ...steps,
          { amountMinor: refundableMinor(order), toProvider: false },
        ]) {
          const left = refundableMinor(order)
          const wanted = amountMinor > left || amountMinor === 0n ? left : amountMinor
          if (wanted === 0n) break
          const parts = toProvider ? { ownMinor: wanted, promotionMinor: 0n } : splitRefund(wanted, order)!
          if (order.refundedOwnMinor + parts.ownMinor > own) continue
          expect(parts.ownMinor + parts.promotionMinor).toBe(wanted)
          order.refundedOwnMinor += parts.ownMinor
          order.refundedPromotionMinor += parts.promotionMinor
          expect(order.refundedPromotionMinor >= 0n && order.refundedPromotionMinor <= promotion).toBe(true)
        }
        const rest = refundableMinor(order)
        const last = rest === 0n ? { ownMinor: 0n, promotionMinor: 0n } : splitRefund(rest, order)!
        expect(order.refundedOwnMinor + last.ownMinor).toBe(own)
        expect(order.refundedPromotionMinor + last.promotionMinor).toBe(promotion)
      }),
    )
  })

  test('[GAP-82] refunds into the wallet in several parts never give more own money than one refund', () => {
    const sum = fc.bigInt({ min: 1n, max: 10n ** 6n })
    fc.assert(
      fc.property(
        sum,
        sum,
        fc.array(fc.bigInt({ min: 1n, max: 10n ** 5n }), { maxLength: 30 }),
        (own, promotion, cuts) => {
          const order = paid(own, promotion)
          for (const cut of cuts) {
            const parts = splitRefund(cut, order)
            if (!parts) continue
            order.refundedOwnMinor += parts.ownMinor
            order.refundedPromotionMinor += parts.promotionMinor
            const refunded = order.refundedOwnMinor + order.refundedPromotionMinor
            expect(order.refundedOwnMinor * (own + promotion) <= refunded * own).toBe(true)
          }
        },
      ),
    )
  })
})

test.each([
  ['at the sum', { amountMinor: 100_000n, beforeMinor: 0n, currency: 'INR' }, false],
  ['a paisa above it', { amountMinor: 100_001n, beforeMinor: 0n, currency: 'INR' }, true],
  ['the piece that goes above it', { amountMinor: 1n, beforeMinor: 100_000n, currency: 'INR' }, true],
  ['little of another currency', { amountMinor: 1n, beforeMinor: 0n, currency: 'PHP' }, true],
])('%s', (_what, moved, expected) => {
  expect(needsSecondPerson(moved, { amount: '1000', currency: 'INR' })).toBe(expected)
})

test('a limit that is not an amount allows nothing', () => {
  const moved = { amountMinor: 1n, beforeMinor: 0n, currency: 'INR' }
  expect(needsSecondPerson(moved, { amount: 'much', currency: 'INR' })).toBe(true)
})
