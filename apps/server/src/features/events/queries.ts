import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/connection.ts'

/** A change of an order as the customer's stream tells it. */
export type CustomerEventRow = { id: bigint; order_id: number; unique_order_id: string; to_status: number }

/**
 * What happened to a customer's orders after the event `afterId`, oldest first. Of more than `most` the newest count,
 * since a later state makes an earlier one worthless.
 */
export async function listCustomerEvents(
  db: Db,
  { userId, afterId, most }: { userId: number; afterId: bigint; most: number },
): Promise<CustomerEventRow[]> {
  const rows = await db
    .selectFrom('order_events')
    .innerJoin('orders', 'orders.id', 'order_events.order_id')
    .select(['order_events.id', 'order_events.order_id', 'orders.unique_order_id', 'order_events.to_status'])
    .where('order_events.user_id', '=', userId)
    .where('order_events.id', '>', afterId)
    .orderBy('order_events.id', 'desc')
    .limit(most)
    .execute()
  return rows.reverse()
}

export type DeskEventRow = CustomerEventRow & { store_id: number; from_status: number | null }

/** What happened to the orders of these stores after the event `afterId`, as `listCustomerEvents`. */
export async function listDeskEvents(
  db: Db,
  { stores, afterId, most }: { stores: 'all' | readonly number[]; afterId: bigint; most: number },
): Promise<DeskEventRow[]> {
  const rows = await db
    .selectFrom('order_events')
    .innerJoin('orders', 'orders.id', 'order_events.order_id')
    .select(['order_events.id', 'order_events.order_id', 'orders.unique_order_id', 'order_events.store_id'])
    .select(['order_events.from_status', 'order_events.to_status'])
    .where('order_events.id', '>', afterId)
    .$if(stores !== 'all', (query) =>
      query.where('order_events.store_id', '=', sql<number>`any(${[...(stores as readonly number[])]}::int[])`),
    )
    .orderBy('order_events.id', 'desc')
    .limit(most)
    .execute()
  return rows.reverse()
}

export type EventToAnnounce = DeskEventRow & {
  user_id: number
  /** Who carried it before, where staff gave it to another. */
  rider_before_id: number | null
  /** Who carries the order after the event. */
  rider_id: number | null
  delivery_type: number
  store: string
  /** Riders on duty who may deliver for the store; empty unless the event concerns an offer. */
  riders: number[]
}

const OFFERED = 2
/** Nobody waits for what happened before this. */
const OLDEST_MINUTES = 10

/**
 * The events of these ids, and of the later ones than `afterId` when it is given, oldest first, with what their listeners need
 * to know. One query however many there are.
 */
export async function listEventsToAnnounce(
  db: Db,
  { ids, afterId, most }: { ids: readonly bigint[]; afterId: bigint | null; most: number },
): Promise<EventToAnnounce[]> {
  const { rows } = await sql<EventToAnnounce>`
    select e.id, e.order_id, o.unique_order_id, e.user_id, e.store_id, e.rider_id, e.from_status, e.to_status,
           o.delivery_type, s.name as store,
           case when e.from_status = e.to_status then (select b.rider_id from order_events b where b.order_id = e.order_id and b.id < e.id
                                                        order by b.id desc limit 1) end as rider_before_id,
           case when o.delivery_type = 1 and (e.to_status = ${OFFERED}::int) <> (e.from_status is not distinct from ${OFFERED}::int)
             then array(select m.user_id from store_members m join riders r on r.user_id = m.user_id and r.is_on_duty
                         where m.store_id = e.store_id and m.role = 'rider')
             else '{}' end as riders
      from order_events e
      join orders o on o.id = e.order_id
      join stores s on s.id = e.store_id
     where e.id = any(${ids}::bigint[]) ${afterId === null ? sql`` : orLater(afterId)}
     order by e.id
     limit ${most}`.execute(db)
  return rows
}

/** A condition of its own, since a plan that allows for it reads far more than the few events of every day. */
function orLater(id: bigint): RawBuilder<unknown> {
  return sql`or (e.id > ${id}::bigint and e.at > now() - make_interval(mins => ${OLDEST_MINUTES}::int))`
}
