import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paidForLines, refundOfItems, refundOfLine } from './item-refund.ts'
import { sum } from './money.ts'
import { priceOrder } from './pricing.ts'

const order = {
  lines: [
    { unitMinor: 10_000n, quantity: 2, discountMinor: 2_000n },
    { unitMinor: 5_000n, quantity: 1, discountMinor: 500n },
  ],
  deliveryMinor: 2_500n,
  storeChargeMinor: 0n,
  taxMinor: 1_250n,
}

test('the refund of a line is its price less its coupon and plus its tax', () => {
  // The items cost 18000 and 4500 and the delivery 2500 minor units. The tax of 5 % applies to all three.
  expect(paidForLines(order)).toEqual([18_900n, 4_725n])
})

test('the refund of a free order is zero', () => {
  const line = { unitMinor: 0n, quantity: 1, discountMinor: 0n }
  expect(paidForLines({ lines: [line], deliveryMinor: 0n, storeChargeMinor: 0n, taxMinor: 0n })).toEqual([0n])
})

test('a piece of a line is refunded with its share of the line', () => {
  const line = { paidMinor: 1_000n, quantity: 3 }
  const pieces = [0, 1, 2].map((before) => refundOfLine({ ...line, refundedBefore: before, refundedNow: 1 }))
  expect(pieces).toEqual([333n, 333n, 334n])
  expect(refundOfLine({ ...line, refundedBefore: 0, refundedNow: 3 })).toBe(1_000n)
})

test.each([
  [0, 4],
  [2, 2],
  [-1, 1],
  [0, -1],
])('after %i pieces of three, %i more are refused', (refundedBefore, refundedNow) => {
  expect(() => refundOfLine({ paidMinor: 900n, quantity: 3, refundedBefore, refundedNow })).toThrow(RangeError)
})

test('items are never refunded with more than the rest', () => {
  const lines = [{ paidMinor: 900n, quantity: 1, refundedBefore: 0, refundedNow: 1 }]
  expect([refundOfItems(lines, 1_000n), refundOfItems(lines, 400n), refundOfItems([], 400n)]).toEqual([900n, 400n, 0n])
})

const line = fc.record({ unitMinor: fc.bigInt(0n, 100_000n), quantity: fc.integer({ min: 1, max: 99 }) })

test('all pieces of all lines are never more than the total of the order with any charges, coupon and tax', () => {
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 6 }),
      fc.bigInt(0n, 20_000n),
      fc.bigInt(0n, 9_000n),
      fc.integer({ min: 0, max: 2_800 }),
      (lines, discountMinor, storeChargeMinor, taxBasisPoints) => {
        const quote = priceOrder({
          currency: 'INR',
          lines,
          coupon: { kind: 'AMOUNT', amountMinor: discountMinor },
          fulfilment: { type: 'SELFPICKUP' },
          storeChargeMinor,
          taxBasisPoints,
          tipMinor: 0n,
          method: 'COD',
        })
        const paid = paidForLines({
          lines: lines.map((one, index) => ({ ...one, discountMinor: quote.lines[index]!.discountMinor })),
          deliveryMinor: quote.deliveryMinor,
          storeChargeMinor,
          taxMinor: quote.taxMinor,
        })
        expect(paid.every((minor) => minor >= 0n)).toBe(true)
        expect(sum(paid) <= quote.totalMinor).toBe(true)
        if (storeChargeMinor === 0n) expect(sum(paid)).toBe(quote.totalMinor)
      },
    ),
  )
})

test('the partial refunds of a line add up to the whole line', () => {
  fc.assert(
    fc.property(
      fc.bigInt(0n, 1_000_000n),
      fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 1 }),
      (paid, parts) => {
        const quantity = parts.reduce((all, part) => all + part, 0)
        if (quantity === 0) return
        let refundedBefore = 0
        let totalMinor = 0n
        for (const refundedNow of parts) {
          totalMinor += refundOfLine({ paidMinor: paid, quantity, refundedBefore, refundedNow })
          refundedBefore += refundedNow
        }
        expect(totalMinor).toBe(paid)
      },
    ),
  )
})
