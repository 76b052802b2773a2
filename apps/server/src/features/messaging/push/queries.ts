import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'
import type { SessionAudience } from '#http/session.ts'
import type { PushSubscriber, PushUrgency } from '#outside/push/sender.ts'
import { accepts, type NewsKind } from '#platform/notifications/choices.ts'
import { salonTime } from '#platform/notifications/visit-text.ts'
import type { PushPayload } from './payload.ts'

type NewGuest = PushSubscriber & { publicKey: string; language: string | undefined }
type NewSubscription = NewGuest & { sessionId: bigint; userId: number; audience: SessionAudience }

/**
 * Saves a browser for one session and audience; a repeated call changes nothing. If the browser belonged to another
 * person, messages still on their way to that person are dropped.
 */
export async function upsertSubscription(
  tx: Tx,
  { sessionId, userId, publicKey, language, ...row }: NewSubscription,
): Promise<void> {
  const held = { session_id: sessionId, user_id: userId, public_key: publicKey, p256dh: row.p256dh, auth: row.auth }
  await sql`
    delete from push_subscriptions
     where endpoint = ${row.endpoint} and audience = ${row.audience} and user_id is distinct from ${userId}`.execute(tx)
  await tx
    .insertInto('push_subscriptions')
    .values({ ...held, endpoint: row.endpoint, audience: row.audience, language: language ?? null })
    .onConflict((conflict) =>
      conflict.columns(['endpoint', 'audience']).doUpdateSet({ ...held, language: language ?? null }),
    )
    .execute()
}

/**
 * Saves a guest's browser; a repeated call changes nothing. A browser that belongs to a person becomes a guest's only
 * with the secret that only the browser and its push service know, or when that person's session is over.
 */
export async function upsertGuest(tx: Tx, { publicKey, language, ...row }: NewGuest): Promise<void> {
  const { endpoint, p256dh, auth } = row
  await sql`
    delete from push_subscriptions p
     where p.endpoint = ${endpoint} and p.audience = 'customer' and p.user_id is not null
       and ((p.p256dh = ${p256dh} and p.auth = ${auth})
            or exists (select from sessions s where s.id = p.session_id and s.expires_at <= now()))`.execute(tx)
  await sql`
    insert into push_subscriptions as p (audience, endpoint, p256dh, auth, public_key, language)
    values ('customer', ${endpoint}, ${p256dh}, ${auth}, ${publicKey}, ${language ?? null})
    on conflict on constraint push_subscriptions__endpoint_audience do update
       set p256dh = excluded.p256dh, auth = excluded.auth, public_key = excluded.public_key,
           language = excluded.language, seen_at = now()
     where p.user_id is null`.execute(tx)
}

/** Deletes the oldest browsers of a person beyond `most`. */
export async function deleteOldestSubscriptions(
  tx: Tx,
  { userId, audience, most }: { userId: number; audience: SessionAudience; most: number },
): Promise<void> {
  await sql`
    delete from push_subscriptions where id in (
      select id from push_subscriptions where user_id = ${userId} and audience = ${audience}
       order by id desc offset ${most})`.execute(tx)
}

/** Deletes the push subscription of a browser that receives no more pushes. */
export async function deleteSubscription(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('push_subscriptions').where('id', '=', id).execute()
}

/** A browser that may receive messages now: the session of the browser is open, and its owner may sign in. */
export type Recipient = { id: number; user_id: number; language: string | null }

/**
 * Lists the browsers of these people that subscribed with this key. Leaves out people who have switched this kind of
 * message off.
 */
export async function listRecipients(
  db: Db,
  {
    userIds,
    audience,
    publicKey,
    kind,
  }: { userIds: readonly number[]; audience: SessionAudience; publicKey: string; kind: NewsKind | null },
): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    select p.id, p.user_id, p.language
      from push_subscriptions p
      join sessions s on s.id = p.session_id and s.expires_at > now()
      join users u on u.id = p.user_id and u.is_active and u.deleted_at is null
     where p.user_id = any(${userIds}::int[]) and p.audience = ${audience} and p.public_key = ${publicKey}
       and ${accepts(sql`p.user_id`, kind, 'push')}
     order by p.id`.execute(db)
  return rows
}

/** Lists the next browsers without an account that subscribed with this key. */
export async function listNextGuests(
  tx: Tx,
  { after, publicKey, most }: { after: number; publicKey: string; most: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from push_subscriptions
     where user_id is null and public_key = ${publicKey} and id > ${after} order by id limit ${most}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Counts the devices without an account that a broadcast can reach: those that subscribed with the current key. */
export async function countGuests(db: Db, publicKey: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from push_subscriptions where user_id is null and public_key = ${publicKey}`.execute(
    db,
  )
  return rows[0]!.count
}

export type NewDelivery = {
  subscriptionId: number
  payload: PushPayload
}

export type MessageFacts = {
  /**
   * Identifies the subject of the message, for example one order in one state. A browser gets one message for each key.
   */
  key: string
  ttlSeconds: number
  urgency: PushUrgency
  /** The kind of news that a customer can switch off; null for riders, stores and guests, who cannot. */
  kind: NewsKind | null
  /**
   * The visit that the message is about. The message is sent only while the visit is booked, has not been moved (same
   * sequence) and has not begun.
   */
  visit?: { id: number; sequence: number }
}

/** Records messages, each with the job that sends it; messages that were recorded before stay unchanged. */
export async function insertDeliveries(
  tx: Tx,
  { key, ttlSeconds, urgency, kind, visit }: MessageFacts,
  deliveries: readonly NewDelivery[],
): Promise<void> {
  if (deliveries.length === 0) return
  const rows = JSON.stringify(deliveries.map(({ subscriptionId, payload }) => ({ id: subscriptionId, payload })))
  await sql`
    with added as (
      insert into push_deliveries (subscription_id, message_key, payload, ttl_seconds, urgency, kind, visit_id, visit_sequence)
      select given.id, ${key}, given.payload, ${ttlSeconds}, ${urgency}, ${kind}::text,
             ${visit?.id ?? null}::int, ${visit?.sequence ?? null}::int
        from jsonb_to_recordset(${rows}::jsonb) as given (id int, payload jsonb)
        join push_subscriptions p on p.id = given.id
      on conflict on constraint push_deliveries__subscription_message do nothing
      returning id
    )
    select queue_job('send-push', json_build_object('id', id::text), 'send-push:' || id, null, ${MAX_TRIES}) from added`.execute(
    tx,
  )
}

/** Maximum number of tries of one message, the same as for any job (docs/reference/security.md#operation). */
const MAX_TRIES = 8

export type DeliveryToSend = PushSubscriber & {
  id: bigint
  subscription_id: number
  message_key: string
  payload: PushPayload
  ttl_seconds: number
  urgency: PushUrgency
  public_key: string
  is_sent: boolean
  /** Whether the message has expired. */
  is_stale: boolean
  /**
   * Whether to send the message: the session is open, and its owner may sign in and has not switched this kind of
   * message off; or the browser is a guest's. A reminder is sent only while its visit is booked for the same time.
   */
  is_wanted: boolean
  /** The recipient's contact, for the outbox of a demo. */
  contact: string
}

/** Returns a message with its browser; undefined when the browser is gone. */
export async function findDelivery(db: Db, id: bigint): Promise<DeliveryToSend | undefined> {
  const { rows } = await sql<DeliveryToSend>`
    select d.id, d.subscription_id, d.message_key, d.payload, d.ttl_seconds, d.urgency,
           p.endpoint, p.p256dh, p.auth, p.public_key,
           d.sent_at is not null as is_sent,
           d.created_at + make_interval(secs => d.ttl_seconds) < now() as is_stale,
           (p.user_id is null or (s.expires_at > now() and u.is_active and u.deleted_at is null
             and ${accepts(sql`p.user_id`, sql`d.kind`, 'push')}))
             and (d.visit_id is null or exists (
               select from visits v where v.id = d.visit_id and ${isAhead(sql`d.visit_sequence`)})) as is_wanted,
           coalesce(u.phone, u.email::text, u.name, 'a guest') as contact
      from push_deliveries d
      join push_subscriptions p on p.id = d.subscription_id
      left join sessions s on s.id = p.session_id
      left join users u on u.id = p.user_id
     where d.id = ${id}`.execute(db)
  return rows[0]
}

/** Matches a visit `v` that is booked, was not moved (same sequence) and has not begun. */
function isAhead(sequence: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`(v.status = 'booked' and v.sequence = ${sequence} and v.starts_at > now())`
}

export type VisitToPush = {
  user_id: number
  unique_visit_id: string
  store: string
  icon: string | null
  /** The date on which the visit begins, in the salon's time zone. */
  date: string
  time: string
  /** Seconds until the visit begins. */
  ttl_seconds: number
}

/** Finds a customer's visit to remind them of: booked, not moved since (same sequence), and not begun. */
export async function findVisitToPush(
  db: Db,
  { visitId, sequence }: { visitId: number; sequence: number },
): Promise<VisitToPush | undefined> {
  const { rows } = await sql<VisitToPush>`
    select v.user_id, v.unique_visit_id, s.name as store, s.image as icon,
           ${salonTime(sql`v.starts_at`)},
           greatest(1, extract(epoch from v.starts_at - now()))::int as ttl_seconds
      from visits v join stores s on s.id = v.store_id
     where v.id = ${visitId} and v.user_id is not null and ${isAhead(sql`${sequence}::int`)}`.execute(db)
  return rows[0]
}

/** Records that a push left, so that a repeated job does not send it a second time. */
export async function markSent(tx: Tx, id: bigint): Promise<void> {
  await tx.updateTable('push_deliveries').set({ sent_at: sql`now()` }).where('id', '=', id).execute()
}

export type OrderEventToPush = {
  id: bigint
  unique_order_id: string
  user_id: number
  rider_id: number | null
  from_status: number | null
  to_status: number
  delivery_type: number
  store_name: string
  store_image: string | null
  /** The rider's first name. */
  rider_name: string | null
  /** The role of the person who caused the event. */
  actor: string
  is_old: boolean
  /** Riders on duty who may deliver for the store. */
  riders: number[]
  owners: number[]
}

/** Age in minutes above which an event is no longer sent. */
const OLD_AFTER_MINUTES = 60

/** Returns an order event with the people whom it may concern. */
export async function findOrderEvent(db: Db, id: bigint): Promise<OrderEventToPush | undefined> {
  const { rows } = await sql<OrderEventToPush>`
    select e.id, o.unique_order_id, e.user_id, e.rider_id, e.from_status, e.to_status, o.delivery_type,
           e.actor, e.at < now() - make_interval(mins => ${OLD_AFTER_MINUTES}::int) as is_old,
           s.name as store_name, s.image as store_image,
           (select split_part(r.name, ' ', 1) from users r where r.id = e.rider_id) as rider_name,
           array(select m.user_id from store_members m join riders r on r.user_id = m.user_id and r.is_on_duty
                  where m.store_id = e.store_id and m.role = 'rider') as riders,
           array(select m.user_id from store_members m where m.store_id = e.store_id and m.role = 'owner') as owners
      from order_events e join orders o on o.id = e.order_id join stores s on s.id = e.store_id
     where e.id = ${id}`.execute(db)
  return rows[0]
}
