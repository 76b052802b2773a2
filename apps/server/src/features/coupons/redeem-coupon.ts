import type { Tx } from '#db/connection.ts'
import { AppError } from '#http/errors.ts'
import { countUses, insertUse, takeUse } from './queries.ts'

/**
 * Takes one use of a coupon for an order, in the order's transaction. Totals and a customer's own cap hold under any
 * number of parallel orders: the conditional update locks the coupon's row.
 * @throws AppError COUPON_INVALID when the last use is gone, COUPON_LIMIT_REACHED when the customer's are
 */
export async function redeemCoupon(tx: Tx, use: { couponId: number; userId: number; orderId: number }): Promise<void> {
  if (!(await takeUse(tx, use.couponId))) throw new AppError('COUPON_INVALID')
  const { uses, most } = await countUses(tx, use)
  if (most !== null && uses >= most) throw new AppError('COUPON_LIMIT_REACHED')
  await insertUse(tx, use)
}
