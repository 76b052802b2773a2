import { expect, test } from 'vitest'
import { orderStatusIds } from './order-states.ts'
import { usualOrders } from './usual-orders.ts'

let lastId = 0
const order = (
  store: number,
  items: (number | null)[],
  { status = 'delivered' as keyof typeof orderStatusIds, quantity = 1 } = {},
) => ({
  id: ++lastId,
  orderstatus_id: orderStatusIds[status],
  restaurant: { id: store },
  orderitems: items.map((item_id) => ({ item_id, quantity })),
})

test('the usual orders are those that a customer places most often, the latest of each kind', () => {
  const rare = order(1, [9])
  const latest = order(1, [1, 2], { quantity: 3 })
  const sushi = order(2, [1, 2])
  const orders = [rare, latest, sushi, order(1, [2, 1]), order(2, [1, 2]), order(1, [1, 2])]
  expect(usualOrders(orders, 3)).toEqual([latest, sushi, rare])
  expect(usualOrders(orders, 1)).toEqual([latest])
})

test('only delivered orders count, and orders without items never', () => {
  const orders = [
    order(1, [1], { status: 'cancelled' }),
    order(1, [1], { status: 'placed' }),
    order(1, [1], { status: 'payment_failed' }),
    order(3, []),
  ]
  expect(usualOrders(orders, 3)).toEqual([])
  expect(usualOrders([], 3)).toEqual([])
})

test('items that were deleted since do not mix up stores', () => {
  const [one, other] = [order(1, [null]), order(2, [null])]
  expect(usualOrders([one, other], 3)).toEqual([one, other])
})
