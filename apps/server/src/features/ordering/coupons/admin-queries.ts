import { type Insertable, sql } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'
import type { Coupons } from '#db/schema.ts'
import { type CouponRow, couponColumns } from './queries.ts'

/** A coupon with the stores that accept it; no store means all stores. */
export type CouponWithStores = CouponRow & { stores: { id: number; name: string }[] }

/** Finds a coupon in the form of the dashboard. */
export async function findAdminCoupon(db: Db, id: number): Promise<CouponWithStores | undefined> {
  const { rows } = await sql<CouponWithStores>`
    select ${couponColumns},
           (select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by s.name), '[]')
              from coupon_stores l join stores s on s.id = l.store_id where l.coupon_id = c.id) as stores
      from coupons c where c.id = ${id}`.execute(db)
  return rows[0]
}

/** Finds and locks a coupon, so that no order takes a use of it while it is changed. */
export async function lockCoupon(tx: Tx, id: number): Promise<CouponWithStores | undefined> {
  await sql`select from coupons where id = ${id} for no key update`.execute(tx)
  return findAdminCoupon(tx, id)
}

/** Returns whether another coupon has this code, in upper or lower case. */
export async function isCodeTaken(tx: Tx, { code, exceptId }: { code: string; exceptId: number | null }) {
  const { rows } =
    await sql`select from coupons where upper(code) = upper(${code}) and id is distinct from ${exceptId}`.execute(tx)
  return rows.length > 0
}

export type CouponColumns = Omit<Insertable<Coupons>, 'id' | 'used_count' | 'created_at'>

/**
 * Inserts a coupon.
 * @returns its id; undefined when another coupon got the code meanwhile
 */
export async function insertCoupon(tx: Tx, columns: CouponColumns): Promise<number | undefined> {
  const row = await tx
    .insertInto('coupons')
    .values(columns)
    .onConflict((conflict) => conflict.constraint('coupons__code').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Changes a coupon. Changes a coupon; orders that used the coupon keep their discount. */
export async function updateCoupon(tx: Tx, id: number, columns: CouponColumns): Promise<void> {
  await tx.updateTable('coupons').set(columns).where('id', '=', id).execute()
}

/** Counts the stores among these ids. */
export async function countStores(tx: Tx, ids: readonly number[]): Promise<number> {
  const { rows } = await sql<{ found: number }>`
    select count(*)::int as found from stores where id = any (${ids}::int[])`.execute(tx)
  return rows[0]!.found
}

/** Sets the stores that accept a coupon; an empty list means all stores. */
export async function setCouponStores(tx: Tx, couponId: number, storeIds: readonly number[]): Promise<void> {
  await tx.deleteFrom('coupon_stores').where('coupon_id', '=', couponId).execute()
  if (storeIds.length > 0)
    await tx
      .insertInto('coupon_stores')
      .values(storeIds.map((store_id) => ({ coupon_id: couponId, store_id })))
      .execute()
}

/** Deletes a coupon unless an order uses it; first waits for orders that are being placed with the coupon. */
export async function deleteUnusedCoupon(tx: Tx, id: number): Promise<boolean> {
  await sql`select from coupons where id = ${id} for update`.execute(tx)
  const { rows } = await sql<{ id: number }>`
    delete from coupons c where c.id = ${id} and not exists (select from orders o where o.coupon_id = c.id)
       and not exists (select from coupon_uses u where u.coupon_id = c.id) returning c.id`.execute(tx)
  return rows.length > 0
}

/**
 * Switches coupons on or off.
 * @returns the codes of the coupons that exist
 */
export async function switchCoupons(tx: Tx, ids: readonly number[], isActive: boolean): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    update coupons set is_active = ${isActive} where id = any (${ids}::int[]) returning code`.execute(tx)
  return rows.map(({ code }) => code)
}
