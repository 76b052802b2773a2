import type { Input } from '@nukkad/contract/contract.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { orderStatus } from '#db/codes.ts'
import type { Db, Tx } from '#db/connection.ts'
import { accepts } from '#platform/notifications/choices.ts'

export type BroadcastData = { title: string; message: string; image: string | null; click_action: string | null }
export type Segment = Extract<Input<'dashboard/broadcasts/count'>['to'], { segment: unknown }>['segment']
/** Customers by id, or those of a segment; if both are null, the broadcast goes to every customer. */
export type Recipients = { userIds: number[] | null; segment: Segment | null }
/** The recipients of a broadcast; with `toGuests`, these are the devices without an account instead of customers. */
export type Addressees = Recipients & { toGuests: boolean }

export type BroadcastRow = {
  id: number
  data: BroadcastData
  user_ids: number[] | null
  segment: Segment | null
  to_guests: boolean
  /** The last customer who was notified; in a broadcast to guests, the last browser. */
  last_user_id: number
  told: number
  /** True when all recipients were notified, or the broadcast was stopped. */
  is_finished: boolean
}

type NewBroadcast = Addressees & { staffId: number | null; data: BroadcastData; runAt: Date | undefined }

/**
 * Stores a broadcast with its recipients, content and time, and returns its id. The job that the calling function
 * queues sends the broadcast.
 */
export async function insertBroadcast(
  tx: Tx,
  { staffId, userIds, segment, toGuests, data, runAt }: NewBroadcast,
): Promise<number> {
  const row = await tx
    .insertInto('broadcasts')
    .values({
      staff_id: staffId,
      user_ids: userIds,
      segment: segment && JSON.stringify(segment),
      to_guests: toGuests,
      data: JSON.stringify(data),
      ...(runAt && { run_at: runAt }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Locks a broadcast, so that two of its steps never run in parallel. */
export async function lockBroadcast(tx: Tx, id: number): Promise<BroadcastRow | undefined> {
  const { rows } = await sql<BroadcastRow>`
    select id, data, user_ids, segment, to_guests, last_user_id, told, coalesce(finished_at, cancelled_at) is not null as is_finished
      from broadcasts where id = ${id} for update`.execute(tx)
  return rows[0]
}

/** Lists the next customers by id, without banned and deleted ones. */
export async function listNextCustomers(
  tx: Tx,
  {
    user_ids,
    segment,
    last_user_id,
    most,
  }: Pick<BroadcastRow, 'user_ids' | 'segment' | 'last_user_id'> & { most: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select u.id from users u join user_roles r on r.user_id = u.id and r.role = 'customer'
     where u.id > ${last_user_id} and ${areMeant({ userIds: user_ids, segment })}
     order by u.id limit ${most}`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Counts the customers who would be notified now, and their browsers that have subscribed with this key, without
 * customers who have switched offers off.
 */
export async function countRecipients(
  db: Db,
  { publicKey, ...to }: Recipients & { publicKey: string },
): Promise<{ customers: number; browsers: number }> {
  const { rows } = await sql<{ customers: number; browsers: number }>`
    with meant as materialized (
      select u.id from users u join user_roles r on r.user_id = u.id and r.role = 'customer' where ${areMeant(to)}
    )
    , listening as (
      select p.user_id from push_subscriptions p join sessions s on s.id = p.session_id and s.expires_at > now()
       where p.audience = 'customer' and p.public_key = ${publicKey} and p.user_id in (select id from meant)
         and ${accepts(sql`p.user_id`, 'offer', 'push')}
    )
    select (select count(*)::int from meant where ${accepts(sql`meant.id`, 'offer', 'list')}
                or meant.id in (select user_id from listening)) as customers,
           (select count(*)::int from listening) as browsers`.execute(db)
  return rows[0]!
}

/** Matches the customers who may be notified and are among the recipients. */
function areMeant({ userIds, segment }: Recipients): RawBuilder<SqlBool> {
  const parts = [sql<SqlBool>`u.is_active and u.deleted_at is null`]
  if (userIds) parts.push(sql<SqlBool>`u.id = any (${userIds}::int[])`)
  if (segment) parts.push(...segmentParts(segment))
  return sql<SqlBool>`${sql.join(parts, sql` and `)}`
}

function segmentParts(segment: Segment): RawBuilder<SqlBool>[] {
  const { ordered_within_days, not_ordered_for_days, has_wallet_balance, near } = segment
  const parts: RawBuilder<SqlBool>[] = []
  if (ordered_within_days) parts.push(hasOrderedWithin(ordered_within_days))
  if (not_ordered_for_days) parts.push(sql<SqlBool>`not ${hasOrderedWithin(not_ordered_for_days)}`)
  if (has_wallet_balance)
    parts.push(sql<SqlBool>`exists (select from ledger_accounts a where a.user_id = u.id
      and a.kind in ('wallet_own', 'wallet_promotion') and a.balance_minor > 0)`)
  if (near)
    parts.push(sql<SqlBool>`exists (select from addresses a where a.user_id = u.id
      and earth_distance(ll_to_earth(a.latitude, a.longitude), ll_to_earth(${near.latitude}, ${near.longitude})) <= ${near.radius * 1000})`)
  return parts
}

/** Matches customers who have placed an order in the last `days` days that was not cancelled. */
function hasOrderedWithin(days: number): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (select from orders o where o.user_id = u.id and o.status <> ${orderStatus.cancelled}
    and o.placed_at > now() - make_interval(days => ${days}::int))`
}

type Progress = { id: number; lastUserId: number; told: number; pushed: number; isLast: boolean }

/**
 * Adds the recipients and browsers of one step to the totals of the broadcast, and records the last recipient, so that
 * a job that was killed resumes after them.
 */
export async function noteProgress(tx: Tx, { id, lastUserId, told, pushed, isLast }: Progress): Promise<void> {
  await sql`
    update broadcasts set last_user_id = ${lastUserId}, told = told + ${told}, pushed = pushed + ${pushed},
           finished_at = case when ${isLast}::boolean then now() end
     where id = ${id}`.execute(tx)
}

/** Marks a broadcast as cancelled, so that its job sends nothing. */
export async function setCancelled(tx: Tx, id: number): Promise<void> {
  await sql`update broadcasts set cancelled_at = now() where id = ${id}`.execute(tx)
}

const MAX_FOUND = 20

/** Finds customers by a part of their name, or by their whole phone or e-mail. */
export async function findCustomersToTell(db: Db, text: string): Promise<{ id: number; name: string }[]> {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<{ id: number; name: string }>`
    select u.id, u.name from users u join user_roles r on r.user_id = u.id and r.role = 'customer'
     where u.is_active and u.deleted_at is null and (u.name ilike ${pattern} or u.phone = ${text} or u.email = ${text}::citext)
     order by u.name, u.id limit ${MAX_FOUND}`.execute(db)
  return rows
}

/** Returns whether staff have cancelled a broadcast. */
export async function isCancelled(db: Db, id: number): Promise<boolean> {
  const found = await db
    .selectFrom('broadcasts')
    .select('id')
    .where('id', '=', id)
    .where('cancelled_at', 'is not', null)
    .executeTakeFirst()
  return found !== undefined
}
