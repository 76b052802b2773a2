import { sql } from 'kysely'
import { type Db, type Tx, violatedConstraint } from '#db/connection.ts'
import { AppError } from '#http/errors.ts'

const MOST_LISTED = 200

export type StoreTerms = { currency: string; commission_basis_points: number }

/** How a store's earnings are shared. */
export async function getTerms(db: Db, storeId: number): Promise<StoreTerms> {
  return termsOf(db, storeId).executeTakeFirstOrThrow()
}

/** The same, holding the store until the transaction ends: requests for its payout take turns. */
export async function lockTerms(tx: Tx, storeId: number): Promise<StoreTerms> {
  return termsOf(tx, storeId).forNoKeyUpdate().executeTakeFirstOrThrow()
}

function termsOf(db: Db, storeId: number) {
  return db.selectFrom('stores').select(['currency', 'commission_basis_points']).where('id', '=', storeId)
}

/** What a store's delivered orders brought it in all. */
export async function sumEarned(db: Db, storeId: number): Promise<bigint> {
  const { rows } = await sql<{ total: bigint }>`
    select coalesce(sum(total_minor - delivery_charge_minor - tip_minor), 0)::bigint as total
      from orders where store_id = ${storeId} and status = 5`.execute(db)
  return rows[0]!.total
}

/** A store's payouts, the newest first. */
export async function listPayouts(db: Db, storeId: number) {
  return db
    .selectFrom('store_payouts')
    .select(['id', 'amount_minor', 'status', 'transaction_mode', 'transaction_id', 'message', 'created_at'])
    .where('store_id', '=', storeId)
    .orderBy('id', 'desc')
    .limit(MOST_LISTED)
    .execute()
}

type PayoutToInsert = {
  storeId: number
  ownerId: number
  currency: string
  grossMinor: bigint
  commissionMinor: bigint
  amountMinor: bigint
}

/** @throws AppError PAYOUT_PENDING */
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
    throw error
  }
}
