import type { Output } from '@nukkad/contract/contract.ts'
import { MAX_LINE_QUANTITY } from '@nukkad/rules/cart.ts'
import { type CartLine, fillCart } from '#stores/cart.ts'
import { call } from './api.ts'
import { cartItemOf } from './menu-item.ts'

/** An order as the list of the customer's orders contains it. */
export type PastOrder = Output<'get-orders'>['data'][number]

/**
 * Replaces the cart with the order's items that the store still sells, at current prices, and returns how many lines
 * were added.
 */
export async function reorder(order: PastOrder): Promise<number> {
  const { slug, items: wanted } = await call('reorder', { order_id: order.id })
  const menu = await call('get-restaurant-items', { slug })
  const items = new Map([...Object.values(menu.items).flat(), ...menu.recommended].map((item) => [item.id, item]))
  const store = { id: order.restaurant.id, name: order.restaurant.name, isOpen: order.restaurant.is_active === 1 }
  const lines = wanted.flatMap(({ id, quantity, selectedaddons }): CartLine[] => {
    const item = items.get(id)
    if (!item || item.is_active === 0) return []
    const line = cartItemOf(item, store, selectedaddons)
    return [{ ...line, selectedaddons, quantity: Math.min(quantity, MAX_LINE_QUANTITY) }]
  })
  if (lines.length > 0) fillCart(lines)
  return lines.length
}
