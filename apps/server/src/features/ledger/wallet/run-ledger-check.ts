import { type Db, inTransaction } from '#db/connection.ts'
import { AppError } from '#http/errors.ts'
import { findNewestCheck, insertCheck, readClock } from './check-queries.ts'
import { checkLedger, type Difference } from './checker.ts'

/**
 * Runs the ledger check and stores its result. A difference stops payouts until a later check finds none.
 * @returns the differences
 * @see docs/reference/security.md#ledger
 */
export async function runLedgerCheck(db: Db): Promise<Difference[]> {
  const startedAt = await readClock(db)
  const differences = await checkLedger(db)
  await inTransaction(db, (tx) => insertCheck(tx, { startedAt, differences }))
  return differences
}

/**
 * Refuses payouts while the newest ledger check has differences. Before the first check, payouts are not refused.
 * @throws AppError BOOKS_DIFFER
 */
export async function requireSoundLedger(db: Db): Promise<void> {
  const newest = await findNewestCheck(db)
  if (newest && newest.difference_count > 0) throw new AppError('BOOKS_DIFFER')
}
