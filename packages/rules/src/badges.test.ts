import { expect, test } from 'vitest'
import { countUnread, defaultRow, itemBadge, unreadBadge } from './badges.ts'

test('[GAP-65] no badge at 0, the number up to 99, then 99+', () => {
  expect([0, 1, 99, 100, 5000].map(unreadBadge)).toEqual([undefined, '1', '99', '99+', '99+'])
})

test('[R-06] [L-02] unread is is_read 0', () => {
  expect(countUnread([{ is_read: 0 }, { is_read: 1 }, { is_read: 0 }])).toBe(2)
})

test('[R-07] [R-08] the default row is the one with is_default 1', () => {
  expect(
    defaultRow([
      { id: 1, is_default: 0 },
      { id: 2, is_default: 1 },
    ]),
  ).toEqual({ id: 2, is_default: 1 })
  expect(defaultRow([{ is_default: 0 }])).toBeUndefined()
})

test('(D-20) (D-21) (INT-19) the item badge is a number, or a tick for an item with add-ons, in the cart only', () => {
  expect([itemBadge(3, false), itemBadge(3, true), itemBadge(0, false), itemBadge(0, true)]).toEqual([
    '3',
    'tick',
    undefined,
    undefined,
  ])
})
