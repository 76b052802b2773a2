import { orderStatusIds } from './order-states.ts'

type PastOrder = {
  orderstatus_id: number
  restaurant: { id: number }
  orderitems: readonly { item_id: number | null; quantity: number }[]
}

/**
 * Returns the orders that a customer makes most often. Orders with the same items of the same store count as the same
 * order, in any quantity; the function returns the latest of them. Only delivered orders count as orders that a
 * customer makes often.
 * @param orders sorted, newest first
 * @param most maximum number of orders to return; of equally frequent orders, later ones come first
 */
export function usualOrders<Order extends PastOrder>(orders: readonly Order[], most: number): Order[] {
  const kinds = new Map<string, { latest: Order; count: number }>()
  for (const order of orders) {
    if (order.orderstatus_id !== orderStatusIds.delivered || order.orderitems.length === 0) continue
    const items = order.orderitems.map(({ item_id }) => item_id ?? '-').toSorted()
    const kind = `${order.restaurant.id}: ${items.join()}`
    const known = kinds.get(kind)
    if (known) known.count += 1
    else kinds.set(kind, { latest: order, count: 1 })
  }
  return [...kinds.values()]
    .toSorted((a, b) => b.count - a.count)
    .slice(0, most)
    .map(({ latest }) => latest)
}
