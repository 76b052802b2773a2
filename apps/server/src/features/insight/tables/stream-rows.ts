import { sql } from 'kysely'
import { type Db, waitSeconds } from '#db/connection.ts'
import type { Services } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { presentRow, type Row, type Seen, statementOf, type TableQuery } from './read-table.ts'

const BATCH = 500
/** Seconds that one batch may take, and for which a reader may stop reading. */
const PATIENCE_SECONDS = 60
/** Maximum number of streams, because each one holds a connection of the pool that all other calls share. */
const MAX_AT_ONCE = 4

let running = 0

/**
 * Refuses another stream while the maximum number of tables is being read.
 * @throws AppError TEMPORARILY_AWAY
 */
export function requireRoomForStream(): void {
  if (running >= MAX_AT_ONCE) throw new AppError('TEMPORARILY_AWAY', { retryAfter: 10 })
}

/**
 * Streams all rows of a table, batch by batch, from one snapshot: a cursor on a separate connection, which is released
 * when the reader finishes or leaves. The memory used does not grow with the number of rows.
 * @throws AppError the errors of `readTable`, and TEMPORARILY_AWAY
 */
export async function* streamRows(
  { db, tables }: Pick<Services, 'db' | 'tables'>,
  query: TableQuery,
  seen: Seen,
): AsyncGenerator<Row[], void, undefined> {
  const statement = statementOf(tables, query, seen)
  requireRoomForStream()
  running += 1
  try {
    yield* readBatches(db, query, statement)
  } finally {
    running -= 1
  }
}

async function* readBatches(
  db: Db,
  { table }: TableQuery,
  statement: ReturnType<typeof statementOf>,
): AsyncGenerator<Row[], void, undefined> {
  const tx = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()
  try {
    await sql`select set_config('statement_timeout', ${`${PATIENCE_SECONDS}s`}, true),
                     set_config('idle_in_transaction_session_timeout', ${`${PATIENCE_SECONDS}s`}, true),
                     set_config('cursor_tuple_fraction', '1', true)`.execute(tx)
    await waitSeconds(PATIENCE_SECONDS, () => sql`declare exported no scroll cursor for ${statement}`.execute(tx))
    for (;;) {
      const { rows } = await waitSeconds(PATIENCE_SECONDS, () =>
        sql<Record<string, unknown>>`fetch ${sql.lit(BATCH)} from exported`.execute(tx),
      )
      if (rows.length > 0) yield rows.map((row) => presentRow(table, row))
      if (rows.length < BATCH) return
    }
  } finally {
    // The error of a rollback is ignored, because it must not hide the cause. A broken connection has nothing to roll
    // back.
    await tx
      .rollback()
      .execute()
      .catch(() => {})
  }
}
