import type { Minor } from '@nukkad/rules/money.ts'
import { sql } from 'kysely'
import { orderStatus } from '#db/codes.ts'
import type { Db, Tx } from '#db/connection.ts'

/** Maximum number of orders that share one lost payment; a payment that filled a wallet may have paid many orders. */
const MAX_ORDERS = 500

/**
 * Makes the transactions that share one customer's lost payments (dispute events, deliveries and cancellations) run one
 * after the other, so that each sees the changes of the one before. The calling function must not have locked any
 * person before it calls this one.
 */
export async function takeTurn(tx: Tx, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('payment-losses-' || ${userId}::int, 0))`.execute(tx)
}

/** An order that is being delivered or cancelled. */
export type LossesOfOrder = { userId: number; orderId: number }

/** A dispute that took money permanently, now or earlier; amounts in minor units. */
export type LossRow = {
  dispute_id: number
  user_id: number
  currency: string
  /** Whether the payment filled the wallet; if not, it paid for one order. */
  fills_wallet: boolean
  /** The part of the loss that orders and wallet should bear, and the part that they already bear. */
  lost_minor: Minor
  shared_minor: Minor
}

/**
 * Lists the lost payment of a dispute, or the lost payments that may have paid an order of the same payer. Only
 * payments that were lost after the order was placed are listed, with a minute of tolerance, because the loss and the
 * order may be recorded in parallel. The wallet bears no part of a payment that never filled the wallet.
 */
export async function listLosses(
  db: Db,
  of: { userId: number; disputeId: number } | LossesOfOrder,
): Promise<LossRow[]> {
  const isOfThese =
    'disputeId' in of
      ? sql`d.id = ${of.disputeId}`
      : sql`d.lost_minor > 0 and d.lost_at > (select placed_at from orders where id = ${of.orderId}) - interval '1 minute'`
  const { rows } = await sql<LossRow>`
    select d.id as dispute_id, a.user_id, p.currency, f.payment_row_id is not null as fills_wallet,
           least(d.lost_minor, coalesce(f.amount_minor, d.lost_minor)) as lost_minor,
           coalesce((select sum(s.lost_minor) from dispute_shares s where s.dispute_id = d.id), 0)::bigint as shared_minor
      from payment_attempts a
      join payments p on p.attempt_id = a.id and p.use in ('order', 'top_up')
      join payment_disputes d on d.payment_row_id = p.id
      left join wallet_fillings(a.user_id, p.currency) f on f.payment_row_id = p.id
     where a.user_id = ${of.userId} and d.lost_at is not null and ${isOfThese}
     order by d.id`.execute(db)
  return rows
}

/** A delivered order that may bear a part of a lost payment. */
export type OrderBearer = {
  order_id: number
  store_id: number
  total_minor: Minor
  promotion_minor: Minor
  refunded_minor: Minor
  order_lost_minor: Minor
  lost_minor: Minor
  room_minor: Minor
}

/** Locks the delivered orders that a payment paid for, the oldest first; with `orderId`, only that order. */
export async function lockOrderBearers(
  tx: Tx,
  { dispute_id, fills_wallet }: LossRow,
  orderId: number | undefined,
): Promise<OrderBearer[]> {
  const { rows } = await sql<OrderBearer>`
    select o.id as order_id, o.store_id, o.total_minor, o.wallet_promotion_minor as promotion_minor,
           o.refunded_own_minor + o.refunded_promotion_minor as refunded_minor,
           order_lost_minor(o) as order_lost_minor, coalesce(s.lost_minor, 0) as lost_minor,
           o.wallet_own_minor + o.paid_online_minor - order_lost_minor(o) as room_minor
      from payment_disputes d
      join payments p on p.id = d.payment_row_id
      join payment_attempts a on a.id = p.attempt_id
      join orders o on o.id = p.order_id
        or (${fills_wallet} and o.user_id = a.user_id and o.currency = p.currency and o.wallet_own_minor > 0
            and o.placed_at > p.captured_at - interval '1 minute' and o.placed_at < d.lost_at + interval '1 minute')
      left join dispute_shares s on s.order_id = o.id and s.dispute_id = d.id
     where d.id = ${dispute_id} and o.status = ${orderStatus.delivered} and (${orderId ?? null}::int is null or o.id = ${orderId ?? null})
     order by o.id limit ${MAX_ORDERS} for no key update of o`.execute(tx)
  return rows
}

/** Returns the wallet's loss share of a dispute so far. */
export async function findWalletShare(db: Db, disputeId: number): Promise<Minor> {
  const row = await db
    .selectFrom('dispute_shares')
    .select('lost_minor')
    .where('dispute_id', '=', disputeId)
    .where('order_id', 'is', null)
    .executeTakeFirst()
  return row?.lost_minor ?? 0n
}

/**
 * Sets the loss share of an order's store or a wallet, and the amount to take: from a wallet its whole loss share, from
 * a store the store's share of what the order bears. While stores bear no losses, nothing more is taken from a store.
 * @returns the amount to move now, negative for money that goes back, with the number of its transfer
 */
export async function setShare(
  tx: Tx,
  share: { disputeId: number; orderId: number | null; lostMinor: Minor; storesBear: boolean },
): Promise<{ id: number; times: number; changeMinor: Minor }> {
  const { disputeId, orderId, lostMinor, storesBear } = share
  const { rows } = await sql<{ id: number; times: number; before_minor: Minor; moved_minor: Minor }>`
    with before as (
      select moved_minor from dispute_shares where dispute_id = ${disputeId} and order_id is not distinct from ${orderId}::int
    ), due as (
      select coalesce((select moved_minor from before), 0) as before_minor,
             coalesce((select store_share_minor(o, ${lostMinor}) from orders o where o.id = ${orderId}), ${lostMinor}::bigint) as minor
    ), wanted as (
      select before_minor, case when ${storesBear || orderId === null} then minor else least(minor, before_minor) end as minor from due
    )
    insert into dispute_shares as s (dispute_id, order_id, lost_minor, moved_minor, times_booked)
    select ${disputeId}, ${orderId}, ${lostMinor}, minor, 1 from wanted
    on conflict on constraint dispute_shares__bearer do update
      set lost_minor = excluded.lost_minor, moved_minor = excluded.moved_minor, times_booked = s.times_booked + 1,
          updated_at = now()
    returning id, times_booked as times, moved_minor, (select before_minor from wanted) as before_minor`.execute(tx)
  const { id, times, before_minor, moved_minor } = rows[0]!
  return { id, times, changeMinor: moved_minor - before_minor }
}

/** Returns whether a bank may still take back an order's money. */
export async function isPaymentAtRisk(db: Db, orderId: number): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select is_payment_at_risk(o) as is from orders o where o.id = ${orderId}`.execute(db)
  return rows[0]?.is ?? false
}
