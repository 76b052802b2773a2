import { type Db, inTransaction } from '#db/connection.ts'
import { AppError } from '#http/errors.ts'
import { findNewestCheck, insertCheck, readClock } from './check-queries.ts'
import { checkLedger, type Difference } from './checker.ts'

/**
 * Goes through the books and keeps what it found. From then on payouts are stopped by a difference, and let go by none.
 * @returns what does not agree
 * @see docs/reference/security.md#ledger
 */
export async function checkBooks(db: Db): Promise<Difference[]> {
  const startedAt = await readClock(db)
  const differences = await checkLedger(db)
  await inTransaction(db, (tx) => insertCheck(tx, { startedAt, differences }))
  return differences
}

/**
 * Lets money leave the house only while the newest look at the books found nothing.
 * @throws AppError BOOKS_DIFFER
 */
export async function requireSoundBooks(db: Db): Promise<void> {
  const newest = await findNewestCheck(db)
  if (newest && newest.difference_count > 0) throw new AppError('BOOKS_DIFFER')
}
