import { sql } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'

export type CouponRow = {
  id: number
  code: string
  name: string
  description: string | null
  discount_type: 'AMOUNT' | 'PERCENTAGE'
  discount_minor: bigint | null
  discount_basis_points: number | null
  max_discount_minor: bigint | null
  min_subtotal_minor: bigint | null
  subtotal_message: string | null
  user_type: 'ALL' | 'ONCE' | 'ONCENEW' | 'CUSTOM'
  max_count_per_user: number | null
  max_count: number | null
  used_count: number
  currency: string
  expires_at: Date | null
  is_active: boolean
  /** Stores where it holds; null: everywhere. */
  store_ids: number[] | null
  now: Date
  uses_by_customer: number
  orders_by_customer: number
}

const columns = sql`
  c.id, c.code, c.name, c.description, c.discount_type, c.discount_minor, c.discount_basis_points, c.max_discount_minor,
  c.min_subtotal_minor, c.subtotal_message, c.user_type, c.max_count_per_user, c.max_count, c.used_count, c.currency,
  c.expires_at, c.is_active, now() as now,
  (select array_agg(s.store_id) from coupon_stores s where s.coupon_id = c.id) as store_ids`

/** A coupon by its code, exactly as written, with what this customer has done with it and how often he ordered. */
export async function findCoupon(
  db: Db,
  { code, userId }: { code: string; userId: number },
): Promise<CouponRow | undefined> {
  const { rows } = await sql<CouponRow>`
    select ${columns},
           (select count(*)::int from coupon_uses u where u.coupon_id = c.id and u.user_id = ${userId}) as uses_by_customer,
           (select count(*)::int from orders o where o.user_id = ${userId} and o.status not in (6, 9)) as orders_by_customer
      from coupons c where c.code = ${code}`.execute(db)
  return rows[0]
}

/** Takes one use while some are left; false when the last one is gone. */
export async function takeUse(tx: Tx, couponId: number): Promise<boolean> {
  const taken = await sql`
    update coupons set used_count = used_count + 1
     where id = ${couponId} and is_active and (max_count is null or used_count < max_count)`.execute(tx)
  return taken.numAffectedRows === 1n
}

/** Writes down whose use it was. The coupon's row is locked by the update before, so numbers do not collide. */
export async function insertUse(
  tx: Tx,
  { couponId, userId, orderId }: { couponId: number; userId: number; orderId: number },
): Promise<void> {
  await sql`
    insert into coupon_uses (coupon_id, user_id, use_no, order_id)
    select ${couponId}::int, ${userId}::int, coalesce(max(use_no), 0) + 1, ${orderId}::int
      from coupon_uses where coupon_id = ${couponId} and user_id = ${userId}`.execute(tx)
}

/** Uses of a coupon by one customer, and his caps, under the lock that `takeUse` holds. */
export async function countUses(
  tx: Tx,
  { couponId, userId }: { couponId: number; userId: number },
): Promise<{ uses: number; most: number | null }> {
  const { rows } = await sql<{ uses: number; most: number | null }>`
    select (select count(*)::int from coupon_uses u where u.coupon_id = c.id and u.user_id = ${userId}) as uses,
           case c.user_type when 'ONCE' then 1 when 'CUSTOM' then c.max_count_per_user end as most
      from coupons c where c.id = ${couponId}`.execute(tx)
  return rows[0]!
}
