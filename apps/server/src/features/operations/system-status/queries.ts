import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/connection.ts'

const BATCH = 5000

/** Codes that are used or past their time; an hour is left for looking into a complaint. */
export async function deleteDeadCodes(db: Db): Promise<void> {
  await deleteInBatches(db, 'one_time_codes', 'id', sql`least(expires_at, used_at) < now() - interval '1 hour'`)
}

/** Sessions past their absolute life, a day later so that their token is still told that it was too old. */
export async function deleteOverSessions(db: Db): Promise<void> {
  await deleteInBatches(db, 'sessions', 'id', sql`expires_at <= now() - interval '1 day'`)
}

/** Counters of windows that are long past: the longest window is a day. */
export async function deleteOldCounters(db: Db): Promise<void> {
  await deleteInBatches(db, 'limit_counters', 'key', sql`window_started_at < now() - interval '2 days'`)
}

/** Deletes counters of guesses that are two days old: a counter starts again after one day. */
export async function deleteOldGuesses(db: Db): Promise<void> {
  await sql`delete from code_turns where at < now() - interval '2 days'`.execute(db)
  await sql`delete from secret_guesses where last_at < now() - interval '2 days'`.execute(db)
}

/** Ways that riders went more than thirty days ago (docs/reference/security.md#logs-and-audit). */
export async function deleteOldPositions(db: Db): Promise<void> {
  await deleteInBatches(db, 'rider_positions', 'id', sql`at < now() - interval '30 days'`)
}

/** Push messages whose browser was told, or not, a week ago. */
export async function deleteOldPushDeliveries(db: Db): Promise<void> {
  await deleteInBatches(db, 'push_deliveries', 'id', sql`created_at < now() - interval '7 days'`)
}

/**
 * Browsers without an account that have not said for a quarter that they listen; those of persons go with their
 * sessions.
 */
export async function deleteUnseenGuests(db: Db): Promise<void> {
  await deleteInBatches(db, 'push_subscriptions', 'id', sql`user_id is null and seen_at < now() - interval '90 days'`)
}

/** Who came in more than a year ago (decision 0035). */
export async function deleteOldSignIns(db: Db): Promise<void> {
  await deleteInBatches(db, 'sign_ins', 'id', sql`at < now() - interval '1 year'`)
}

/** How the database does. */
export async function readDatabaseFacts(db: Db) {
  const { rows } = await sql<{
    postgres: string
    database_bytes: number
    migration: string
    waiting: number
    oldest: number | null
  }>`
    select current_setting('server_version') as postgres, pg_database_size(current_database())::float8 as database_bytes,
           (select max(name) from schema_migrations) as migration, count(run_at)::int as waiting,
           greatest(0, round(extract(epoch from now() - min(run_at))))::int as oldest
      from waiting_jobs() as run_at`.execute(db)
  const { waiting, oldest, ...facts } = rows[0]!
  return { ...facts, jobs: { waiting, oldest_seconds: oldest } }
}

type Table =
  | 'push_subscriptions'
  | 'push_deliveries'
  | 'one_time_codes'
  | 'sessions'
  | 'limit_counters'
  | 'rider_positions'
  | 'sign_ins'

/** In steps, so that no statement runs long or holds many rows; those another worker holds are left to it. */
async function deleteInBatches(db: Db, table: Table, key: 'id' | 'key', condition: RawBuilder<unknown>): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)}
       where ${sql.ref(key)} in (
         select ${sql.ref(key)} from ${sql.table(table)} where ${condition} limit ${BATCH} for update skip locked)`.execute(
      db,
    )
    if ((numAffectedRows ?? 0n) < BigInt(BATCH)) return
  }
}
