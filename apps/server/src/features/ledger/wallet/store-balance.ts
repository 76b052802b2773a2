import type { Currency, Minor } from '@nukkad/rules/money.ts'
import type { Db } from '#db/connection.ts'
import { readStoreFunds, sumStorePostings } from './queries.ts'

/**
 * Returns the amount that the platform owes a store, after commission and without requested payouts. A negative amount
 * means that the store owes commission of cash.
 */
export async function storeBalance(db: Db, storeId: number, currency: Currency): Promise<Minor> {
  return sumStorePostings(db, storeId, currency)
}

/** A store's balance and the held parts of it. Amounts are minor units, read from one snapshot. */
export type StoreFunds = {
  balanceMinor: Minor
  /** Held money of orders with an unconfirmed reported payment, and of orders whose cash a rider still holds. */
  unseenMinor: Minor
  /** Held money from promotion credit, as far as the store's commissions to the platform do not cover it yet. */
  creditMinor: Minor
  /** Held money of orders paid through a provider so recently that the payer's bank can still take the payment back. */
  daysMinor: Minor
  /** Held money of orders whose payment is in an open dispute. */
  disputedMinor: Minor
  /**
   * The amount that can be paid out: the balance less held funds. If this amount is 0 or negative, nothing can be paid
   * out.
   */
  freeMinor: Minor
  /** The store's commissions that are not yet used to cover promotion credit. */
  spareMinor: Minor
}

/**
 * Returns a store's balance and the part that can be paid out. A caller that will pay money out must have locked the
 * store.
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
