import type { Claim } from '@nukkad/rules/salon.ts'
import type { VisitActor, VisitStatus } from '@nukkad/rules/visit-states.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { columnList, type InJson } from '#db/columns.ts'
import { type Db, type Tx, violatedConstraint } from '#db/connection.ts'
import type { VisitServices, Visits } from '#db/schema.ts'
import type { StoreRow } from '#features/catalogue/stores/columns.ts'
import { AppError } from '#http/errors.ts'
import { isVisit } from './is-visit.ts'
import { objectionEndsAt } from './objection.ts'

/** The terms that a customer accepted, as the column stores them. The deposit is in minor units. */
export type TermsJson = {
  depositMinor: number
  freeCancelHours: number
  lateCancelPercent: number
  noShowPercent: number
  currency: string
  /** The end of free cancellation before the salon moved the visit, in ISO 8601; see `VisitTerms`. */
  freeUntil?: string
}

/** The segments of a booked service, as the column stores them. Times are in ISO 8601. */
export type SegmentsJson = {
  bufferMinutes: number
  parts: {
    startsAt: string
    endsAt: string
    stylistId: number | null
    resourceId: number | null
    needsStylist: boolean
    resourceKind: string | null
  }[]
}

export type AddonJson = { id: number; category: string; name: string; price_minor: number }

/** A booked service in JSON, without its stylist and its price. */
type BookedService = InJson<
  Pick<Selectable<VisitServices>, 'item_id' | 'name' | 'image' | 'is_wished' | 'starts_at' | 'ends_at'>
> & { mode: 'after' | 'beside'; segments: SegmentsJson; addons: AddonJson[] }

export type VisitServiceRow = BookedService &
  InJson<Pick<Selectable<VisitServices>, 'position' | 'price_minor'>> & {
    stylist: { id: number; name: string; image: string | null } | null
  }

const columns = [
  'id',
  'unique_visit_id',
  'store_id',
  'user_id',
  'guest_name',
  'guest_phone',
  'order_id',
  'status',
  'starts_at',
  'ends_at',
  'held_until',
  'terms',
  'sequence',
  'tip_minor',
] as const satisfies (keyof Visits)[]

/** A row of `visits` with its services. */
export type VisitRow = Omit<Pick<Selectable<Visits>, (typeof columns)[number]>, 'status' | 'terms'> & {
  status: VisitStatus
  terms: TermsJson
  services: VisitServiceRow[]
}

/** The columns of a visit `v` with its services. */
const visitColumns: RawBuilder<unknown> = sql`
  ${columnList('v', columns)},
  (select json_agg(json_build_object(
            'position', s.position, 'item_id', s.item_id, 'name', s.name, 'image', s.image,
            'stylist', (select json_build_object('id', t.id, 'name', t.name, 'image', t.image) from stylists t where t.id = s.stylist_id),
            'is_wished', s.is_wished, 'mode', s.mode, 'starts_at', s.starts_at, 'ends_at', s.ends_at, 'segments', s.segments,
            'addons', s.addons, 'price_minor', s.price_minor) order by s.position)
     from visit_services s where s.visit_id = v.id) as services`

type OwnVisit = { number: string; userId: number }
type StoreVisit = { number: string; storeId: number }

const isOwn = ({ number, userId }: OwnVisit) => sql`v.unique_visit_id = ${number} and v.user_id = ${userId}`
/** Matches a visit of a store by its public number. Holds do not match, because they are not yet visits. */
const isOfStore = ({ number, storeId }: StoreVisit) =>
  sql`v.unique_visit_id = ${number} and v.store_id = ${storeId} and v.status <> 'held'`

/** Finds a visit of this customer by its public number; undefined for a visit of another customer. */
export async function findOwnVisit(db: Db, visit: OwnVisit): Promise<VisitRow | undefined> {
  const { rows } = await sql<VisitRow>`select ${visitColumns} from visits v where ${isOwn(visit)}`.execute(db)
  return rows[0]
}

/** Locks a visit of this customer until the transaction ends; undefined for a visit of another customer. */
export async function lockOwnVisit(tx: Tx, visit: OwnVisit): Promise<VisitRow | undefined> {
  const { rows } = await sql<VisitRow>`
    select ${visitColumns} from visits v where ${isOwn(visit)} for update of v`.execute(tx)
  return rows[0]
}

/** Finds a visit of this store; undefined for a visit of another store and for a hold. */
export async function findStoreVisit(db: Db, visit: StoreVisit): Promise<VisitRow | undefined> {
  const { rows } = await sql<VisitRow>`select ${visitColumns} from visits v where ${isOfStore(visit)}`.execute(db)
  return rows[0]
}

/** Locks a visit of this store until the transaction ends; undefined for a visit of another store and for a hold. */
export async function lockStoreVisit(tx: Tx, visit: StoreVisit): Promise<VisitRow | undefined> {
  const { rows } = await sql<VisitRow>`
    select ${visitColumns} from visits v where ${isOfStore(visit)} for update of v`.execute(tx)
  return rows[0]
}

/**
 * Locks the account of a customer of this store against deletion until the transaction ends. Returns false for a deleted
 * account, and for someone without a visit or an order at this store: a store must not enter visits for strangers.
 */
export async function lockCustomer(
  tx: Tx,
  { storeId, customerId }: { storeId: number; customerId: number },
): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    select u.id from users u
     where u.id = ${customerId} and u.deleted_at is null
       and (exists (select from visits v where v.user_id = u.id and v.store_id = ${storeId}
                       and ${isVisit})
            or exists (select from orders o where o.user_id = u.id and o.store_id = ${storeId}))
       for key share of u`.execute(tx)
  return rows.length > 0
}

/** Lists the visits of a store that overlap a period, without holds that await no payment. */
export async function listStoreVisits(
  db: Db,
  { storeId, from, to }: { storeId: number; from: Date; to: Date },
): Promise<VisitRow[]> {
  const { rows } = await sql<VisitRow>`
    select ${visitColumns} from visits v
     where v.store_id = ${storeId} and v.starts_at < ${to} and v.ends_at > ${from}
       and v.starts_at > ${from}::timestamptz - interval '6 days' and ${isVisit}
     order by v.starts_at, v.id limit 1000`.execute(db)
  return rows
}

/** Finds a visit by its id. */
export async function getVisit(db: Db, id: number): Promise<VisitRow> {
  const { rows } = await sql<VisitRow>`select ${visitColumns} from visits v where v.id = ${id}`.execute(db)
  return rows[0]!
}

/** Lists the booked visits that need a stylist during a period, sorted by start. */
export async function listCovered(
  db: Db,
  { storeId, stylistId, startsAt, endsAt }: { storeId: number; stylistId: number; startsAt: Date; endsAt: Date },
): Promise<(VisitRow & { customer: string })[]> {
  const { rows } = await sql<VisitRow & { customer: string }>`
    select ${visitColumns}, coalesce(u.name, v.guest_name, '') as customer
      from visits v left join users u on u.id = v.user_id
     where v.store_id = ${storeId} and v.status = 'booked'
       and exists (select from visit_claims c where c.visit_id = v.id and c.thing = 'stylist' and c.thing_id = ${stylistId}
                      and c.during && tstzrange(${startsAt}, ${endsAt}))
     order by v.starts_at limit 200`.execute(db)
  return rows
}

export type NewVisit = {
  number: string
  storeId: number
  userId: number | null
  guest?: { name: string; phone: string | null } | undefined
  status: VisitStatus & ('held' | 'booked' | 'arrived')
  startsAt: Date
  endsAt: Date
  /** How long the hold lasts, in seconds; null for a visit that is booked. */
  heldSeconds: number | null
  terms: TermsJson
  services: NewVisitService[]
  /** The claims, in the order in which `claimsOf` returns them. */
  claims: readonly Claim[]
}
export type NewVisitService = BookedService & { stylist_id: number | null; price_minor: string }

/**
 * Inserts a visit with its services and claims in one statement.
 * @throws AppError SLOT_TAKEN when a claim overlaps another, HOLD_OPEN when the customer holds another visit
 */
export async function insertVisit(tx: Tx, visit: NewVisit): Promise<Pick<VisitRow, 'id' | 'held_until'>> {
  const services = visit.services.map((service, position) => ({ ...service, position }))
  const { rows } = await translated(
    sql<Pick<VisitRow, 'id' | 'held_until'>>`
    with placed as (
      insert into visits (unique_visit_id, store_id, user_id, guest_name, guest_phone, status, starts_at, ends_at, held_until, terms)
      values (${visit.number}, ${visit.storeId}, ${visit.userId}, ${visit.guest?.name ?? null}, ${visit.guest?.phone ?? null},
              ${visit.status}, ${visit.startsAt}, ${visit.endsAt}, now() + make_interval(secs => ${visit.heldSeconds}::int),
              ${JSON.stringify(visit.terms)}::jsonb)
      returning id, held_until
    ), service as (
      insert into visit_services (visit_id, position, item_id, name, image, stylist_id, is_wished, mode, starts_at, ends_at, segments, addons, price_minor)
      select placed.id, s.position, s.item_id, s.name, s.image, s.stylist_id, s.is_wished, s.mode, s.starts_at, s.ends_at, s.segments, s.addons, s.price_minor
        from placed, ${serviceRows(services)}
    ), claim as (
      insert into visit_claims (visit_id, thing, thing_id, during)
      select placed.id, c.thing, c.thing_id, tstzrange(c.starts_at, c.ends_at, '[)')
        from placed, ${claimRows(visit.claims)} order by c.ordinality
    )
    select id, held_until from placed`.execute(tx),
  )
  return rows[0]!
}

type Moved = Pick<NewVisit, 'startsAt' | 'endsAt' | 'services' | 'claims' | 'terms'> & { id: number }

/**
 * Gives a visit new times, people, resources and terms: replaces its claims in one transaction.
 * @throws AppError SLOT_TAKEN when a claim overlaps another
 */
export async function replaceTimes(tx: Tx, { id, startsAt, endsAt, services, claims, terms }: Moved): Promise<void> {
  await tx.deleteFrom('visit_claims').where('visit_id', '=', id).execute()
  const rows = services.map((service, position) => ({ ...service, position }))
  await sql`
    update visit_services v
       set stylist_id = s.stylist_id, is_wished = s.is_wished, starts_at = s.starts_at, ends_at = s.ends_at, segments = s.segments
      from ${serviceRows(rows)} where v.visit_id = ${id} and v.position = s.position`.execute(tx)
  await translated(
    sql`
    insert into visit_claims (visit_id, thing, thing_id, during)
    select ${id}::int, c.thing, c.thing_id, tstzrange(c.starts_at, c.ends_at, '[)')
      from ${claimRows(claims)} order by c.ordinality`.execute(tx),
  )
  await sql`
    update visits set starts_at = ${startsAt}, ends_at = ${endsAt}, terms = ${JSON.stringify(terms)}::jsonb,
                      sequence = sequence + 1, updated_at = now()
     where id = ${id}`.execute(tx)
}

function serviceRows(services: readonly object[]): RawBuilder<unknown> {
  return sql`jsonb_to_recordset(${JSON.stringify(services)}::jsonb) as s (position smallint, item_id int, name text, image text,
    stylist_id int, is_wished boolean, mode text, starts_at timestamptz, ends_at timestamptz, segments jsonb, addons jsonb, price_minor bigint)`
}

function claimRows(claims: readonly Claim[]): RawBuilder<unknown> {
  const rows = claims.map(({ thing, thingId, from, to }) => ({
    thing,
    thing_id: thingId,
    starts_at: new Date(from).toISOString(),
    ends_at: new Date(to).toISOString(),
  }))
  return sql`rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as (thing text, thing_id int, starts_at timestamptz, ends_at timestamptz)) with ordinality as c`
}

async function translated<Result>(statement: Promise<Result>): Promise<Result> {
  try {
    return await statement
  } catch (error) {
    const constraint = violatedConstraint(error)
    if (constraint === 'visit_claims__once') throw new AppError('SLOT_TAKEN', { cause: error })
    if (constraint === 'visits__one_hold') throw new AppError('HOLD_OPEN', { cause: error })
    throw error
  }
}

/**
 * Deletes expired holds that overlap these claims, and the customer's own hold if it has expired or, with `replaces`,
 * even if it is still open. No query runs if there was no expired hold and no hold of the customer when the salon was
 * read.
 */
export async function deleteHolds(
  tx: Tx,
  { has_old_holds: hasSome }: { has_old_holds: boolean },
  { claims, userId, replaces }: { claims: readonly Claim[]; userId: number | null; replaces: boolean },
): Promise<void> {
  if (!hasSome) return
  await sql`
    delete from visits v
     where v.status = 'held' and v.order_id is null
       and (v.user_id = ${userId}::int and (v.held_until < now() or ${replaces})
            or v.held_until < now() and v.id in (
                 select h.visit_id from visit_claims h
                   join ${claimRows(claims)} on h.thing = c.thing and h.thing_id = c.thing_id
                    and h.during && tstzrange(c.starts_at, c.ends_at, '[)')))`.execute(tx)
}

/** Deletes a hold without an order; returns false when the hold has an order, or is no longer a hold. */
export async function deleteHold(tx: Tx, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('visits')
    .where('id', '=', id)
    .where('status', '=', 'held')
    .where('order_id', 'is', null)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes those of the given holds that have expired. */
export async function deleteEndedOf(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`
    delete from visits where id = any (${[...ids]}::int[]) and status = 'held' and order_id is null and held_until < now()`.execute(
    tx,
  )
}

const MAX_AT_ONCE = 500

/** Deletes expired holds, and returns their number. */
export async function deleteEndedHolds(db: Db): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from visits where id in (
      select id from visits where status = 'held' and order_id is null and held_until < now()
       order by held_until limit ${MAX_AT_ONCE} for update skip locked)`.execute(db)
  return Number(numAffectedRows)
}

/** A visit with the fields that its notifications need. */
export type MovedVisit = Pick<
  VisitRow,
  'id' | 'unique_visit_id' | 'store_id' | 'user_id' | 'order_id' | 'status' | 'starts_at'
> & { from_status: VisitStatus }

/** Moves a visit to another state; returns undefined when the visit is in none of the states `from`. */
export async function updateStatus(
  tx: Tx,
  about: { id: number } | { orderId: number },
  { from, to }: { from: readonly VisitStatus[]; to: VisitStatus },
): Promise<MovedVisit | undefined> {
  const isThis = 'id' in about ? sql`id = ${about.id}` : sql`order_id = ${about.orderId}`
  const { rows } = await sql<MovedVisit>`
    with before as (
      select id, status as from_status from visits where ${isThis} and status = any (${[...from]}::text[]) for update
    )
    update visits v
       set status = ${to}, held_until = null, updated_at = now(),
           ended_at = case when ${to} in ('done', 'no_show', 'cancelled') then now() end
      from before where v.id = before.id
    returning v.id, v.unique_visit_id, v.store_id, v.user_id, v.order_id, before.from_status, v.status, v.starts_at`.execute(
    tx,
  )
  return rows[0]
}

/** Returns whether a customer has a visit without an order that is booked or at which the customer has arrived. */
export async function hasEnteredVisit(db: Db, userId: number): Promise<boolean> {
  const found = await db
    .selectFrom('visits')
    .select('id')
    .where('user_id', '=', userId)
    .where('order_id', 'is', null)
    .where('status', 'in', ['booked', 'arrived'])
    .executeTakeFirst()
  return found !== undefined
}

/** Deletes the claims of a visit that does not take place. */
export async function deleteClaims(tx: Tx, visitId: number): Promise<void> {
  await tx.deleteFrom('visit_claims').where('visit_id', '=', visitId).execute()
}

type VisitEvent = {
  visitId: number
  kind: string
  from: VisitStatus | null
  to: VisitStatus
  actor: VisitActor
  actorId?: number | null
  data?: object
}

/** Inserts a row of a visit's history. */
export async function insertVisitEvent(
  tx: Tx,
  { visitId, kind, from, to, actor, actorId = null, data }: VisitEvent,
): Promise<void> {
  await tx
    .insertInto('visit_events')
    .values({
      visit_id: visitId,
      kind,
      from_status: from,
      to_status: to,
      actor,
      actor_id: actorId,
      data: data ? JSON.stringify(data) : null,
    })
    .execute()
}

/** The store, the order and the kept share of a visit. */
export type VisitContext = {
  visit_id: number
  store: Pick<StoreRow, 'id' | 'name' | 'slug' | 'image' | 'address' | 'phone' | 'latitude' | 'longitude' | 'time_zone'>
  order: {
    id: number
    unique_order_id: string
    orderstatus_id: number
    total_minor: number
    payable_minor: number
    paid_minor: number
    at_store_minor: number
    /** The order of the goods that are delivered with the visit. */
    goods_order: { unique_order_id: string; orderstatus_id: number } | null
  } | null
  kept: { amount_minor: number; state: 'waiting' | 'paid' | 'returned' | 'lost'; pays_at: string } | null
  /** Promotion credit that the platform kept after a no-show, when none of the customer's own money was kept. */
  kept_credit: { amount_minor: number; objection_ends_at: string } | null
}

/** Lists the store, order and kept share of each visit. Amounts are in minor units. */
export async function listContexts(db: Db, visitIds: readonly number[]): Promise<VisitContext[]> {
  const { rows } = await sql<VisitContext>`
    select v.id as visit_id,
           (select json_build_object('id', s.id, 'name', s.name, 'slug', s.slug, 'image', s.image, 'address', coalesce(s.address, ''),
                     'phone', s.phone, 'latitude', s.latitude, 'longitude', s.longitude, 'time_zone', s.time_zone)
              from stores s where s.id = v.store_id) as store,
           (select json_build_object('id', o.id, 'unique_order_id', o.unique_order_id, 'orderstatus_id', o.status,
                     'total_minor', o.total_minor, 'payable_minor', o.payable_minor, 'at_store_minor', o.at_store_minor,
                     'paid_minor', o.wallet_own_minor + o.wallet_promotion_minor + o.paid_online_minor,
                     'goods_order', (select json_build_object('unique_order_id', g.unique_order_id, 'orderstatus_id', g.status)
                                       from orders g where g.visit_order_id = o.id))
              from orders o where o.id = v.order_id) as order,
           (select json_build_object('amount_minor', k.amount_minor, 'state', k.state, 'pays_at', k.pays_at)
              from visit_kept k where k.visit_id = v.id) as kept,
           (select json_build_object('amount_minor', o.kept_promotion_minor, 'objection_ends_at', ${objectionEndsAt})
              from orders o
             where o.id = v.order_id and v.status = 'no_show' and o.kept_promotion_minor > 0
               and not exists (select from visit_kept k where k.visit_id = v.id)) as kept_credit
      from visits v where v.id = any (${[...visitIds]}::int[])`.execute(db)
  return rows
}

const MAX_OWN = 100

/** Lists a customer's visits: first the coming ones, sorted by start, then the past ones, newest first. */
export async function listOwnVisits(db: Db, userId: number): Promise<VisitRow[]> {
  const { rows } = await sql<VisitRow>`
    select ${visitColumns} from visits v
     where v.user_id = ${userId} and not (v.status = 'held' and v.order_id is null and v.held_until < now())
     order by v.status in ('held', 'booked', 'arrived') desc,
              case when v.status in ('held', 'booked', 'arrived') then v.starts_at end, v.starts_at desc, v.id desc
     limit ${MAX_OWN}`.execute(db)
  return rows
}
