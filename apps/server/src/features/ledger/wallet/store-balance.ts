import type { Currency, Minor } from '@nukkad/rules/money.ts'
import type { Db } from '#db/connection.ts'
import { readStoreFunds, sumStorePostings } from './queries.ts'

/**
 * Returns the amount that the platform owes a store, after commission and without requested payouts; below 0 the store
 * owes cash.
 */
export async function storeBalance(db: Db, storeId: number, currency: Currency): Promise<Minor> {
  return sumStorePostings(db, storeId, currency)
}

/** Amounts in minor units, from one snapshot. */
export type StoreFunds = {
  balanceMinor: Minor
  /** Of orders whose payment only staff have seen, or whose cash a rider holds, until it is confirmed or handed in. */
  unseenMinor: Minor
  /** Promotion credit that the platform's commission from this store does not cover yet. */
  creditMinor: Minor
  /** Of orders paid through a provider so lately that the payer's bank may still take the money. */
  daysMinor: Minor
  /** Of orders whose payment is in an open dispute. */
  disputedMinor: Minor
  /** The amount that can be paid out: the balance less held funds. Below 0 there is nothing. */
  freeMinor: Minor
  /** Commission that no promotion credit was covered with yet. */
  spareMinor: Minor
}

/**
 * What a store has with the platform and how much of it can be paid out. Lock the store before it when money leaves.
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
