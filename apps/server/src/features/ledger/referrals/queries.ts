import type { Currency, Minor } from '@nukkad/rules/money.ts'
import type { Commission, CommissionDay, CommissionKind, Earner, Resident } from '@nukkad/rules/referral.ts'
import { type Selectable, sql } from 'kysely'
import { deliveryType, orderStatus } from '#db/codes.ts'
import type { Db, Tx } from '#db/connection.ts'
import type { Commissions } from '#db/schema.ts'

const mayEarn = sql<boolean>`(u.is_active and u.deleted_at is null)`
const devices = sql<string[]>`array(select encode(d.device_hash, 'hex') from known_devices d where d.user_id = u.id)`
/**
 * SQL for values that connect accounts: keys of an account's addresses, rounded to about eleven metres, and the last
 * ten digits of its phone.
 */
const places = sql<string[]>`(
  array(select distinct 'at:' || round(d.latitude::numeric, 4) || ',' || round(d.longitude::numeric, 4) from addresses d where d.user_id = u.id)
  || case when u.phone is null then '{}'::text[] else array['phone:' || right(u.phone, 10)] end)`
const earnerColumns = sql`u.id as "userId", u.phone, u.email::text as email, ${mayEarn} as "mayEarn", ${devices} as devices`
const residentColumns = sql`u.id as "userId", u.phone, u.email::text as email, ${devices} as devices, ${places} as places`

export type Candidate = { userId: number; email: string | null }

/** Finds the active customer account that owns a referral code. */
export async function findCodeOwner(db: Db, referralCode: string): Promise<Candidate | undefined> {
  const { rows } = await sql<Candidate>`
    select u.id as "userId", u.email::text as email from users u
     where u.referral_code = ${referralCode} and ${mayEarn}
       and exists (select from user_roles r where r.user_id = u.id and r.role = 'customer')`.execute(db)
  return rows[0]
}

/** Returns whether the phone with this keyed hash earned its bonus under any account. */
export async function isPhoneKnown(db: Db, phoneHash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('proved_phones')
    .select('phone_hash')
    .where('phone_hash', '=', phoneHash)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Records that a phone, identified by its keyed hash, earned its one bonus. Returns false if the phone earned it before
 * (GAP-82).
 */
export async function takeBonusOfPhone(tx: Tx, phoneHash: Buffer): Promise<boolean> {
  const { rows } = await sql<{ phone_hash: Buffer }>`
    insert into proved_phones (phone_hash) values (${phoneHash})
    on conflict on constraint proved_phones__phone_hash do nothing
    returning phone_hash`.execute(tx)
  return rows.length === 1
}

/**
 * Locks people in the order of their ids, so that transactions calculate these people's earnings and debts one after
 * the other.
 */
export async function lockEarners(tx: Tx, userIds: readonly number[]): Promise<Earner[]> {
  const { rows } = await sql<Earner>`
    select ${earnerColumns} from users u where u.id = any(${userIds}::int[]) order by u.id for no key update of u`.execute(
    tx,
  )
  return rows
}

export type BuyerRow = Earner & Resident & { referredBy: number | null; isPhoneProved: boolean; isStaffMade: boolean }

/** Locks the buyer, their referrer and the owner of the used code, and returns the facts of all of them. */
export async function lockParties(
  tx: Tx,
  { buyerId, sharedBy }: { buyerId: number; sharedBy: number | null },
): Promise<BuyerRow[]> {
  const { rows } = await sql<BuyerRow>`
    select ${earnerColumns}, ${places} as places, u.referred_by as "referredBy", u.phone_proved_at is not null as "isPhoneProved",
           u.created_by_staff_id is not null as "isStaffMade"
      from users u
     where u.id in (${buyerId}::int, ${sharedBy}::int, (select b.referred_by from users b where b.id = ${buyerId}))
     order by u.id for no key update of u`.execute(tx)
  return rows
}

/** Finds an account with its phone, mailbox, addresses and browsers, by which it may be connected to other accounts. */
export async function findResident(db: Db, userId: number): Promise<Resident | undefined> {
  const { rows } = await sql<Resident>`select ${residentColumns} from users u where u.id = ${userId}`.execute(db)
  return rows[0]
}

/** Finds the member of staff who created an account. */
export async function findMaker(db: Db, userId: number): Promise<number | null> {
  const row = await db.selectFrom('users').select('created_by_staff_id').where('id', '=', userId).executeTakeFirst()
  return row?.created_by_staff_id ?? null
}

/** Lists the people who belong to a store, and the store's own phone as one more entry. */
export async function listInsiders(db: Db, storeId: number): Promise<Resident[]> {
  const { rows } = await sql<Resident>`
    select ${residentColumns} from users u where u.id in (select store_insiders(${storeId}::int))
    union all
    select 0, null, null, '{}', array['phone:' || right(s.digits, 10)]
      from (select regexp_replace(coalesce(phone, ''), '[^0-9]', '', 'g') as digits from stores where id = ${storeId}) s
     where length(s.digits) >= 10`.execute(db)
  return rows
}

/** Counts the referral rewards of a customer in the current calendar month of the given time zone. */
export async function countRewardsOfMonth(
  db: Db,
  { userId, kind, timeZone }: { userId: number; kind: string; timeZone: string },
): Promise<number> {
  const { rows } = await sql<{ rewards: number }>`
    select count(*)::int as rewards
      from ledger_accounts a
      join postings p on p.account_id = a.id
      join transfers t on t.id = p.transfer_id
     where a.user_id = ${userId} and a.kind = 'wallet_promotion' and t.kind = ${kind}
       and t.created_at >= date_trunc('month', now() at time zone ${timeZone}) at time zone ${timeZone}`.execute(db)
  return rows[0]!.rewards
}

/**
 * Returns whether another delivered order of this customer was large enough to pay the bonus. Cash at a counter does
 * not count, because the platform never receives it.
 */
export async function hasEarlierOrder(
  db: Db,
  { userId, orderId, currency, leastMinor }: { userId: number; orderId: number; currency: Currency; leastMinor: Minor },
): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from orders
                    where user_id = ${userId} and id <> ${orderId} and status = ${orderStatus.delivered} and currency = ${currency}
                      and not (payment_mode = 'COD' and delivery_type = ${deliveryType.selfPickup} and payable_minor > 0)
                      and at_store_minor = 0
                      and subtotal_minor - coupon_minor >= ${leastMinor}) as has`.execute(db)
  return rows[0]!.has
}

/**
 * The states of a commission. `waiting` needs an approval. `held` becomes due after its holding time, if the platform
 * has its money by then.
 */
export type CommissionStatus = 'waiting' | 'held' | 'credited' | 'forfeited'
const commissionColumns = [
  'id',
  'order_id',
  'user_id',
  'kind',
  'currency',
  'amount_minor',
  'reversed_minor',
  'status',
] as const satisfies (keyof Commissions)[]

/** A row of `commissions`; the table restricts its kind and status to known values. */
export type CommissionRow = Omit<
  Pick<Selectable<Commissions>, (typeof commissionColumns)[number]>,
  'kind' | 'status'
> & {
  kind: CommissionKind
  status: CommissionStatus
}

type NewCommission = Commission & {
  orderId: number
  currency: Currency
  holdingDays: number
  status: CommissionStatus
  needsApproval: boolean
}

/**
 * Records the commission that a customer earned by an order, due after the holding time.
 * @throws DatabaseError naming commissions__order_user or commissions__order_kind for a second commission, and
 * commissions__within_income for more than the platform earned by the order
 */
export async function insertCommission(tx: Tx, commission: NewCommission): Promise<CommissionRow> {
  const { orderId, currency, holdingDays, kind, userId, amountMinor, status, needsApproval } = commission
  const { rows } = await sql<CommissionRow>`
    insert into commissions (order_id, user_id, kind, currency, amount_minor, status, needs_approval, due_at)
    values (${orderId}, ${userId}, ${kind}, ${currency}, ${amountMinor}, ${status}, ${needsApproval},
            now() + make_interval(days => ${holdingDays}::int))
    returning ${sql.join(commissionColumns.map((column) => sql.ref(column)))}`.execute(tx)
  return rows[0]!
}

/**
 * Sums the commissions of the last 24 hours that needed no approval, in minor units of one currency. Takes a lock, so
 * that parallel deliveries include each other's commissions.
 */
export async function sumCommissionsOfDay(
  tx: Tx,
  { userId, buyerId, storeId, currency }: { userId: number; buyerId: number; storeId: number; currency: Currency },
): Promise<CommissionDay> {
  await sql`select pg_advisory_xact_lock(hashtextextended('commissions-of-day', 0))`.execute(tx)
  const { rows } = await sql<CommissionDay>`
    select coalesce(sum(c.amount_minor - c.reversed_minor) filter (where c.user_id = ${userId}), 0)::bigint as "personMinor",
           coalesce(sum(c.amount_minor - c.reversed_minor) filter (where o.user_id = ${buyerId} and o.store_id = ${storeId}), 0)::bigint as "pairMinor",
           coalesce(sum(c.amount_minor - c.reversed_minor), 0)::bigint as "allMinor"
      from commissions c join orders o on o.id = c.order_id
     where c.created_at > now() - interval '24 hours' and not c.needs_approval and c.status <> 'forfeited'
       and c.currency = ${currency}`.execute(tx)
  return rows[0]!
}

/** Locks the commissions of an order, in any state. */
export async function lockCommissions(tx: Tx, orderId: number): Promise<CommissionRow[]> {
  const { rows } = await sql<CommissionRow>`
    select ${sql.join(commissionColumns.map((column) => sql.ref(column)))}
      from commissions where order_id = ${orderId} order by id for update`.execute(tx)
  return rows
}

/** SQL condition on an order `o`: the store took money for it at its counter. */
const isPaidAtCounter = sql`(o.at_store_minor <> 0 or o.payment_mode = 'COD' and o.delivery_type = ${deliveryType.selfPickup} and o.payable_minor <> 0)`

/**
 * Selects the held commissions that are due and whose money has arrived, oldest first. Cash at a counter counts as
 * arrived when its store owes nothing after held funds, a rider's cash when the rider has handed it in, and a reported
 * payment when it is confirmed. In addition, no bank may be able to take the payment back any more (decisions 0040,
 * 0045, 0049, 0050).
 */
const dueCommissions = sql`
  with indebted as materialized (
    select s.store_id, s.currency
      from (select distinct o.store_id, o.currency from commissions c join orders o on o.id = c.order_id
             where c.status = 'held' and c.due_at <= now() and ${isPaidAtCounter}) s
     where store_free_minor(s.store_id, s.currency) < 0),
  uncollected as materialized (
    select u.id from ledger_accounts a cross join lateral uncollected_orders(a.user_id, a.currency) u
     where a.kind = 'rider_cash' and a.balance_minor < 0)
  select c.id, c.due_at
    from commissions c
    join orders o on o.id = c.order_id
   where c.status = 'held' and c.due_at <= now()
     and not is_payment_unseen(o) and not is_payment_at_risk(o) and o.id not in (select id from uncollected)
     and (not ${isPaidAtCounter} or (o.store_id, o.currency) not in (select store_id, currency from indebted))`

/**
 * Lists at most `most` commissions that can be paid now by the rules of `dueCommissions`, those that have waited
 * longest first.
 */
export async function listDueCommissions(db: Db, most: number): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    select d.id from (${dueCommissions}) d order by d.due_at, d.id limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

export type DueCommission = CommissionRow & { store_id: number; buyer_id: number }

/**
 * Locks a commission that is still held and due, and returns it with its order's store and buyer. Returns undefined if
 * another process credited it first, or if by the rules of `dueCommissions` its money has not arrived.
 */
export async function lockDueCommission(tx: Tx, id: bigint): Promise<DueCommission | undefined> {
  const { rows } = await sql<CommissionRow>`
    select ${sql.join(commissionColumns.map((column) => sql.ref(column)))}
      from commissions where id = ${id} and status = 'held' and due_at <= now() for update`.execute(tx)
  const row = rows[0]
  if (!row) return undefined
  // The orders are read in a second statement, so that it sees the changes that were committed during the wait for the
  // lock.
  const { rows: orders } = await sql<{ store_id: number; buyer_id: number }>`
    select o.store_id, o.user_id as buyer_id from orders o
     where o.id = ${row.order_id} and not is_payment_unseen(o) and not is_payment_at_risk(o) and not is_cash_uncollected(o)
       and (not ${isPaidAtCounter} or store_free_minor(o.store_id, o.currency) >= 0)`.execute(tx)
  return orders[0] && { ...row, ...orders[0] }
}

/** Locks a commission in any state, so that its payment and its reversal cannot happen in parallel. */
export async function lockCommission(tx: Tx, id: bigint): Promise<CommissionRow | undefined> {
  return tx
    .selectFrom('commissions')
    .select(commissionColumns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst() as Promise<CommissionRow | undefined>
}

export type StoreRewards = {
  store_id: number
  store: string
  currency: Currency
  paid_minor: Minor
  earned_minor: Minor
}

/**
 * Lists, for each store, the commissions that its orders of the last thirty days paid to others and the store
 * commission that the platform booked, in minor units. Includes stores that paid commissions only in the thirty days
 * before, so that their alarms are cleared.
 */
export async function listStoreRewards(db: Db): Promise<StoreRewards[]> {
  const { rows } = await sql<StoreRewards>`
    select s.id as store_id, s.name as store, o.currency,
           coalesce(sum(c.amount_minor - c.reversed_minor) filter (where c.created_at > now() - interval '30 days'), 0)::bigint as paid_minor,
           (select coalesce(sum(e.store_commission_minor), 0)::bigint from orders e
             where e.store_id = s.id and e.currency = o.currency and e.status = ${orderStatus.delivered} and e.delivered_at > now() - interval '30 days') as earned_minor
      from commissions c join orders o on o.id = c.order_id join stores s on s.id = o.store_id
     where c.status <> 'forfeited' and c.created_at > now() - interval '60 days'
     group by s.id, s.name, o.currency
     order by s.id, o.currency`.execute(db)
  return rows
}

/**
 * Sets the status of a commission, or how much of it was taken back, in minor units. The caller must have locked the
 * commission and must post the transfer.
 */
export async function setCommission(
  tx: Tx,
  id: bigint,
  columns: { status?: CommissionStatus; reversed_minor?: Minor },
): Promise<void> {
  await tx.updateTable('commissions').set(columns).where('id', '=', id).execute()
}

export type FriendRow = {
  id: number
  name: string
  phone: string | null
  created_at: Date
  orders: { id: number; delivered_at: string; commission_minor: number }[]
}

/**
 * Lists the friends whom a customer referred, newest first, with their delivered orders and the commissions from these
 * orders.
 */
export async function listFriends(
  db: Db,
  { userId, currency, most }: { userId: number; currency: Currency; most: number },
): Promise<FriendRow[]> {
  const { rows } = await sql<FriendRow>`
    select u.id, u.name, u.phone, u.created_at,
           (select coalesce(json_agg(json_build_object('id', o.id, 'delivered_at', o.delivered_at, 'commission_minor',
                     coalesce(c.amount_minor - c.reversed_minor, 0)) order by o.id desc), '[]')
              from (select id, delivered_at from orders
                     where user_id = u.id and status = ${orderStatus.delivered} and currency = ${currency}
                     order by id desc limit ${most}) as o
              left join commissions c on c.order_id = o.id and c.user_id = ${userId} and c.status <> 'forfeited') as orders
      from users u
     where u.referred_by = ${userId} and u.deleted_at is null
     order by u.id desc limit ${most}`.execute(db)
  return rows
}

/** Counts the friends whom a customer referred. */
export async function countFriends(db: Db, userId: number): Promise<number> {
  const { rows } = await sql<{ friends: number }>`
    select count(*)::int as friends from users where referred_by = ${userId} and deleted_at is null`.execute(db)
  return rows[0]!.friends
}

/** Lists everyone who earned a commission by these orders. */
export async function listEarners(db: Db, orderIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('commissions')
    .select('user_id')
    .distinct()
    .where('order_id', 'in', [0, ...orderIds])
    .execute()
  return rows.map(({ user_id }) => user_id)
}
