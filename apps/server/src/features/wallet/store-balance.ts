import type { Currency, Minor } from '@nukkad/rules/money.ts'
import type { Db } from '#db/connection.ts'
import { readStoreFunds, sumStorePostings } from './queries.ts'

/** What the platform owes a store and no payout was requested for yet, after commission; below 0 the store owes cash. */
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
  /** What can be paid out: the balance without what is held. Below 0 there is nothing. */
  freeMinor: Minor
  /** Commission that no promotion credit was covered with yet. */
  spareMinor: Minor
}

/**
 * What a store has with the platform and how much of it can be paid out. Lock the store before it when money leaves.
 * @see decision 0045
 */
export async function storeFunds(db: Db, storeId: number, currency: Currency): Promise<StoreFunds> {
  const {
    balance_minor: balanceMinor,
    unseen_minor: unseenMinor,
    uncovered_minor,
  } = await readStoreFunds(db, storeId, currency)
  const creditMinor = uncovered_minor > 0n ? uncovered_minor : 0n
  return {
    balanceMinor,
    unseenMinor,
    creditMinor,
    freeMinor: balanceMinor - unseenMinor - creditMinor,
    spareMinor: uncovered_minor < 0n ? -uncovered_minor : 0n,
  }
}
