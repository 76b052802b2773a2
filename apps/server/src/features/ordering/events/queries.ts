import { orderStatusIds } from '@nukkad/rules/order-states.ts'
import { sql } from 'kysely'
import { deliveryType } from '#db/codes.ts'
import type { Db } from '#db/connection.ts'

/**
 * A change of an order in the form of the customer's stream; `position` numbers the events in the order of their
 * commits.
 */
export type CustomerEventRow = { position: bigint; order_id: number; unique_order_id: string; to_status: number }

/**
 * Gives positions to at most `max` waiting events, in one transaction, and notifies all servers; returns the number of
 * these events.
 */
export async function announceEvents(db: Db, max: number): Promise<number> {
  const { rows } = await sql<{ announced: number }>`select announce_events(${max}) as announced`.execute(db)
  return rows[0]!.announced
}

/** Finds the newest event position; 0 before the first event. */
export async function findNewestPosition(db: Db): Promise<bigint> {
  const { newest } = await db
    .selectFrom('order_announcements')
    .select(({ fn }) => fn.max('position').as('newest'))
    .executeTakeFirstOrThrow()
  return newest ?? 0n
}

/**
 * Lists at most the newest `max` events of a customer's orders after `position`, oldest first; older events are left
 * out, because a later state replaces an earlier one.
 */
export async function listCustomerEvents(
  db: Db,
  { userId, position, max }: { userId: number; position: bigint; max: number },
): Promise<CustomerEventRow[]> {
  const rows = await db
    .selectFrom('order_announcements')
    .innerJoin('order_events', 'order_events.id', 'order_announcements.event_id')
    .innerJoin('orders', 'orders.id', 'order_events.order_id')
    .select(['order_announcements.position', 'order_events.order_id', 'orders.unique_order_id'])
    .select('order_events.to_status')
    .where('order_announcements.user_id', '=', userId)
    .where('order_announcements.position', '>', position)
    .orderBy('order_announcements.position', 'desc')
    .limit(max)
    .execute()
  return rows.reverse()
}

export type AdminEventRow = CustomerEventRow & { store_id: number; from_status: number | null }

/** Lists the events of these stores' orders after `position`, oldest first, at most the newest `max`. */
export async function listAdminEvents(
  db: Db,
  { stores, position, max }: { stores: 'all' | readonly number[]; position: bigint; max: number },
): Promise<AdminEventRow[]> {
  const rows = await db
    .selectFrom('order_announcements')
    .innerJoin('order_events', 'order_events.id', 'order_announcements.event_id')
    .innerJoin('orders', 'orders.id', 'order_events.order_id')
    .select(['order_announcements.position', 'order_events.order_id', 'orders.unique_order_id'])
    .select(['order_events.store_id', 'order_events.from_status', 'order_events.to_status'])
    .where('order_announcements.position', '>', position)
    .$if(stores !== 'all', (query) =>
      query.where('order_announcements.store_id', '=', sql<number>`any(${[...(stores as readonly number[])]}::int[])`),
    )
    .orderBy('order_announcements.position', 'desc')
    .limit(max)
    .execute()
  return rows.reverse()
}

export type EventToAnnounce = AdminEventRow & {
  user_id: number
  /** The rider who had the order before staff handed it over. */
  rider_before_id: number | null
  /** The rider who has the order after the event. */
  rider_id: number | null
  delivery_type: number
  store: string
  /** The riders on duty who may deliver for the store; empty unless the event makes or takes away an offer. */
  riders: number[]
}

const OFFERED = orderStatusIds.accepted

/**
 * Lists the first `max` events after `position` in the order of their commits, with the facts that decide who receives
 * them.
 */
export async function listEventsAfter(
  db: Db,
  { position, max }: { position: bigint; max: number },
): Promise<EventToAnnounce[]> {
  const { rows } = await sql<EventToAnnounce>`
    select a.position, e.order_id, o.unique_order_id, e.user_id, e.store_id, e.rider_id, e.from_status, e.to_status,
           o.delivery_type, s.name as store,
           case when e.from_status = e.to_status then (select b.rider_id from order_events b where b.order_id = e.order_id and b.id < e.id
                                                        order by b.id desc limit 1) end as rider_before_id,
           case when o.delivery_type = ${deliveryType.delivery} and (e.to_status = ${OFFERED}::int) <> (e.from_status is not distinct from ${OFFERED}::int)
             then array(select m.user_id from store_members m join riders r on r.user_id = m.user_id and r.is_on_duty
                         where m.store_id = e.store_id and m.role = 'rider')
             else '{}' end as riders
      from order_announcements a
      join order_events e on e.id = a.event_id
      join orders o on o.id = e.order_id
      join stores s on s.id = e.store_id
     where a.position > ${position}::bigint
     order by a.position
     limit ${max}`.execute(db)
  return rows
}
