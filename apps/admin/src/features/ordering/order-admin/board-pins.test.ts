import { expect, test } from 'vitest'
import { changed, type Part, recorded } from '#test/recorded.ts'
import { fillOf, type OrderPlaces, pinsOf, pinText, pointsOf, shiftOf } from './board-pins.ts'
import type { BoardOrder } from './order-texts.ts'

const now = Date.parse('2026-11-21T15:00:00.000Z')
const [recordedOrder] = recorded('dashboard/orders/board').orders as [BoardOrder]
const order = (id: number, change: Part<BoardOrder> = {}): BoardOrder =>
  changed<BoardOrder>(recordedOrder, { id, ...change })
const spot = (latitude: number) => ({ latitude, longitude: 77.6 })
const place = (id: number, rest: Partial<OrderPlaces> = {}): OrderPlaces => ({
  id,
  store: spot(1),
  customer: spot(2),
  rider: null,
  ...rest,
})

test('[U-19] an order is shown at its customer, or at its store if the customer’s position is missing', () => {
  const { orders, stores } = pinsOf([order(1), order(2)], [place(1), place(2, { customer: null })], now)
  expect(orders.map(({ at, before }) => ({ at, before }))).toEqual([
    { at: spot(2), before: 0 },
    { at: spot(1), before: 1 },
  ])
  expect(stores).toEqual([{ ...recordedOrder.store, at: spot(1) }])
})

test('[U-19] only orders of the board with known positions are on the map', () => {
  expect(pinsOf([order(1), order(2)], [place(2), place(3)], now).orders.map((pin) => pin.order.id)).toEqual([2])
})

test('[U-19] a rider appears once, on the way to each of their stores and customers', () => {
  const rider = { id: 7, name: 'Ravi', at: spot(5), positioned_at: null }
  const pins = pinsOf(
    [order(1, { status: 'assigned' }), order(2, { status: 'picked_up' })],
    [place(1, { rider }), place(2, { rider })],
    now,
  )
  expect(pins.riders).toEqual([{ id: 7, name: 'Ravi', at: spot(5), to: [spot(1), spot(2)] }])
  expect(pointsOf(pins)).toEqual([spot(2), spot(2), spot(1), spot(5)])
})

test('[U-19] marks at the same position are drawn next to each other', () => {
  const { orders } = pinsOf([order(1), order(2), order(3)], [place(1), place(2), place(3)], now)
  expect(orders.map(({ before }) => before)).toEqual([0, 1, 2])
  const shifts = Array.from({ length: 20 }, (_, before) => shiftOf(before))
  expect(new Set(shifts.map(({ x, y }) => `${x} ${y}`)).size).toBe(20)
  expect(shifts[0]).toEqual({ x: 0, y: 0 })
})

test('[U-19] a late order is red and shows its minutes; the others have the colour of their state', () => {
  const [late, onTime] = pinsOf(
    [
      order(1, { status: 'picked_up', promised_at: '2026-11-21T14:48:00.000Z' }),
      order(2, { status: 'picked_up', promised_at: '2026-11-21T15:20:00.000Z' }),
    ],
    [place(1), place(2)],
    now,
  ).orders
  expect(pinText(late!)).toMatch(/: On the way, 12 min late$/)
  expect(pinText(onTime!)).toMatch(/: On the way$/)
  expect([fillOf(late!).fill, fillOf(onTime!).fill]).toEqual(['--c-error', '--c-info'])
})
