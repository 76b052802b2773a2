import { sql } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'

/**
 * Age of an order event in minutes above which it sends no text message, because the message would come too late to be
 * useful.
 */
const OLD_AFTER_MINUTES = 30

export type OrderEventToText = {
  from_status: number | null
  to_status: number
  delivery_type: number
  is_old: boolean
  owners: number[]
  /** Riders on duty who may deliver for the store. */
  riders: number[]
}

/**
 * Finds an order event with the people who may get a text message about it: the owners of its store and its riders on
 * duty.
 */
export async function findOrderEvent(db: Db, id: bigint): Promise<OrderEventToText | undefined> {
  const { rows } = await sql<OrderEventToText>`
    select e.from_status, e.to_status, o.delivery_type,
           e.at < now() - make_interval(mins => ${OLD_AFTER_MINUTES}::int) as is_old,
           array(select m.user_id from store_members m where m.store_id = e.store_id and m.role = 'owner') as owners,
           array(select m.user_id from store_members m join riders r on r.user_id = m.user_id and r.is_on_duty
                  where m.store_id = e.store_id and m.role = 'rider') as riders
      from order_events e join orders o on o.id = e.order_id
     where e.id = ${id}`.execute(db)
  return rows[0]
}

/**
 * Records the recipients of an event's text message: the people of this list who have a phone and an active account,
 * and were not recorded for this event before.
 */
export async function insertTexts(
  tx: Tx,
  { eventId, userIds, forRiders }: { eventId: bigint; userIds: readonly number[]; forRiders: boolean },
): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    insert into order_texts (event_id, user_id, for_riders)
    select ${eventId}, u.id, ${forRiders} from users u
     where u.id = any(${userIds}::int[]) and u.phone is not null and u.is_active
        on conflict do nothing
    returning user_id`.execute(tx)
  return rows.map((row) => row.user_id)
}

export type TextToSend = {
  phone: string
  for_riders: boolean
  unique_order_id: string
  total_minor: bigint
  currency: string
}

/** Finds a text message that is not sent yet and is still useful. */
export async function findText(db: Db, eventId: bigint, userId: number): Promise<TextToSend | undefined> {
  const { rows } = await sql<TextToSend>`
    select u.phone, t.for_riders, o.unique_order_id, o.total_minor, o.currency
      from order_texts t
      join users u on u.id = t.user_id
      join order_events e on e.id = t.event_id
      join orders o on o.id = e.order_id
     where t.event_id = ${eventId} and t.user_id = ${userId} and t.sent_at is null and u.phone is not null
       and u.is_active and t.created_at > now() - make_interval(mins => ${OLD_AFTER_MINUTES}::int)`.execute(db)
  return rows[0]
}

/** Records that a text message left, so that a repeated job does not send it a second time. */
export async function markSent(tx: Tx, eventId: bigint, userId: number): Promise<void> {
  await sql`update order_texts set sent_at = now() where event_id = ${eventId} and user_id = ${userId}`.execute(tx)
}
