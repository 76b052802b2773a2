import type { CouponKind } from '@nukkad/contract/ordering/coupon-kinds.ts'
import type { CouponAudience } from '@nukkad/rules/coupon.ts'
import type { Currency } from '@nukkad/rules/money.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { orderStatus } from '#db/codes.ts'
import { columnList } from '#db/columns.ts'
import type { Db, Tx } from '#db/connection.ts'
import type { Coupons } from '#db/schema.ts'

const columns = [
  'id',
  'code',
  'name',
  'description',
  'discount_type',
  'discount_minor',
  'discount_basis_points',
  'max_discount_minor',
  'min_subtotal_minor',
  'subtotal_message',
  'user_type',
  'max_count_per_user',
  'max_count',
  'used_count',
  'currency',
  'expires_at',
  'is_active',
] as const satisfies (keyof Coupons)[]

/** Selects every column of a `CouponRow` from the coupon `c`, for use inside another query. */
export const couponColumns = columnList('c', columns)

/** A row of `coupons`; the table restricts its kind and audience to known values. */
export type CouponRow = Omit<Pick<Selectable<Coupons>, (typeof columns)[number]>, 'discount_type' | 'user_type'> & {
  discount_type: CouponKind
  user_type: CouponAudience
}

/** A coupon with the facts that decide whether a customer may use it now. */
export type CouponForCustomer = CouponRow & {
  /** The stores that accept the coupon; null means all stores. */
  store_ids: number[] | null
  now: Date
  uses_by_customer: number
  orders_by_customer: number
}

const MAX_LISTED = 50

/**
 * Selects the orders that count as a customer's earlier orders; cancelled and expired unpaid orders do not count. An
 * order whose payment failed counts as an earlier order until it is released, because it can still be paid; otherwise
 * two orders could use a first-order coupon.
 */
const isHeld = sql`o.status <> ${orderStatus.cancelled} and o.released_at is null`

/** Returns the columns of a `CouponForCustomer` for this customer; null stands for a new customer. */
function columnsFor(userId: number | null): RawBuilder<CouponForCustomer> {
  return sql`
    ${couponColumns}, now() as now,
    (select array_agg(s.store_id) from coupon_stores s where s.coupon_id = c.id) as store_ids,
    (select count(*)::int from coupon_uses u where u.coupon_id = c.id and u.user_id = ${userId}) as uses_by_customer,
    (select count(*)::int from orders o where o.user_id = ${userId} and ${isHeld}) as orders_by_customer`
}

/**
 * Finds a coupon by its code, with this customer's uses of it and the number of their orders; if the codes of two
 * coupons differ only in upper and lower case, finds the coupon whose code matches exactly.
 */
export async function findCoupon(
  db: Db,
  { code, userId }: { code: string; userId: number },
): Promise<CouponForCustomer | undefined> {
  const { rows } = await sql<CouponForCustomer>`
    select ${columnsFor(userId)} from coupons c where upper(c.code) = upper(${code}) order by (c.code = ${code}) desc, c.id limit 1`.execute(
    db,
  )
  return rows[0]
}

/** Lists the coupons that are valid now, newest first; the rules decide whether this customer may use them. */
export async function listCoupons(db: Db, userId: number | null): Promise<CouponForCustomer[]> {
  const { rows } = await sql<CouponForCustomer>`
    select ${columnsFor(userId)}
      from coupons c
     where c.is_active and (c.expires_at is null or c.expires_at > now())
     order by c.id desc
     limit ${MAX_LISTED}`.execute(db)
  return rows
}

/** Finds the currency of a store; undefined for an unknown store. */
export async function findStoreCurrency(db: Db, storeId: number): Promise<Currency | undefined> {
  const store = await db.selectFrom('stores').select('currency').where('id', '=', storeId).executeTakeFirst()
  return store?.currency
}

/** Locks a customer until the transaction ends, so that their orders with coupons run one after another. */
export async function lockCustomer(tx: Tx, userId: number): Promise<void> {
  await sql`select from users where id = ${userId} for no key update`.execute(tx)
}

/** Takes one use of a coupon; false when none is left, or the coupon has ended. */
export async function takeUse(tx: Tx, couponId: number): Promise<boolean> {
  const taken = await sql`
    update coupons set used_count = used_count + 1
     where id = ${couponId} and is_active and (expires_at is null or expires_at > now())
       and (max_count is null or used_count < max_count)`.execute(tx)
  return taken.numAffectedRows === 1n
}

/**
 * Records which customer took a use, under the next number. `takeUse` has locked the coupon's row, so two uses never
 * get the same number.
 */
export async function insertUse(
  tx: Tx,
  { couponId, userId, orderId }: { couponId: number; userId: number; orderId: number },
): Promise<void> {
  await sql`
    insert into coupon_uses (coupon_id, user_id, use_no, order_id)
    select ${couponId}::int, ${userId}::int, coalesce(max(use_no), 0) + 1, ${orderId}::int
      from coupon_uses where coupon_id = ${couponId} and user_id = ${userId}`.execute(tx)
}

/**
 * Returns whether a customer has used up their uses of a coupon, for an order that is being placed. The calling
 * function holds the locks of `lockCustomer` and `takeUse`, so the count includes the uses and orders of parallel
 * requests. The goods that are delivered with a visit do not count as another order, because they are placed together
 * with the visit.
 */
export async function findShare(
  tx: Tx,
  { couponId, userId, orderId }: { couponId: number; userId: number; orderId: number },
): Promise<{ user_type: CouponAudience; has_had_it: boolean }> {
  const { rows } = await sql<{ user_type: CouponAudience; has_had_it: boolean }>`
    select c.user_type,
           case c.user_type
             when 'ONCE' then had.uses > 0
             when 'CUSTOM' then c.max_count_per_user > 0 and had.uses >= c.max_count_per_user
             when 'ONCENEW' then exists (
               select from orders o where o.user_id = ${userId} and o.id <> ${orderId}
                  and o.visit_order_id is distinct from ${orderId} and ${isHeld})
             else false
           end is true as has_had_it
      from coupons c,
           (select count(*) as uses from coupon_uses where coupon_id = ${couponId} and user_id = ${userId}) as had
     where c.id = ${couponId}`.execute(tx)
  return rows[0]!
}
