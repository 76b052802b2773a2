import type { Minor } from '@nukkad/rules/money.ts'
import { isOrderAmount } from '@nukkad/rules/pricing.ts'
import { type TillOrder, withGoods } from '@nukkad/rules/visit-till.ts'
import type { Tx } from '#db/connection.ts'
import { AppError } from '#http/errors.ts'
import { insertGoods, lockTillOrder } from './till-queries.ts'

/** Goods of a store at the current price of its menu. */
export type Good = {
  item: { id: number; name: string; image: string | null; is_counted: boolean }
  quantity: number
  /** The price of one piece with its add-ons, in minor units. */
  unitMinor: Minor
  addons: readonly { id: number; category: string; name: string; price_minor: number }[]
}

/**
 * Adds goods to the order of a visit while the customer is at the salon, where they also pay for them, and takes their
 * units from the stock. Each added line is new, so prices and discounts of the existing lines stay unchanged.
 * @returns the amounts of the order with the goods
 * @throws AppError VISIT_CLOSED when the order is over, ORDER_AMOUNT_OUT_OF_RANGE, ITEM_UNAVAILABLE when too few units
 * are left
 */
export async function addGoods(tx: Tx, orderId: number, goods: readonly Good[]): Promise<TillOrder> {
  const order = await lockTillOrder(tx, orderId)
  if (!order) throw new AppError('VISIT_CLOSED')
  if (goods.length === 0) return order
  const changed = withGoods(order, goods)
  if (!isOrderAmount(changed.totalMinor)) throw new AppError('ORDER_AMOUNT_OUT_OF_RANGE')
  if (!(await insertGoods(tx, orderId, { order: changed, goods }))) throw new AppError('ITEM_UNAVAILABLE')
  return changed
}
