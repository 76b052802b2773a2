import { describe, expect, test } from 'vitest'
import { areItemsOf, CASE_DAYS, caseRefusal, type OrderOfCase } from './order-case.ts'
import { orderStatuses } from './order-states.ts'

const now = new Date('2026-11-20T12:00:00Z')
const minutes = (count: number) => new Date(now.getTime() + count * 60_000)
const days = (count: number) => minutes(count * 24 * 60)
const running: OrderOfCase = {
  status: 'picked_up',
  type: 'DELIVERY',
  promisedAt: minutes(-1),
  deliveredAt: null,
  objectionEndsAt: null,
}
const delivered: OrderOfCase = { ...running, status: 'delivered', promisedAt: minutes(-60), deliveredAt: minutes(-70) }

test('a customer can object to a no-show until its time ends, and a visit is never late', () => {
  const missed: OrderOfCase = { ...running, status: 'cancelled', type: 'VISIT', objectionEndsAt: minutes(1) }
  expect(caseRefusal('no_show', missed, now)).toBeUndefined()
  expect(caseRefusal('no_show', { ...missed, objectionEndsAt: now }, now)).toBe('CASE_NOT_MISSED')
  expect(caseRefusal('no_show', delivered, now)).toBe('CASE_NOT_MISSED')
  expect(caseRefusal('late', { ...missed, status: 'accepted' }, now)).toBe('CASE_NOT_LATE')
})

describe('an order is late', () => {
  test.each(['placed', 'accepted', 'assigned', 'picked_up'] as const)(
    'if it is %s after its promised time',
    (status) => {
      expect(caseRefusal('late', { ...running, status }, now)).toBeUndefined()
      expect(caseRefusal('late', { ...running, status, promisedAt: now }, now)).toBe('CASE_NOT_LATE')
      expect(caseRefusal('late', { ...running, status, promisedAt: null }, now)).toBe('CASE_NOT_LATE')
    },
  )

  test.each(orderStatuses.filter((status) => !['placed', 'accepted', 'assigned', 'picked_up'].includes(status)))(
    'an order is not late if it is %s',
    (status) => {
      expect(caseRefusal('late', { ...running, status }, now)).toBe('CASE_NOT_LATE')
    },
  )

  test('if it was delivered late, but not if its customer collected it late', () => {
    const late = { ...delivered, deliveredAt: minutes(-50) }
    expect(caseRefusal('late', late, now)).toBeUndefined()
    expect(caseRefusal('late', { ...late, type: 'SELFPICKUP' }, now)).toBe('CASE_NOT_LATE')
    expect(caseRefusal('late', delivered, now)).toBe('CASE_NOT_LATE')
    expect(caseRefusal('late', { ...late, promisedAt: days(-9), deliveredAt: days(-8) }, now)).toBe('CASE_TOO_OLD')
  })
})

describe.each(['missing', 'wrong'] as const)('items are %s', (problem) => {
  test('can be reported only in a delivered or collected order', () => {
    for (const status of orderStatuses.filter((one) => one !== 'delivered'))
      expect(caseRefusal(problem, { ...running, status }, now)).toBe('CASE_NOT_DELIVERED')
    expect(caseRefusal(problem, delivered, now)).toBeUndefined()
  })

  test(`can be reported within ${CASE_DAYS} days`, () => {
    expect(caseRefusal(problem, { ...delivered, deliveredAt: days(-CASE_DAYS) }, now)).toBeUndefined()
    expect(caseRefusal(problem, { ...delivered, deliveredAt: new Date(days(-CASE_DAYS).getTime() - 1) }, now)).toBe(
      'CASE_TOO_OLD',
    )
  })
})

const lines = [
  { id: 1, quantity: 2 },
  { id: 2, quantity: 1 },
]

test.each([
  ['nothing', [], true],
  ['all', lines, true],
  ['one piece of two', [{ id: 1, quantity: 1 }], true],
  ['one piece too many', [{ id: 2, quantity: 2 }], false],
  ['no piece', [{ id: 1, quantity: 0 }], false],
  ['less than nothing', [{ id: 1, quantity: -1 }], false],
  ['a line of another order', [{ id: 3, quantity: 1 }], false],
  [
    'a line twice',
    [
      { id: 1, quantity: 1 },
      { id: 1, quantity: 1 },
    ],
    false,
  ],
] as const)('items of an order: %s', (_, chosen, isFine) => {
  expect(areItemsOf(chosen, lines)).toBe(isFine)
})
