import { describe, expect, test } from 'vitest'
import { boardOf, boardText } from './board.ts'

const now = Date.parse('2026-11-21T12:30:00.000Z')
const order = (id: number, status: 'placed' | 'accepted' | 'picked_up', store: number, promised_at: string) => ({
  id,
  status,
  promised_at,
  scheduled_for: null,
  store: { id: store },
})
const inTime = '2026-11-21T12:50:00.000Z'
const orders = [
  order(1, 'placed', 7, inTime),
  order(2, 'accepted', 7, '2026-11-21T12:20:00.000Z'),
  order(3, 'placed', 8, inTime),
  order(4, 'picked_up', 8, '2026-11-21T12:00:00.000Z'),
]
const all = { store: '', isLateOnly: false, now }
type Listed = (typeof orders)[number]
const idsOf = (board: ReturnType<typeof boardOf<Listed>>) => board.orders.map(({ id }) => id)

describe('what the board shows', () => {
  test('[U-19] for all stores, the most delayed order is first, then the others in their order', () => {
    const board = boardOf(orders, all)
    expect(idsOf(board)).toEqual([4, 2, 1, 3])
    expect(board).toMatchObject({ late: 2, ringing: 2, ringingElsewhere: 0 })
  })

  test('[U-19] for one store, an order of another store still rings', () => {
    const board = boardOf(orders, { ...all, store: '7' })
    expect(idsOf(board)).toEqual([2, 1])
    expect(board).toMatchObject({ late: 1, ringing: 1, ringingElsewhere: 1 })
  })

  test('[U-19] for late orders only, all ringing orders still count', () => {
    const board = boardOf(orders, { ...all, isLateOnly: true })
    expect(idsOf(board)).toEqual([4, 2])
    expect(board).toMatchObject({ late: 2, ringing: 2 })
  })

  test('[U-19] a store without orders is empty, and orders of other stores ring', () => {
    expect(boardOf(orders, { ...all, store: '9' })).toEqual({ orders: [], late: 0, ringing: 0, ringingElsewhere: 2 })
  })
})

test.each([
  [{ ringing: 0, late: 0 }, true, 'Live updates.'],
  [{ ringing: 1, late: 0 }, true, 'Live updates. 1 new order.'],
  [{ ringing: 2, late: 1 }, false, 'Reconnecting. Refreshing every 15 s. 2 new orders. 1 is late.'],
  [{ ringing: 0, late: 3 }, false, 'Reconnecting. Refreshing every 15 s. 3 are late.'],
])('[U-19] %o, live %s: “%s”', (board, isLive, text) => {
  expect(boardText(board, isLive)).toBe(text)
})
