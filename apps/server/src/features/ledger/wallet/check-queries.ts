import { sql } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'
import type { Difference } from './checker.ts'

/** Maximum number of differences that one check stores; `difference_count` counts all of them. */
const MAX_KEPT = 100

/** Reads the time of the database, because the ledger check compares it with times that the database wrote. */
export async function readClock(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(db)
  return rows[0]!.now
}

/** Stores the result of a ledger check: the number of all differences, and the first `MAX_KEPT` of them. */
export async function insertCheck(
  tx: Tx,
  { startedAt, differences }: { startedAt: Date; differences: readonly Difference[] },
): Promise<void> {
  const kept = differences
    .slice(0, MAX_KEPT)
    .map(({ expected, found, ...rest }) => ({ ...rest, expected: String(expected), found: String(found) }))
  await tx
    .insertInto('ledger_checks')
    .values({ started_at: startedAt, difference_count: differences.length, differences: JSON.stringify(kept) })
    .execute()
}

type KeptDifference = { check: string; subject: string; expected: string; found: string }
type CheckRow = { started_at: Date; difference_count: number; differences: KeptDifference[] }

/** Finds the newest ledger check; undefined before the first. */
export async function findNewestCheck(db: Db): Promise<CheckRow | undefined> {
  const row = await db
    .selectFrom('ledger_checks')
    .select(['started_at', 'difference_count', 'differences'])
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  // The cast is safe, because only `insertCheck` writes this JSON.
  return row as CheckRow | undefined
}
