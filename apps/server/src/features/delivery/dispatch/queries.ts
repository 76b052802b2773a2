import { sql } from 'kysely'
import { carriedStatuses } from '#db/codes.ts'
import type { Db } from '#db/connection.ts'

export type RiderOnDuty = {
  id: number
  name: string
  phone: string | null
  vehicle_number: string | null
  max_open_orders: number
  latitude: number | null
  longitude: number | null
  positioned_at: Date | null
  /** Whether the rider has reached their limit of open orders or of cash. */
  is_full: boolean
  /** The stores that the rider may deliver for. */
  stores: number[]
  /** The orders that the rider carries, oldest first. */
  orders: {
    id: number
    unique_order_id: string
    status: number
    store: string
    latitude: number | null
    longitude: number | null
  }[]
}

/** Maximum number of riders in the list, because people cannot use a longer list. */
const MAX_LISTED = 500

/**
 * Lists riders on duty whose accounts are active, sorted by name, with their last position and the orders that they
 * carry.
 */
export async function listRidersOnDuty(db: Db): Promise<RiderOnDuty[]> {
  const { rows } = await sql<RiderOnDuty>`
    select r.user_id as id, u.name, u.phone, r.vehicle_number, r.max_open_orders, r.latitude, r.longitude, r.positioned_at,
           array(select m.store_id from store_members m where m.user_id = r.user_id and m.role = 'rider') as stores,
           coalesce(jobs.orders, '[]') as orders,
           coalesce(jobs.count, 0) >= r.max_open_orders or (r.cash_limit_minor > 0 and exists (
             select from ledger_accounts a
              where a.user_id = r.user_id and a.kind = 'rider_cash' and -a.balance_minor >= r.cash_limit_minor)) as is_full
      from riders r join users u on u.id = r.user_id
      left join lateral (
        select count(*)::int as count,
               json_agg(json_build_object('id', o.id, 'unique_order_id', o.unique_order_id, 'status', o.status,
                                          'store', s.name, 'latitude', o.latitude, 'longitude', o.longitude) order by o.id) as orders
          from orders o join stores s on s.id = o.store_id
         where o.rider_id = r.user_id and o.status in ${carriedStatuses}) as jobs on true
     where r.is_on_duty and u.is_active and u.deleted_at is null
       and exists (select from user_roles w where w.user_id = u.id and w.role = 'rider')
     order by u.name, r.user_id
     limit ${MAX_LISTED}`.execute(db)
  return rows
}

/** Finds the store of an order, with its coordinates. */
export async function findStoreOf(
  db: Db,
  orderId: number,
): Promise<{ id: number; latitude: number; longitude: number } | undefined> {
  return db
    .selectFrom('orders')
    .innerJoin('stores', 'stores.id', 'orders.store_id')
    .select(['stores.id', 'stores.latitude', 'stores.longitude'])
    .where('orders.id', '=', orderId)
    .executeTakeFirst()
}
