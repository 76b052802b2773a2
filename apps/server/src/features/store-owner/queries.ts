import { sql } from 'kysely'
import type { Db } from '#db/connection.ts'

/** Open orders one answer holds; a store with more is drowned anyway. */
const MOST_LISTED = 200
const open = [1, 2, 3, 4, 7, 10, 11] as const

/** Whether the store is run by this person. */
export async function ownsStore(db: Db, { userId, storeId }: { userId: number; storeId: number }): Promise<boolean> {
  const row = await db
    .selectFrom('store_members')
    .select('store_id')
    .where('store_id', '=', storeId)
    .where('user_id', '=', userId)
    .where('role', '=', 'owner')
    .executeTakeFirst()
  return row !== undefined
}

/** The stores a person runs. */
export async function listOwnStoreIds(db: Db, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('store_members')
    .select('store_id')
    .where('user_id', '=', userId)
    .where('role', '=', 'owner')
    .orderBy('store_id')
    .execute()
  return rows.map((row) => row.store_id)
}

/** The active account of a store owner. */
export async function findOwner(
  db: Db,
  userId: number,
): Promise<{ id: number; name: string; email: string | null; phone: string | null } | undefined> {
  return db
    .selectFrom('users')
    .innerJoin('user_roles', 'user_roles.user_id', 'users.id')
    .select(['users.id', 'users.name', 'users.email', 'users.phone'])
    .where('users.id', '=', userId)
    .where('users.is_active', '=', true)
    .where('users.deleted_at', 'is', null)
    .where('user_roles.role', '=', 'store_owner')
    .executeTakeFirst()
}

export type StoreOrderFacts = {
  id: number
  status: number
  delivery_type: number
  distance_km: number | null
  customer_id: number
  customer_name: string
  customer_phone: string | null
}

function factsOf(db: Db, storeId: number) {
  return db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .select(['orders.id', 'orders.status', 'orders.delivery_type', 'orders.distance_km', 'users.id as customer_id'])
    .select(['users.name as customer_name', 'users.phone as customer_phone'])
    .where('orders.store_id', '=', storeId)
}

/** One order of this store with its customer. */
export async function findStoreOrder(
  db: Db,
  { storeId, orderId }: { storeId: number; orderId: number },
): Promise<StoreOrderFacts | undefined> {
  return factsOf(db, storeId).where('orders.id', '=', orderId).executeTakeFirst()
}

/** Orders of this store that wait for something, oldest first; none for who does not run it. */
export async function listOpenOrders(db: Db, storeId: number): Promise<StoreOrderFacts[]> {
  return factsOf(db, storeId)
    .where('orders.status', '=', sql<number>`any(${[...open]}::smallint[])`)
    .orderBy('orders.id')
    .limit(MOST_LISTED)
    .execute()
}
