import { allowSeconds, type Db, type Tx } from '#db/connection.ts'
import { checks, type DifferenceRow } from './checker-queries.ts'

/** Going through everything takes longer than any call may. */
const PATIENCE_SECONDS = 600

/** Something that is kept in two places and is not the same in both. Money in minor units, counts as they are. */
export type Difference = { check: keyof typeof checks } & DifferenceRow

/**
 * Calculates again all figures that are also stored: balances, coupon counts, order totals, money in clearing. Reads
 * one snapshot of the database, so it may run while orders are placed.
 * @returns the differences; none in a sound ledger
 * @see docs/reference/security.md#ledger
 */
export async function checkLedger(db: Db): Promise<Difference[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => allowSeconds(tx, PATIENCE_SECONDS, () => findDifferences(tx)))
}

async function findDifferences(tx: Tx): Promise<Difference[]> {
  const differences: Difference[] = []
  for (const [check, statement] of Object.entries(checks)) {
    const { rows } = await statement.execute(tx)
    differences.push(...rows.map((row) => ({ check: check as Difference['check'], ...row })))
  }
  return differences
}
