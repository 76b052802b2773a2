import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'

/** Gives back the coupon use of a cancelled order. */
export async function releaseCoupon(
  tx: Tx,
  { orderId, couponId }: { orderId: number; couponId: number | null },
): Promise<void> {
  if (couponId === null) return
  await sql`
    with released as (delete from coupon_uses where order_id = ${orderId} returning coupon_id)
    update coupons set used_count = used_count - 1 from released where coupons.id = released.coupon_id`.execute(tx)
}
