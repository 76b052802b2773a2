import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'

/**
 * Number of days for which a cancelled visit stays in a feed, so that every calendar program learns of the
 * cancellation.
 */
const CANCELLED_DAYS = 30
const PAST_DAYS = 90
const MAX_EVENTS = 1000

export type FeedState = { created_at: Date; read_at: Date | null }

/** Finds when the URL of a customer's feed was made and last read. */
export async function findOwnFeed(db: Db, userId: number): Promise<FeedState | undefined> {
  return db
    .selectFrom('calendar_feeds')
    .select(['created_at', 'read_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/**
 * Matches feeds `f` of stylists `t` whose maker still has the right to make them: the stylist, an owner or manager of
 * the store, or staff. The feed of a maker who lost the right to make feeds stops working, because they may have kept
 * its URL.
 */
const makerMay: RawBuilder<SqlBool> = sql<SqlBool>`exists (
  select from users w
   where w.id = f.made_by and w.is_active and w.deleted_at is null
     and (w.id = t.user_id
          or exists (select from store_members m where m.store_id = t.store_id and m.user_id = w.id and m.role = 'owner')
          or exists (select from store_employees e
                      where e.store_id = t.store_id and e.user_id = w.id and e.role = 'manager' and e.until is null)
          or exists (select from user_roles r where r.user_id = w.id and r.role in ('admin', 'staff'))))`

export type StylistFeed = { stylist_id: number; name: string; user_id: number | null; feed: FeedState | null }

/** Lists the people of a store with the state of their feeds; with `userId`, only the person with this account. */
export async function listStylistFeeds(
  db: Db,
  { storeId, userId }: { storeId: number; userId: number | null },
): Promise<StylistFeed[]> {
  const { rows } = await sql<Omit<StylistFeed, 'feed'> & { created_at: Date | null; read_at: Date | null }>`
    select t.id as stylist_id, t.name, t.user_id, f.created_at, f.read_at
      from stylists t
      left join calendar_feeds f on f.stylist_id = t.id and f.account_id is not distinct from t.user_id and ${makerMay}
     where t.store_id = ${storeId} and t.deleted_at is null and (${userId}::int is null or t.user_id = ${userId}::int)
     order by t.position, t.id`.execute(db)
  return rows.map(({ created_at, read_at, ...row }) => ({ ...row, feed: created_at && { created_at, read_at } }))
}

/** Gives a customer's feed a new URL; the previous one stops working. */
export async function upsertOwnFeed(tx: Tx, userId: number, tokenHash: Buffer): Promise<FeedState> {
  return tx
    .insertInto('calendar_feeds')
    .values({ user_id: userId, token_hash: tokenHash })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(renewed(tokenHash)))
    .returning(['created_at', 'read_at'])
    .executeTakeFirstOrThrow()
}

/**
 * Gives a stylist's feed a new URL, which is valid while the stylist has the given account; the previous URL stops
 * working.
 */
export async function upsertStylistFeed(
  tx: Tx,
  { stylistId, accountId, ...made }: { stylistId: number; accountId: number | null; madeBy: number; tokenHash: Buffer },
): Promise<FeedState> {
  return tx
    .insertInto('calendar_feeds')
    .values({ stylist_id: stylistId, account_id: accountId, made_by: made.madeBy, token_hash: made.tokenHash })
    .onConflict((conflict) =>
      conflict.column('stylist_id').doUpdateSet({
        ...renewed(made.tokenHash),
        account_id: accountId,
        made_by: made.madeBy,
      }),
    )
    .returning(['created_at', 'read_at'])
    .executeTakeFirstOrThrow()
}

const renewed = (tokenHash: Buffer) => ({ token_hash: tokenHash, created_at: sql<Date>`now()`, read_at: null })

/** Revokes the URL of a customer's feed. */
export async function deleteOwnFeed(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('calendar_feeds').where('user_id', '=', userId).execute()
}

/** Revokes the URL of a stylist's feed; returns whether the feed had one. */
export async function deleteStylistFeed(tx: Tx, stylistId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('calendar_feeds')
    .where('stylist_id', '=', stylistId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export type Feed = {
  id: number
  user_id: number | null
  stylist_id: number | null
  name: string | null
  is_new: boolean
}

/**
 * Finds the feed of a valid token. The feed of a customer needs an account that may sign in. The feed of a stylist
 * needs a stylist who is not deleted, the same account as when it was made, an account that still works at the salon,
 * and a maker who still has the right to make it.
 */
export async function findFeed(db: Db, tokenHash: Buffer): Promise<Feed | undefined> {
  const { rows } = await sql<Feed>`
    select f.id, f.user_id, f.stylist_id, t.name || ' · ' || s.name as name,
           f.read_at is null or f.read_at < now() - interval '1 hour' as is_new
      from calendar_feeds f
      left join stylists t on t.id = f.stylist_id
      left join stores s on s.id = t.store_id
      left join users u on u.id = coalesce(f.user_id, t.user_id)
     where f.token_hash = ${tokenHash}
       and (u.id is null or u.is_active and u.deleted_at is null)
       and (f.stylist_id is null or t.deleted_at is null and f.account_id is not distinct from t.user_id and ${makerMay}
            and (t.user_id is null
                 or exists (select from store_members m
                             where m.store_id = t.store_id and m.user_id = t.user_id and m.role = 'owner')
                 or exists (select from store_employees e
                             where e.store_id = t.store_id and e.user_id = t.user_id and e.until is null)))`.execute(db)
  return rows[0]
}

/** Records that a calendar program has read a feed. */
export async function markRead(db: Db, id: number): Promise<void> {
  await sql`update calendar_feeds set read_at = now() where id = ${id}`.execute(db)
}

/** A visit as calendars show it, without money, phones and absences. */
export type FeedEvent = {
  unique_visit_id: string
  sequence: number
  is_cancelled: boolean
  starts_at: Date
  ends_at: Date
  updated_at: Date
  store: string
  address: string
  /** The first name of the customer. */
  customer: string
  services: { name: string; stylist: string | null }[]
}

/** Matches visits `v` that a feed shows: booked visits from three months ago on, and cancelled visits for a month. */
const isShown: RawBuilder<SqlBool> = sql<SqlBool>`(
  v.starts_at > now() - make_interval(days => ${PAST_DAYS}::int)
  and (v.status in ('booked', 'arrived', 'done', 'no_show')
       or v.status = 'cancelled' and v.ended_at > now() - make_interval(days => ${CANCELLED_DAYS}::int)
          and exists (select from visit_events e where e.visit_id = v.id and e.kind = 'visit_booked')))`

const eventColumns: RawBuilder<unknown> = sql`
  v.unique_visit_id, v.sequence, v.status = 'cancelled' as is_cancelled, v.updated_at, s.name as store,
  coalesce(s.address, '') as address, split_part(coalesce(u.name, v.guest_name, ''), ' ', 1) as customer`

/** Lists the visits of a customer's feed, sorted by start. */
export async function listOwnEvents(db: Db, userId: number): Promise<FeedEvent[]> {
  const { rows } = await sql<FeedEvent>`
    select ${eventColumns}, v.starts_at, v.ends_at,
           (select json_agg(json_build_object('name', vs.name, 'stylist', t.name) order by vs.position)
              from visit_services vs left join stylists t on t.id = vs.stylist_id where vs.visit_id = v.id) as services
      from visits v join stores s on s.id = v.store_id left join users u on u.id = v.user_id
     where v.user_id = ${userId} and ${isShown}
     order by v.starts_at desc, v.id limit ${MAX_EVENTS}`.execute(db)
  return rows
}

/**
 * Lists the visits of a stylist's feed, sorted by start. In a stylist's feed, a visit lasts from the stylist's first
 * service in the visit to their last.
 */
export async function listStylistEvents(db: Db, stylistId: number): Promise<FeedEvent[]> {
  const { rows } = await sql<FeedEvent>`
    select ${eventColumns}, own.starts_at, own.ends_at, own.services
      from (select vs.visit_id, min(vs.starts_at) as starts_at, max(vs.ends_at) as ends_at,
                   json_agg(json_build_object('name', vs.name, 'stylist', null) order by vs.position) as services
              from visit_services vs
             where vs.stylist_id = ${stylistId} and vs.starts_at > now() - make_interval(days => ${PAST_DAYS + 7}::int)
             group by vs.visit_id) as own
      join visits v on v.id = own.visit_id
      join stores s on s.id = v.store_id left join users u on u.id = v.user_id
     where ${isShown}
     order by own.starts_at desc, v.id limit ${MAX_EVENTS}`.execute(db)
  return rows
}
