import { MAX_OFFERS } from '@nukkad/rules/wait-list.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'
import type { WantedService } from '#features/bookings/visits/plan-visit.ts'

export type WaitServiceJson = { item_id: number; stylist_id: number | null; addons: number[]; mode: 'after' | 'beside' }

/** An open entry with the fields that people see. */
export type EntryRow = {
  id: number
  unique_wait_id: string
  services: { name: string | null; stylist: string | null }[]
  dates: string[]
  from_minute: number | null
  to_minute: number | null
  joined_at: Date
  status: 'waiting' | 'offered'
  offers: number
  offer: { unique_visit_id: string; starts_at: string; ends_at: string; held_until: string | null } | null
  before: number
  customer: string
  phone: string | null
  time_zone: string
  store: { id: number; name: string; slug: string; image: string | null }
}

/**
 * Matches entries `e` of the store `s` that wait for one of their dates, and entries with an offer that is not booked.
 */
const isOpen: RawBuilder<boolean> = sql`(
  e.status = 'waiting' and (select max(d) from unnest(e.dates) d) >= (now() at time zone s.time_zone)::date
  or e.status = 'offered' and not exists (select from visits b where b.id = e.visit_id and b.status <> 'held'))`

const entryColumns: RawBuilder<unknown> = sql`
  e.id, e.unique_wait_id, e.dates::text[] as dates, e.from_minute, e.to_minute, e.joined_at, e.status,
  cardinality(e.offered) as offers, u.name as customer, u.phone, s.time_zone,
  json_build_object('id', s.id, 'name', s.name, 'slug', s.slug, 'image', s.image) as store,
  (select json_agg(json_build_object('name', i.name, 'stylist', t.name) order by w.ordinality)
     from jsonb_array_elements(e.services) with ordinality w
     left join items i on i.id = (w.value ->> 'item_id')::int
     left join stylists t on t.id = (w.value ->> 'stylist_id')::int) as services,
  (select json_build_object('unique_visit_id', v.unique_visit_id, 'starts_at', v.starts_at, 'ends_at', v.ends_at, 'held_until', v.held_until)
     from visits v where v.id = e.visit_id and v.status = 'held' and (v.held_until is null or v.held_until > now())) as offer,
  (select count(*)::int from wait_entries b
    where b.store_id = e.store_id and b.status = 'waiting' and (b.turn_at, b.id) < (e.turn_at, e.id)) as before`

/** Lists a customer's open entries; those with an offer come first. */
export async function listOwnEntries(db: Db, userId: number): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select ${entryColumns}
      from wait_entries e join stores s on s.id = e.store_id join users u on u.id = e.user_id
     where e.user_id = ${userId} and e.status <> 'ended' and ${isOpen}
     order by e.status = 'offered' desc, e.joined_at, e.id limit 100`.execute(db)
  return rows
}

/** Maximum number of entries of a salon that are shown, and of entries in a page for which offers are made. */
export const MAX_ENTRIES = 200

/** Lists the open entries of a store in the order in which they get offers. */
export async function listStoreEntries(db: Db, storeId: number): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select ${entryColumns}
      from wait_entries e join stores s on s.id = e.store_id join users u on u.id = e.user_id
     where e.store_id = ${storeId} and e.status <> 'ended' and ${isOpen}
     order by e.status = 'offered' desc, e.turn_at, e.id limit ${MAX_ENTRIES}`.execute(db)
  return rows
}

export type WaitingRow = {
  id: number
  user_id: number
  services: WaitServiceJson[]
  dates: string[]
  from_minute: number | null
  to_minute: number | null
  turn_at: Date
  /** The entry's position in the wait list, exact to a microsecond. */
  place: { turn_at: string; id: number }
  /** The times for which the customer has booked, in milliseconds since 1970, as in the diary of a salon. */
  customer_busy: [from: number, to: number][]
  offered: [from: number, to: number][]
  is_holding: boolean
}

/**
 * Lists entries of a store that wait for an offer, in their order, from after a position on, with what their customers
 * have booked.
 */
export async function listWaiting(
  db: Db,
  storeId: number,
  { exceptIds, after }: { exceptIds: readonly number[]; after?: WaitingRow['place'] | undefined },
): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    select e.id, e.user_id, e.services, e.dates::text[] as dates, e.from_minute, e.to_minute, e.turn_at,
           json_build_object('turn_at', e.turn_at::text, 'id', e.id) as place,
           (select coalesce(json_agg(json_build_array((extract(epoch from lower(c.during)) * 1000)::bigint, (extract(epoch from upper(c.during)) * 1000)::bigint)), '[]')
              from visit_claims c join visits v on v.id = c.visit_id
             where c.thing = 'customer' and c.thing_id = e.user_id and upper(c.during) > now()
               and not (v.status = 'held' and v.order_id is null and v.held_until < now())) as customer_busy,
           (select coalesce(json_agg(json_build_array((extract(epoch from lower(o)) * 1000)::bigint, (extract(epoch from upper(o)) * 1000)::bigint)), '[]')
              from unnest(e.offered) o) as offered,
           exists (select from visits h where h.user_id = e.user_id and h.status = 'held' and h.order_id is null
                      and h.held_until >= now()) as is_holding
      from wait_entries e join stores s on s.id = e.store_id join users u on u.id = e.user_id
     where e.store_id = ${storeId} and e.status = 'waiting' and ${isOpen} and u.is_active and u.deleted_at is null
       and e.id <> all (${[...exceptIds]}::int[])
       and (e.turn_at, e.id) > (coalesce(${after?.turn_at ?? null}::timestamptz, '-infinity'), ${after?.id ?? 0}::int)
     order by e.turn_at, e.id limit ${MAX_ENTRIES}`.execute(db)
  return rows
}

type NewEntry = {
  number: string
  storeId: number
  userId: number
  services: readonly WantedService[]
  dates: readonly string[]
  fromMinute: number | null
  toMinute: number | null
}

/** Inserts an entry at the end of the salon's wait list. */
export async function insertEntry(tx: Tx, entry: NewEntry): Promise<void> {
  const services: WaitServiceJson[] = entry.services.map(({ item_id, stylist_id, addons, mode }) => ({
    item_id,
    stylist_id: stylist_id ?? null,
    addons,
    mode,
  }))
  await tx
    .insertInto('wait_entries')
    .values({
      unique_wait_id: entry.number,
      store_id: entry.storeId,
      user_id: entry.userId,
      services: JSON.stringify(services),
      dates: sql`${[...entry.dates].sort()}::date[]`,
      from_minute: entry.fromMinute,
      to_minute: entry.toMinute,
      // `clock_timestamp` is the time after the lock of the salon was taken. `now` would be the start of the
      // transaction, so an entry that waited for the lock could get a position before one that was inserted first.
      joined_at: sql`clock_timestamp()`,
      turn_at: sql`clock_timestamp()`,
    })
    .execute()
}

/** Counts the open entries of a customer at a store. */
export async function countOpen(db: Db, storeId: number, userId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from wait_entries e join stores s on s.id = e.store_id
     where e.store_id = ${storeId} and e.user_id = ${userId} and e.status <> 'ended' and ${isOpen}`.execute(db)
  return rows[0]!.count
}

/** An open entry with the hold of its offer. */
export type OpenEntry = { id: number; store_id: number; user_id: number; visit_id: number | null }

function selectOpen(db: Db) {
  return db.selectFrom('wait_entries').select(['id', 'store_id', 'user_id', 'visit_id']).where('status', '<>', 'ended')
}

/** Finds an open entry of a customer by its public number. */
export async function findOwnEntry(db: Db, number: string, userId: number): Promise<OpenEntry | undefined> {
  return selectOpen(db).where('unique_wait_id', '=', number).where('user_id', '=', userId).executeTakeFirst()
}

/** Locks an open entry and reads its current state. */
export async function lockOpen(tx: Tx, id: number): Promise<OpenEntry | undefined> {
  return selectOpen(tx).where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Finds an open entry of a store by its public number. */
export async function findStoreEntry(db: Db, number: string, storeId: number): Promise<OpenEntry | undefined> {
  return selectOpen(db).where('unique_wait_id', '=', number).where('store_id', '=', storeId).executeTakeFirst()
}

/** Ends an open entry that the transaction has locked. */
export async function endEntry(
  tx: Tx,
  id: number,
  { ending, reason = null }: { ending: 'left' | 'removed'; reason?: string | null },
): Promise<void> {
  await tx
    .updateTable('wait_entries')
    .set({ status: 'ended', ending, reason, ended_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

/** Locks an entry that waits for an offer; undefined when it already has one, or has ended. */
export async function lockWaiting(
  tx: Tx,
  id: number,
): Promise<{ user_id: number; services: WaitServiceJson[] } | undefined> {
  const { rows } = await sql<{ user_id: number; services: WaitServiceJson[] }>`
    select user_id, services from wait_entries where id = ${id} and status = 'waiting' for update`.execute(tx)
  return rows[0]
}

/** Records the offer that an entry got. */
export async function setOffered(
  tx: Tx,
  id: number,
  { visitId, startsAt, endsAt }: { visitId: number; startsAt: Date; endsAt: Date },
): Promise<void> {
  await sql`
    update wait_entries
       set status = 'offered', visit_id = ${visitId}, offered = offered || tstzrange(${startsAt}, ${endsAt})
     where id = ${id}`.execute(tx)
}

/** Lists the ids of the holds that are offers of a store. */
export async function listOfferHolds(db: Db, storeId: number): Promise<number[]> {
  const { rows } = await sql<{ visit_id: number }>`
    select visit_id from wait_entries
     where store_id = ${storeId} and status = 'offered' and visit_id is not null`.execute(db)
  return rows.map(({ visit_id }) => visit_id)
}

/**
 * Updates the entries of a store whose offers have ended. An entry whose offer was booked ends. An entry whose offer
 * expired goes to the end of the wait list, or ends if the customer has let the maximum number of offers expire.
 * Returns the entries that ended because of expired offers.
 */
export async function settleEntries(tx: Tx, storeId: number): Promise<{ id: number; user_id: number }[]> {
  const { rows } = await sql<{ id: number; user_id: number; ending: string | null }>`
    with over as (
      select e.id, case when v.status in ('booked', 'arrived', 'done', 'no_show') then 'booked'
                        when cardinality(e.offered) >= ${MAX_OFFERS}::int then 'passed' end as ending
        from wait_entries e left join visits v on v.id = e.visit_id
       where e.store_id = ${storeId} and e.status = 'offered' and v.status is distinct from 'held'
       order by e.turn_at, e.id for update of e
    )
    update wait_entries e
       set status = case when over.ending is null then 'waiting' else 'ended' end, ending = over.ending,
           ended_at = case when over.ending is not null then now() end,
           visit_id = case when over.ending = 'booked' then e.visit_id end,
           turn_at = clock_timestamp()
      from over where e.id = over.id
    returning e.id, e.user_id, e.ending`.execute(tx)
  return rows.filter(({ ending }) => ending === 'passed')
}

/** Ends the waiting entries whose last date is past. */
export async function endOverEntries(db: Db): Promise<void> {
  await sql`
    update wait_entries e set status = 'ended', ending = 'over', ended_at = now()
      from stores s
     where s.id = e.store_id and e.status = 'waiting'
       and (select max(d) from unnest(e.dates) d) < (now() at time zone s.time_zone)::date`.execute(db)
}

const DAYS_KEPT = 90

/** Deletes entries that ended long ago. */
export async function deleteOldEntries(db: Db): Promise<void> {
  await sql`delete from wait_entries where ended_at < now() - make_interval(days => ${DAYS_KEPT}::int)`.execute(db)
}

/** Deletes the entries of a customer whose account is deleted, and returns the holds of their offers. */
export async function deleteEntriesOf(tx: Tx, userId: number): Promise<number[]> {
  const { rows } = await sql<{ visit_id: number | null; status: string }>`
    delete from wait_entries where user_id = ${userId} returning visit_id, status`.execute(tx)
  return rows.flatMap(({ visit_id, status }) => (status === 'offered' && visit_id !== null ? [visit_id] : []))
}
