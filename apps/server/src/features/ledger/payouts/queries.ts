import { type Selectable, sql } from 'kysely'
import { orderStatus } from '#db/codes.ts'
import { type Db, type Tx, violatedConstraint } from '#db/connection.ts'
import type { StorePayouts } from '#db/schema.ts'
import { AppError } from '#http/errors.ts'

const MAX_LISTED = 200

export type StoreTerms = { currency: string }

/** Returns the currency in which a store earns. */
export async function getTerms(db: Db, storeId: number): Promise<StoreTerms> {
  return termsOf(db, storeId).executeTakeFirstOrThrow()
}

/**
 * Locks the store until the transaction ends, so that requests for its payout run one after the other, and returns its
 * currency.
 */
export async function lockTerms(tx: Tx, storeId: number): Promise<StoreTerms> {
  return termsOf(tx, storeId).forNoKeyUpdate().executeTakeFirstOrThrow()
}

function termsOf(db: Db, storeId: number) {
  return db.selectFrom('stores').select('currency').where('id', '=', storeId)
}

/** Sums the sales of a store's delivered orders, without delivery charge and tip, in minor units. */
export async function sumEarned(db: Db, storeId: number): Promise<bigint> {
  const { rows } = await sql<{ total: bigint }>`
    select coalesce(sum(total_minor - delivery_charge_minor - tip_minor), 0)::bigint as total
      from orders where store_id = ${storeId} and status = ${orderStatus.delivered}`.execute(db)
  return rows[0]!.total
}

/** Sums the commission that was booked for a store and is not yet part of a payout, in minor units. */
export async function sumOpenCommission(
  db: Db,
  { storeId, currency }: { storeId: number; currency: string },
): Promise<bigint> {
  const { rows } = await sql<{ total: bigint }>`
    select (coalesce((select sum(p.amount_minor) from ledger_accounts a join postings p on p.account_id = a.id
                       where a.kind = 'delivery_margin' and a.store_id = ${storeId} and a.currency = ${currency}), 0)
            - coalesce((select sum(commission_minor) from store_payouts
                         where store_id = ${storeId} and currency = ${currency} and status <> 'REJECTED'), 0))::bigint as total`.execute(
    db,
  )
  return rows[0]!.total
}

/** Lists a store's payouts, newest first. */
export async function listPayouts(db: Db, storeId: number) {
  return db
    .selectFrom('store_payouts')
    .select(['id', 'amount_minor', 'status', 'transaction_mode', 'transaction_id', 'message', 'created_at'])
    .where('store_id', '=', storeId)
    .orderBy('id', 'desc')
    .limit(MAX_LISTED)
    .execute()
}

export type StoreDispute = { unique_order_id: string; status: 'open' | 'lost'; amount_minor: bigint; since: Date }

/**
 * Lists a store's orders with an open dispute, each with the amount held, and those with a lost dispute, each with the
 * loss that the store bears. The list begins with the newest order.
 */
export async function listStoreDisputes(
  db: Db,
  { storeId, currency }: { storeId: number; currency: string },
): Promise<StoreDispute[]> {
  const { rows } = await sql<StoreDispute>`
    select * from (
      select o.unique_order_id, 'open' as status, r.disputed_minor as amount_minor,
             (select max(d.created_at) from payment_disputes d join payments p on p.id = d.payment_row_id
                join payment_attempts a on a.id = p.attempt_id where d.status = 'open' and a.user_id = o.user_id) as since
        from orders_at_risk(${storeId}::int, ${currency}::bpchar) r join orders o on o.id = r.order_id where r.disputed_minor > 0
      union all
      select o.unique_order_id, 'lost', sum(s.moved_minor)::bigint, max(d.lost_at)
        from dispute_shares s join orders o on o.id = s.order_id join payment_disputes d on d.id = s.dispute_id
       where o.store_id = ${storeId} and o.currency = ${currency} and s.moved_minor > 0
       group by o.id) as found
     order by since desc limit ${MAX_LISTED}`.execute(db)
  return rows
}

type PayoutToInsert = {
  storeId: number
  ownerId: number
  currency: string
  grossMinor: bigint
  commissionMinor: bigint
  amountMinor: bigint
}

/**
 * Inserts a requested payout.
 * @throws AppError PAYOUT_PENDING, PAYOUT_HELD
 */
export async function insertPayout(tx: Tx, payout: PayoutToInsert): Promise<number> {
  try {
    const { id } = await tx
      .insertInto('store_payouts')
      .values({
        store_id: payout.storeId,
        requested_by: payout.ownerId,
        currency: payout.currency,
        gross_minor: payout.grossMinor,
        commission_minor: payout.commissionMinor,
        amount_minor: payout.amountMinor,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  } catch (error) {
    if (violatedConstraint(error) === 'store_payouts__one_open') throw new AppError('PAYOUT_PENDING', { cause: error })
    throw held(error)
  }
}

type PayoutColumns = Selectable<StorePayouts>

export type PayoutRow = Pick<
  PayoutColumns,
  | 'id'
  | 'store_id'
  | 'currency'
  | 'gross_minor'
  | 'commission_minor'
  | 'amount_minor'
  | 'status'
  | 'requested_by'
  | 'decided_by'
>

/** Locks a payout until the transaction ends, so that two decisions on it run one after the other. */
export async function lockPayout(tx: Tx, id: number): Promise<PayoutRow | undefined> {
  return tx
    .selectFrom('store_payouts')
    .select(['id', 'store_id', 'currency', 'gross_minor', 'commission_minor', 'amount_minor', 'status'])
    .select(['requested_by', 'decided_by'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

type PayoutDecision = Pick<PayoutColumns, 'status' | 'message' | 'decided_by'> &
  Partial<Pick<PayoutColumns, 'transaction_mode' | 'transaction_id'>>

/**
 * Records the decision on a payout.
 * @throws AppError PAYOUT_HELD
 */
export async function setPayoutDecision(tx: Tx, id: number, decision: PayoutDecision): Promise<void> {
  await tx
    .updateTable('store_payouts')
    .set({ ...decision, decided_at: sql`now()`, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
    .catch((error: unknown) => {
      throw held(error)
    })
}

/**
 * Finds the time until which a store's payouts are held because its payout details changed. The trigger `hold_payouts`
 * enforces the hold.
 */
export async function findHold(db: Db, storeId: number): Promise<Date | undefined> {
  const { rows } = await sql<{ until: Date }>`
    select changed_at + interval '2 days' as until from store_payout_details
     where store_id = ${storeId} and changed_at > now() - interval '2 days'`.execute(db)
  return rows[0]?.until
}

/** Converts the error of the trigger `hold_payouts` to an AppError. */
function held(error: unknown): unknown {
  return violatedConstraint(error) === 'store_payouts__held' ? new AppError('PAYOUT_HELD', { cause: error }) : error
}

/** Returns one payout with the names that staff read. */
export async function getPayoutForStaff(db: Db, id: number): Promise<PayoutForStaff> {
  return payoutsForStaff(db).where('p.id', '=', id).executeTakeFirstOrThrow()
}

/** Lists one page of the payouts of all stores, newest first. */
export async function listPayoutsForStaff(
  db: Db,
  { status, page, perPage }: { status: string | undefined; page: number; perPage: number },
): Promise<{ rows: PayoutForStaff[]; total: number }> {
  const counted = await db
    .selectFrom('store_payouts')
    .select((eb) => eb.fn.countAll<bigint>().as('total'))
    .$if(status !== undefined, (query) => query.where('status', '=', status!))
    .executeTakeFirstOrThrow()
  const rows = await payoutsForStaff(db)
    .$if(status !== undefined, (query) => query.where('p.status', '=', status!))
    .orderBy('p.id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  return { rows, total: Number(counted.total) }
}

export type PayoutForStaff = Awaited<ReturnType<ReturnType<typeof payoutsForStaff>['executeTakeFirstOrThrow']>>

function payoutsForStaff(db: Db) {
  return db
    .selectFrom('store_payouts as p')
    .innerJoin('stores as s', 's.id', 'p.store_id')
    .innerJoin('users as asker', 'asker.id', 'p.requested_by')
    .leftJoin('users as decider', 'decider.id', 'p.decided_by')
    .select(['p.id', 'p.store_id', 'p.currency', 'p.gross_minor', 'p.commission_minor', 'p.amount_minor', 'p.status'])
    .select(['p.transaction_mode', 'p.transaction_id', 'p.message', 'p.requested_by', 'p.decided_by'])
    .select(['p.created_at', 'p.decided_at'])
    .select(['s.name as store_name', 'asker.name as asker_name', 'decider.name as decider_name'])
}
