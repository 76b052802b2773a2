import { deliveryTypes } from '@nukkad/rules/order-type.ts'
import { sql } from 'kysely'
import { orderStatusIdsOf } from '#db/codes.ts'
import type { Db } from '#db/connection.ts'

/** Maximum number of open orders in one answer. */
const MAX_LISTED = 200
const MAX_FOUND = 50
const open = orderStatusIdsOf('placed', 'accepted', 'assigned', 'picked_up', 'ready', 'scheduled', 'schedule_confirmed')
const past = orderStatusIdsOf('delivered', 'cancelled')

/** Lists the ids of the stores that a person owns. */
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

export type StoreOrderFacts = {
  id: number
  status: number
  delivery_type: number
  distance_km: number | null
  customer_id: number
  customer_name: string
  customer_email: string | null
  customer_phone: string | null
  store_delivery_type: number
  /** Whether the order was delivered less than an hour ago. */
  is_just_delivered: boolean
}

function factsOf(db: Db, storeId: number) {
  return db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .innerJoin('stores', 'stores.id', 'orders.store_id')
    .select(['orders.id', 'orders.status', 'orders.delivery_type', 'orders.distance_km', 'users.id as customer_id'])
    .select(['stores.delivery_type as store_delivery_type'])
    .select(sql<boolean>`coalesce(orders.delivered_at > now() - interval '1 hour', false)`.as('is_just_delivered'))
    .select(['users.name as customer_name', 'users.email as customer_email', 'users.phone as customer_phone'])
    .where('orders.store_id', '=', storeId)
}

/** Finds one order of this store with its customer. */
export async function findStoreOrder(
  db: Db,
  { storeId, orderId }: { storeId: number; orderId: number },
): Promise<StoreOrderFacts | undefined> {
  return factsOf(db, storeId).where('orders.id', '=', orderId).executeTakeFirst()
}

/** Lists the open orders of this store, oldest first, without visits, which the diary shows. */
export async function listOpenOrders(db: Db, storeId: number): Promise<StoreOrderFacts[]> {
  return factsOf(db, storeId)
    .where('orders.status', '=', sql<number>`any(${[...open]}::smallint[])`)
    .where('orders.delivery_type', '<>', deliveryTypes.salon)
    .orderBy('orders.id')
    .limit(MAX_LISTED)
    .execute()
}

/** Lists one page of a store's delivered and cancelled orders, newest first, and counts all of them. */
export async function listPastOrders(
  db: Db,
  { storeId, page, perPage }: { storeId: number; page: number; perPage: number },
): Promise<{ orders: StoreOrderFacts[]; total: number }> {
  const isPast = sql<boolean>`orders.status = any (${[...past]}::smallint[])`
  const [orders, counted] = await Promise.all([
    factsOf(db, storeId)
      .where(isPast)
      .orderBy('orders.id', 'desc')
      .limit(perPage)
      .offset((page - 1) * perPage)
      .execute(),
    db
      .selectFrom('orders')
      .select((eb) => eb.fn.countAll<bigint>().as('total'))
      .where('store_id', '=', storeId)
      .where(isPast)
      .executeTakeFirstOrThrow(),
  ])
  return { orders, total: Number(counted.total) }
}

/**
 * Finds orders of a store, newest first, with this text in the order number or, unless customers are hidden, in the
 * customer's name or phone. Stores do not see orders that were never paid.
 */
export async function findOrdersByText(
  db: Db,
  { storeId, text, hidesCustomers }: { storeId: number; text: string; hidesCustomers: boolean },
): Promise<StoreOrderFacts[]> {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return factsOf(db, storeId)
    .where('orders.status', 'not in', orderStatusIdsOf('awaiting_payment', 'payment_failed'))
    .where((eb) =>
      eb.or([
        eb('orders.unique_order_id', 'ilike', pattern),
        ...(hidesCustomers ? [] : [eb('users.name', 'ilike', pattern), eb('users.phone', 'like', pattern)]),
      ]),
    )
    .orderBy('orders.id', 'desc')
    .limit(MAX_FOUND)
    .execute()
}

/** Finds the rider who has this order. */
export async function findRiderOf(
  db: Db,
  orderId: number,
): Promise<{ id: number; name: string; phone: string | null } | undefined> {
  return db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.rider_id')
    .select(['users.id', 'users.name', 'users.phone'])
    .where('orders.id', '=', orderId)
    .executeTakeFirst()
}
