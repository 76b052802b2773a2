import type { Currency, Minor } from '@nukkad/rules/money.ts'
import type { Db } from '#db/connection.ts'
import { readStoreFunds, sumStorePostings } from './queries.ts'

/**
 * Returns the amount that the platform owes a store, after commission and without requested payouts. Below 0 the store
 * owes commission of cash.
 */
export async function storeBalance(db: Db, storeId: number, currency: Currency): Promise<Minor> {
  return sumStorePostings(db, storeId, currency)
}

/** Amounts in minor units, read from one snapshot. */
export type StoreFunds = {
  balanceMinor: Minor
  /** From orders with an unconfirmed reported payment, or whose cash a rider still holds. */
  unseenMinor: Minor
  /** Promotion credit that the store's commissions to the platform do not cover yet. */
  creditMinor: Minor
  /** From orders paid through a provider so recently that the payer's bank can still take the money back. */
  daysMinor: Minor
  /** From orders whose payment is in an open dispute. */
  disputedMinor: Minor
  /** The amount that can be paid out: the balance less held funds. At or below 0 nothing can be paid out. */
  freeMinor: Minor
  /** Commission that does not cover promotion credit yet. */
  spareMinor: Minor
}

/**
 * Returns a store's balance and the part that can be paid out. Lock the store first when money leaves.
 * @see decisions 0045, 0050
 */
export async function storeFunds(db: Db, storeId: number, currency: Currency): Promise<StoreFunds> {
  const {
    balance_minor: balanceMinor,
    unseen_minor: unseenMinor,
    days_minor: daysMinor,
    disputed_minor: disputedMinor,
    uncovered_minor,
  } = await readStoreFunds(db, storeId, currency)
  const creditMinor = uncovered_minor > 0n ? uncovered_minor : 0n
  return {
    balanceMinor,
    unseenMinor,
    creditMinor,
    daysMinor,
    disputedMinor,
    freeMinor: balanceMinor - unseenMinor - creditMinor - daysMinor - disputedMinor,
    spareMinor: uncovered_minor < 0n ? -uncovered_minor : 0n,
  }
}
