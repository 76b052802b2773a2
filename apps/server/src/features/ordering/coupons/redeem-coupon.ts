import { type CouponAudience, type CouponRefusal, couponRefusalWire } from '@nukkad/rules/coupon.ts'
import type { Tx } from '#db/connection.ts'
import { AppError } from '#http/errors.ts'
import { findShare, insertUse, lockCustomer, takeUse } from './queries.ts'

/** For each audience of a coupon, the reason to refuse a customer who has used the coupon as often as they may. */
const shareRefusals: Record<CouponAudience, CouponRefusal> = {
  ALL: 'used-up',
  ONCE: 'already-used',
  ONCENEW: 'new-customers',
  CUSTOM: 'customer-limit',
}

/**
 * Takes one use of a coupon for an order, in the order's transaction. Parallel orders cannot exceed the limits of the
 * coupon or of the customer, because the conditional update locks the coupon's row. The customer is locked before the
 * coupon, because the rule for first orders counts their orders with any coupon. When the order is cancelled, the use
 * of the coupon is given back.
 * @throws AppError COUPON_INVALID when the last use is gone, COUPON_USED_ONCE, COUPON_FOR_NEW_CUSTOMERS or
 * COUPON_LIMIT_REACHED when the customer has no use left
 * @see docs/reference/security.md#ledger
 */
export async function redeemCoupon(tx: Tx, use: { couponId: number; userId: number; orderId: number }): Promise<void> {
  await lockCustomer(tx, use.userId)
  if (!(await takeUse(tx, use.couponId))) throw new AppError('COUPON_INVALID')
  const share = await findShare(tx, use)
  if (share.has_had_it) throw new AppError(couponRefusalWire[shareRefusals[share.user_type]].code)
  await insertUse(tx, use)
}
