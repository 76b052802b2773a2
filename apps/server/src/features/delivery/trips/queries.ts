import { orderStatusIds } from '@nukkad/rules/order-states.ts'
import { deliveryTypes } from '@nukkad/rules/order-type.ts'
import { heldTroubles } from '@nukkad/rules/trip-trouble.ts'
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { carriedStatuses, orderStatusIdsOf } from '#db/codes.ts'
import type { Db, Tx } from '#db/connection.ts'
import type { DB } from '#db/schema.ts'

const ACCEPTED = orderStatusIds.accepted
const carried = orderStatusIdsOf('assigned', 'picked_up')
const DELIVERED = orderStatusIds.delivered
/** Maximum number of offers or jobs in one list. */
const MAX_LISTED = 100

export type DeliveryFacts = NonNullable<Awaited<ReturnType<typeof findDeliveryFacts>>>

/** Selects the facts that a rider's view of an order needs in addition to the order itself. */
function factsFor(db: Db, riderId: number) {
  return db
    .selectFrom('orders')
    .innerJoin('stores', 'stores.id', 'orders.store_id')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .innerJoin('riders', (join) => join.on('riders.user_id', '=', riderId))
    .select([
      'orders.id',
      'orders.status',
      'orders.rider_id',
      'orders.store_id',
      'orders.user_id',
      'orders.trouble',
      'orders.trouble_at',
      'orders.delivery_type',
      'orders.currency',
      'orders.total_minor',
      'orders.tip_minor',
      'orders.delivery_charge_minor',
      'orders.actual_delivery_charge_minor',
      'orders.wallet_promotion_minor',
      'orders.rider_commission_minor',
      'orders.rider_tip_minor',
      'riders.commission_basis_points',
      'riders.tip_basis_points',
      'stores.commission_basis_points as store_basis_points',
      'stores.description as store_description',
      'stores.pincode as store_pincode',
      'users.name as customer_name',
      'users.phone as customer_phone',
    ])
    .select(sql<Date>`now()`.as('now'))
    .select(sql<boolean>`coalesce(orders.delivered_at > now() - interval '1 hour', false)`.as('is_just_delivered'))
}

/** Finds the facts of one order that this rider's view needs. */
export async function findDeliveryFacts(db: Db, { riderId, orderId }: { riderId: number; orderId: number }) {
  return factsFor(db, riderId).where('orders.id', '=', orderId).executeTakeFirst()
}

/**
 * Finds the order with this number if it belongs to the rider, or is offered to them while they are on duty (T-09,
 * GAP-45).
 */
export async function findVisibleFacts(db: Db, { riderId, orderNumber }: { riderId: number; orderNumber: string }) {
  return factsFor(db, riderId)
    .where('orders.unique_order_id', '=', orderNumber)
    .where(({ or, and, eb, exists, selectFrom }) =>
      or([
        and([eb('orders.rider_id', '=', riderId), eb('orders.status', 'in', [...carried, DELIVERED])]),
        and([
          eb('orders.status', '=', ACCEPTED),
          eb('orders.delivery_type', '=', deliveryTypes.delivery),
          eb('riders.is_on_duty', '=', true),
          isOffered(riderId),
          exists(
            selectFrom('store_members')
              .select('store_members.user_id')
              .whereRef('store_members.store_id', '=', 'orders.store_id')
              .where('store_members.user_id', '=', riderId)
              .where('store_members.role', '=', 'rider'),
          ),
        ]),
      ]),
    )
    .executeTakeFirst()
}

/**
 * Lists a rider's open jobs and the orders that they may take now, oldest first (GAP-45): accepted orders of their
 * stores, while they are on duty, carry less than their limit and hold less cash than their limit.
 */
export async function listOffersAndJobs(db: Db, riderId: number): Promise<DeliveryFacts[]> {
  return factsFor(db, riderId)
    .where(({ or, and, eb }) =>
      or([
        and([eb('orders.rider_id', '=', riderId), eb('orders.status', 'in', carried)]),
        and([
          eb('orders.status', '=', ACCEPTED),
          eb('orders.delivery_type', '=', deliveryTypes.delivery),
          eb('orders.rider_id', 'is', null),
          isOffered(riderId),
          sql<boolean>`orders.store_id = any(array(${storesOffering(riderId)}))`,
        ]),
      ]),
    )
    .orderBy('orders.id')
    .limit(MAX_LISTED)
    .execute()
}

/** Returns a condition for an order: it waits for no decision of staff, and this rider has not given it up. */
function isOffered(riderId: number): RawBuilder<SqlBool> {
  return sql<SqlBool>`(orders.trouble is null or
    (orders.trouble <> all (${heldTroubles}::text[]) and orders.trouble_rider_id is distinct from ${riderId}))`
}

/** Selects the stores whose orders the rider may take now; none when the rider is at a limit. */
function storesOffering(riderId: number): RawBuilder<{ store_id: number }> {
  return sql`
    select m.store_id from store_members m join riders r on r.user_id = m.user_id
     where m.user_id = ${riderId} and m.role = 'rider' and r.is_on_duty
       and ${openJobs(riderId)} < r.max_open_orders and not ${holdsTooMuchCash()}`
}

function openJobs(riderId: number): RawBuilder<number> {
  return sql`(select count(*)::int from orders job where job.rider_id = ${riderId} and job.status in ${carriedStatuses})`
}

/** Returns a condition for a rider row named `r`: the rider's cash in hand has reached their limit, in any currency. */
function holdsTooMuchCash(): RawBuilder<boolean> {
  return sql`(r.cash_limit_minor > 0 and exists (
    select from ledger_accounts a where a.user_id = r.user_id and a.kind = 'rider_cash' and -a.balance_minor >= r.cash_limit_minor))`
}

/** Locks a rider, so that their parallel accepts run one after another and their open jobs can be counted. */
export async function lockRider(tx: Tx, riderId: number): Promise<void> {
  await tx.selectFrom('riders').select('user_id').where('user_id', '=', riderId).forUpdate().execute()
}

export type RiderTerms = {
  vehicle_number: string | null
  description: string | null
  commission_basis_points: number
  tip_basis_points: number
  max_open_orders: number
  cash_limit_minor: bigint
}

/** Locks a rider until the transaction ends, and returns their pay and limits. */
export async function lockRiderTerms(tx: Tx, riderId: number): Promise<RiderTerms | undefined> {
  return tx
    .selectFrom('riders')
    .select(['vehicle_number', 'description', 'commission_basis_points', 'tip_basis_points', 'max_open_orders'])
    .select('cash_limit_minor')
    .where('user_id', '=', riderId)
    .forUpdate()
    .executeTakeFirst()
}

/**
 * Changes a rider's terms: vehicle, shares of delivery charge and tip in basis points, maximum number of open orders,
 * and the cash limit in minor units.
 */
export async function updateRiderTerms(tx: Tx, riderId: number, terms: RiderTerms): Promise<void> {
  await tx.updateTable('riders').set(terms).where('user_id', '=', riderId).execute()
}

export type OfferRow = {
  status: number
  rider_id: number | null
  delivery_type: number
  is_member: boolean
  trouble: string | null
  trouble_rider_id: number | null
  is_on_duty: boolean
  has_full_queue: boolean
  holds_too_much_cash: boolean
}

/**
 * Finds an order and whether this rider may take it. The caller must have called `lockRider`, so that the number of the
 * rider's jobs cannot change.
 */
export async function findOffer(
  tx: Tx,
  { riderId, orderId }: { riderId: number; orderId: number },
): Promise<OfferRow | undefined> {
  const { rows } = await sql<OfferRow>`
    select o.status, o.rider_id, o.delivery_type, o.trouble, o.trouble_rider_id, r.is_on_duty,
           exists (select from store_members m where m.store_id = o.store_id and m.user_id = r.user_id and m.role = 'rider') as is_member,
           ${openJobs(riderId)} >= r.max_open_orders as has_full_queue,
           ${holdsTooMuchCash()} as holds_too_much_cash
      from orders o join riders r on r.user_id = ${riderId}
     where o.id = ${orderId}`.execute(tx)
  return rows[0]
}

/** Finds the state of an order that belongs to this rider, now or in the past. */
export async function findOwnStatus(
  db: Db,
  { riderId, orderId }: { riderId: number; orderId: number },
): Promise<number | undefined> {
  const row = await db
    .selectFrom('orders')
    .select('status')
    .where('id', '=', orderId)
    .where('rider_id', '=', riderId)
    .executeTakeFirst()
  return row?.status
}

/** Finds the state of an order that belongs to this rider, and the problem that they reported. */
export async function findOwnTrouble(db: Db, { riderId, orderId }: { riderId: number; orderId: number }) {
  return db
    .selectFrom('orders')
    .select(['status', 'unique_order_id', 'trouble', 'trouble_at', sql<Date>`now()`.as('now')])
    .where('id', '=', orderId)
    .where('rider_id', '=', riderId)
    .executeTakeFirst()
}

/** Lists those of the given orders that still wait for another rider. */
export async function listStopped(db: Db, numbers: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select('unique_order_id')
    .where('unique_order_id', '=', sql<string>`any(${numbers}::text[])`)
    .where('status', '=', ACCEPTED)
    .where('trouble', '=', 'rider_stopped')
    .execute()
  return rows.map(({ unique_order_id }) => unique_order_id)
}

/** Finds the facts that decide whether this rider may leave an order at the door. */
export async function findOwnDoor(db: Db, { riderId, orderId }: { riderId: number; orderId: number }) {
  return db
    .selectFrom('orders')
    .select(['status', 'delivery_instructions', 'payment_mode', 'payable_minor'])
    .where('id', '=', orderId)
    .where('rider_id', '=', riderId)
    .executeTakeFirst()
}

/**
 * Returns an order's status id as on the wire, from which the caller takes the reason of a refusal; undefined for an
 * unknown order.
 */
export async function findStatus(db: Db, orderId: number): Promise<number | undefined> {
  const row = await db.selectFrom('orders').select('status').where('id', '=', orderId).executeTakeFirst()
  return row?.status
}

export type Position = { latitude: number; longitude: number; heading: number | null }

/**
 * Records a rider's position, for the rider and for their current trips. Returns an announcement for each of these
 * trips; the streams of all processes send it to the trip's customer. With `isAnnounced`, the database also announces
 * the position at commit. Only the newest position matters, so the commit does not wait for the disk.
 */
export async function insertPosition(
  tx: Tx,
  { riderId, latitude, longitude, heading, isAnnounced }: Position & { riderId: number; isAnnounced: boolean },
): Promise<string[]> {
  const { rows } = await sql<{ announcement: string; set_config: string; is_announced: boolean | null }>`
    with rider as (
      update riders set latitude = ${latitude}, longitude = ${longitude}, heading = ${heading}, positioned_at = now()
       where user_id = ${riderId}
    ), trip as (
      insert into rider_positions (order_id, rider_id, latitude, longitude, heading)
      select o.id, ${riderId}::int, ${latitude}::float8, ${longitude}::float8, ${heading}::float8
        from orders o where o.rider_id = ${riderId} and o.status in ${carriedStatuses}
      returning order_id, latitude, longitude, heading, at
    ), announced as (
      select json_build_object('user_id', o.user_id, 'event', json_build_object(
               'type', 'rider-position', 'order_id', trip.order_id, 'latitude', trip.latitude, 'longitude', trip.longitude,
               'heading', trip.heading,
               'at', to_char(trip.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))::text as announcement
        from trip join orders o on o.id = trip.order_id
    )
    select announcement, set_config('synchronous_commit', 'off', true),
           case when ${isAnnounced}::boolean then pg_notify('rider_positions', announcement) is null end as is_announced
      from announced`.execute(tx)
  return rows.map(({ announcement }) => announcement)
}

export type TripRow = {
  status: number
  name: string | null
  photo: string | null
  description: string | null
  vehicle_number: string | null
  is_on_duty: boolean | null
  latitude: number | null
  longitude: number | null
  heading: number | null
  at: Date | null
}

/** Finds the customer's own order with its rider and the newest position of this trip (GAP-42). */
export async function findTrip(
  db: Db,
  { userId, orderId }: { userId: number; orderId: number },
): Promise<TripRow | undefined> {
  const { rows } = await sql<TripRow>`
    select o.status, u.name, r.photo, r.description, r.vehicle_number, r.is_on_duty,
           p.latitude, p.longitude, p.heading, p.at
      from orders o
      left join users u on u.id = o.rider_id
      left join riders r on r.user_id = o.rider_id
      left join lateral (
        select latitude, longitude, heading, at from rider_positions
         where order_id = o.id and rider_id = o.rider_id order by id desc limit 1) p on true
     where o.id = ${orderId} and o.user_id = ${userId}`.execute(db)
  return rows[0]
}

/** Returns whether this account may work as a rider: it has the role and a rider's record, and is active (GAP-40). */
export async function isRider(db: Db, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .innerJoin('riders', 'riders.user_id', 'users.id')
    .innerJoin('user_roles', 'user_roles.user_id', 'users.id')
    .select('users.id')
    .where('users.id', '=', userId)
    .where('users.is_active', '=', true)
    .where('users.deleted_at', 'is', null)
    .where('user_roles.role', '=', 'rider')
    .executeTakeFirst()
  return row !== undefined
}

/** Sets a rider on or off duty; without a state, switches to the opposite. */
export async function updateDuty(
  tx: Tx,
  { riderId, isOnDuty }: { riderId: number; isOnDuty?: boolean },
): Promise<void> {
  await tx
    .updateTable('riders')
    .set((eb) => ({ is_on_duty: isOnDuty ?? eb.not('is_on_duty') }))
    .where('user_id', '=', riderId)
    .execute()
}

export type RiderFigures = {
  id: number
  name: string
  email: string | null
  is_on_duty: boolean
  ongoing_count: number
  completed_count: number
  /** The rider's balance. The balance and the four amounts after it are in minor units. */
  balance_minor: bigint
  earned_minor: bigint
  cash_minor: bigint
  /** Cash that the rider has handed in so far. */
  handed_in_minor: bigint
  /** From this amount of cash in hand on, the rider gets no offers; 0 means no limit. */
  cash_limit_minor: bigint
  rating_sum: number
  rating_count: number
  ratings: { rating_delivery: number; review_delivery: string | null }[]
  /**
   * The rider's earnings on each of the last seven days, oldest first. Amounts are minor units as numbers, because they
   * come as JSON.
   */
  days: { weekday: string; earned_minor: number }[]
  earnings: {
    id: number
    amount_minor: number
    description_key: string
    description_params: Record<string, string | number>
    created_at: string
  }[]
}

const MAX_RATINGS = 20
const MAX_EARNINGS = 50

/** Returns a rider's own figures in one query (P-74). Days begin at midnight of `timeZone`. */
export async function getRiderFigures(
  db: Db,
  { riderId, currency, timeZone }: { riderId: number; currency: string; timeZone: string },
): Promise<RiderFigures> {
  const { rows } = await sql<RiderFigures>`
    with account as (
      select kind, id, balance_minor from ledger_accounts
       where user_id = ${riderId} and kind in ('rider_earnings', 'rider_cash') and currency = ${currency}
    ), income as (
      select p.id, p.amount_minor, t.description_key, t.description_params, t.created_at
        from account join postings p on p.account_id = account.id join transfers t on t.id = p.transfer_id
       where account.kind = 'rider_earnings'
    ), rating as (
      select id, rating_delivery, review_delivery from reviews
       where rider_id = ${riderId} and rating_delivery is not null and is_shown
    ), day as (
      select (now() at time zone ${timeZone})::date - back as on_date from generate_series(0, 6) as back
    )
    select u.id, u.name, u.email, r.is_on_duty,
           (select count(*)::int from orders where rider_id = u.id and status in ${carriedStatuses}) as ongoing_count,
           (select count(*)::int from orders where rider_id = u.id and status = ${DELIVERED}::int) as completed_count,
           coalesce((select balance_minor from account where kind = 'rider_earnings'), 0) as balance_minor,
           coalesce((select sum(amount_minor) from income where amount_minor > 0), 0)::bigint as earned_minor,
           coalesce((select -balance_minor from account where kind = 'rider_cash'), 0) as cash_minor,
           coalesce((select sum(amount_minor) from cash_collections
                      where rider_id = u.id and currency = ${currency}), 0)::bigint as handed_in_minor,
           r.cash_limit_minor,
           coalesce((select sum(rating_delivery) from rating), 0)::int as rating_sum,
           (select count(*)::int from rating) as rating_count,
           coalesce((select json_agg(json_build_object('rating_delivery', newest.rating_delivery, 'review_delivery', newest.review_delivery))
              from (select * from rating order by id desc limit ${MAX_RATINGS}::int) newest), '[]') as ratings,
           (select json_agg(json_build_object('weekday', to_char(day.on_date, 'Dy'), 'earned_minor', coalesce(earned.total, 0)) order by day.on_date)
              from day left join (
                select (created_at at time zone ${timeZone})::date as on_date, sum(amount_minor) as total from income
                 where amount_minor > 0 and created_at > now() - interval '8 days' group by 1) earned using (on_date)) as days,
           coalesce((select json_agg(json_build_object('id', newest.id, 'amount_minor', newest.amount_minor,
                'description_key', newest.description_key, 'description_params', newest.description_params,
                'created_at', newest.created_at))
              from (select * from income order by id desc limit ${MAX_EARNINGS}::int) newest), '[]') as earnings
      from users u join riders r on r.user_id = u.id
     where u.id = ${riderId}`.execute(db)
  const figures = rows[0]
  if (!figures) throw new Error(`no rider ${riderId}`)
  return figures
}

export type JobRow = NonNullable<Awaited<ReturnType<typeof listOpenJobs>>>[number]

function jobsOf(db: Db, riderId: number) {
  return factsFor(db, riderId)
    .select([
      'orders.unique_order_id',
      'orders.address',
      'orders.payment_mode',
      'orders.payable_minor',
      'orders.updated_at',
      'orders.placed_at',
      'stores.name as store_name',
    ])
    .select(({ selectFrom }) =>
      selectFrom('order_events')
        .select(({ fn }) => fn.max('order_events.at').as('at'))
        .whereRef('order_events.order_id', '=', 'orders.id')
        .where('order_events.to_status', '=', orderStatusIds.assigned)
        .as('accepted_at'),
    )
    .where('orders.rider_id', '=', riderId)
}

/** Lists a rider's open jobs, oldest first. */
export async function listOpenJobs(db: Db, riderId: number) {
  return jobsOf(db, riderId).where('orders.status', 'in', carried).orderBy('orders.id').limit(MAX_LISTED).execute()
}

/** Lists a page of a rider's delivered orders, newest first, and the total number (P-83). */
export async function listCompletedJobs(
  db: Db,
  { riderId, page, perPage }: { riderId: number; page: number; perPage: number },
): Promise<{ rows: JobRow[]; total: number }> {
  const done = db.selectFrom('orders').where('rider_id', '=', riderId).where('status', '=', DELIVERED)
  const { total } = await done.select(({ fn }) => fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow()
  const rows = await jobsOf(db, riderId)
    // The page is selected first, so that the joins run only for its rows.
    .where('orders.id', 'in', newest(done, { page, perPage }))
    .orderBy('orders.delivered_at', 'desc')
    .orderBy('orders.id', 'desc')
    .execute()
  return { rows, total: Number(total) }
}

function newest(done: SelectQueryBuilder<DB, 'orders', object>, { page, perPage }: { page: number; perPage: number }) {
  return done
    .select('id')
    .orderBy('delivered_at', 'desc')
    .orderBy('id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
}
