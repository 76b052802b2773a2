import { sum } from '@nukkad/rules/money.ts'
import { isOrderAmount } from '@nukkad/rules/pricing.ts'
import { type TillOrder, withGoods } from '@nukkad/rules/visit-till.ts'
import type { Tx } from '#db/connection.ts'
import type { Good } from '#features/ordering/orders/add-goods.ts'
import { AppError } from '#http/errors.ts'
import { insertGuestGoods } from './guest-goods-queries.ts'
import type { VisitRow } from './queries.ts'

/**
 * Returns the amounts of a guest's visit. A guest's visit has no tax and no prepayment, because the salon takes the
 * money directly.
 */
export function billOfGuest(services: readonly { price_minor: number }[]): TillOrder {
  const totalMinor = sum(services.map(({ price_minor }) => BigInt(price_minor)))
  return {
    subtotalMinor: totalMinor,
    discountMinor: 0n,
    storeChargeMinor: 0n,
    taxBasisPoints: 0,
    taxMinor: 0n,
    totalMinor,
    atStoreMinor: totalMinor,
  }
}

/**
 * Sells goods with the visit of a guest, which the caller has locked, and reduces their stock.
 * @returns the amounts of the visit with the goods
 * @throws AppError ORDER_AMOUNT_OUT_OF_RANGE, ITEM_UNAVAILABLE when too few units are left
 */
export async function sellToGuest(tx: Tx, visit: VisitRow, goods: readonly Good[]): Promise<TillOrder> {
  const bill = withGoods(billOfGuest(visit.services), goods)
  if (goods.length === 0) return bill
  if (!isOrderAmount(bill.totalMinor)) throw new AppError('ORDER_AMOUNT_OUT_OF_RANGE')
  if (!(await insertGuestGoods(tx, visit, goods))) throw new AppError('ITEM_UNAVAILABLE')
  return bill
}
