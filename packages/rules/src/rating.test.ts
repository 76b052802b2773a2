import fc from 'fast-check'
import { expect, test } from 'vitest'
import { averageOf, isRatable, ratingProblems } from './rating.ts'

const good = { ratingStore: 5, ratingDelivery: 4, reviewStore: 'Fine', reviewDelivery: '' }

test('(GAP-17) only delivered orders can be rated, and only once', () => {
  expect(isRatable({ status: 'delivered', isRated: false })).toBe(true)
  expect(isRatable({ status: 'delivered', isRated: true })).toBe(false)
  expect(isRatable({ status: 'picked_up', isRated: false })).toBe(false)
})

test('(GAP-17) stars are whole numbers from 1 to 5', () => {
  expect(ratingProblems(good, 'DELIVERY')).toEqual({})
  for (const ratingStore of [0, 6, 2.5, -1, Number.NaN]) {
    expect(ratingProblems({ ...good, ratingStore }, 'DELIVERY')).toEqual({ ratingStore: 'invalid' })
  }
  expect(ratingProblems({ ...good, ratingDelivery: 6 }, 'DELIVERY')).toEqual({ ratingDelivery: 'invalid' })
  expect(ratingProblems({ ...good, ratingDelivery: null }, 'DELIVERY')).toEqual({})
  expect(ratingProblems({ ...good, ratingStore: 1, ratingDelivery: 1 }, 'DELIVERY')).toEqual({})
})

test('(GAP-17) a collected order has no rider to rate', () => {
  expect(ratingProblems(good, 'SELFPICKUP')).toEqual({ ratingDelivery: 'not-applicable' })
  expect(ratingProblems({ ...good, ratingDelivery: null }, 'SELFPICKUP')).toEqual({})
})

test('reviews have at most 1,000 characters', () => {
  expect(ratingProblems({ ...good, reviewStore: 'x'.repeat(1000) }, 'DELIVERY')).toEqual({})
  expect(ratingProblems({ ...good, reviewDelivery: 'x'.repeat(1001) }, 'DELIVERY')).toEqual({
    reviewDelivery: 'too-long',
  })
})

const average = (stars: readonly number[]) =>
  averageOf({ sum: stars.reduce((total, star) => total + star, 0), count: stars.length })

test('the average has one decimal unless it is whole', () => {
  expect([[], [4], [4, 5], [4, 4, 5], [5, 5, 4]].map(average)).toEqual(['0', '4', '4.5', '4.3', '4.7'])
})

test('property: the average is between the worst and the best', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1 }), (stars) => {
      const mean = Number(average(stars))
      expect(mean).toBeGreaterThanOrEqual(Math.min(...stars))
      expect(mean).toBeLessThanOrEqual(Math.max(...stars))
    }),
  )
})
