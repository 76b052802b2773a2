import { isRunning, orderStatuses, orderStatusIds } from '@nukkad/rules/order-states.ts'
import { sql } from 'kysely'
import { orderStatusList } from '#db/codes.ts'
import type { Db, Tx } from '#db/connection.ts'
import { deleteInBatches } from '#db/delete-in-batches.ts'

/**
 * The time for which the link of a delivered order still works, so that the person who has the link sees that the order
 * has arrived.
 */
const SHOWN_AFTER_DELIVERY_MINUTES = 10
const runningStatuses = orderStatusList(...orderStatuses.filter(isRunning))
const { delivered } = orderStatusIds

/** Matches the orders `o` whose link works: orders in progress, and orders that were delivered a few minutes ago. */
const isShown = sql`(o.status in ${runningStatuses} or (o.status = ${delivered}
  and o.delivered_at > now() - make_interval(mins => ${SHOWN_AFTER_DELIVERY_MINUTES}::int)))`

type OwnOrder = { userId: number; uniqueOrderId: string }

/** Inserts a link to the customer's own order in progress, unless the order has one already. */
export async function insertShare(
  tx: Tx,
  { userId, uniqueOrderId, tokenHash, sealedToken }: OwnOrder & { tokenHash: Buffer; sealedToken: string },
): Promise<void> {
  await sql`
    insert into order_shares (order_id, token_hash, sealed_token)
    select o.id, ${tokenHash}::bytea, ${sealedToken}::text from orders o
     where o.unique_order_id = ${uniqueOrderId} and o.user_id = ${userId} and o.status in ${runningStatuses}
    on conflict on constraint order_shares__order_key do nothing`.execute(tx)
}

/** Finds the customer's own order, and the token of the order's link while the order is in progress. */
export async function findShare(
  tx: Tx,
  { userId, uniqueOrderId }: OwnOrder,
): Promise<{ sealed_token: string | null } | undefined> {
  const { rows } = await sql<{ sealed_token: string | null }>`
    select case when o.status in ${runningStatuses} then s.sealed_token end as sealed_token
      from orders o left join order_shares s on s.order_id = o.id
     where o.unique_order_id = ${uniqueOrderId} and o.user_id = ${userId}`.execute(tx)
  return rows[0]
}

/** Deletes the link of the customer's own order; returns whether the customer has such an order. */
export async function deleteShare(tx: Tx, { userId, uniqueOrderId }: OwnOrder): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    with own as (
      select id from orders where unique_order_id = ${uniqueOrderId} and user_id = ${userId}
    ), ended as (
      delete from order_shares s using own where s.order_id = own.id
    )
    select id from own`.execute(tx)
  return rows.length > 0
}

export type SharedOrder = {
  status: number
  delivery_type: number
  promised_at: Date | null
  /** Coordinates of the delivery, from which the time of arrival is computed, and which are never shown. */
  latitude: number | null
  longitude: number | null
  store_id: number
  store_name: string
  store_image: string | null
  store_latitude: number
  store_longitude: number
  rider_name: string | null
  rider_latitude: number | null
  rider_longitude: number | null
  positioned_at: Date | null
}

/** Finds the order of a link that still works, with the rider's newest coordinates. */
export async function findShared(db: Db, tokenHash: Buffer): Promise<SharedOrder | undefined> {
  const { rows } = await sql<SharedOrder>`
    select o.status, o.delivery_type, o.promised_at, o.latitude, o.longitude,
           s.id as store_id, s.name as store_name, s.image as store_image,
           s.latitude as store_latitude, s.longitude as store_longitude,
           split_part(u.name, ' ', 1) as rider_name,
           p.latitude as rider_latitude, p.longitude as rider_longitude, p.at as positioned_at
      from order_shares x
      join orders o on o.id = x.order_id
      join stores s on s.id = o.store_id
      left join users u on u.id = o.rider_id
      left join lateral (
        select latitude, longitude, at from rider_positions
         where order_id = o.id and rider_id = o.rider_id order by id desc limit 1) p on true
     where x.token_hash = ${tokenHash} and ${isShown}`.execute(db)
  return rows[0]
}

/** Deletes the links of orders that are over. */
export async function deleteOverShares(db: Db): Promise<void> {
  await deleteInBatches(db, 'order_shares', {
    where: sql`not exists (select from orders o where o.id = order_id and ${isShown})`,
  })
}
