import { allowSeconds, type Db, type Tx } from '#db/connection.ts'
import { checks, type DifferenceRow } from './checker-queries.ts'

/** Time limit of the check in seconds, longer than that of calls, because the check reads all postings and orders. */
const PATIENCE_SECONDS = 600

/** A value that is stored in two places and differs. Money is in minor units. */
export type Difference = { check: keyof typeof checks } & DifferenceRow

/**
 * Recalculates all values that are stored a second time, such as balances, coupon counts, order totals and money in
 * clearing. Reads one snapshot of the database, so it can run while orders are placed.
 * @returns the differences; none in a correct ledger
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
