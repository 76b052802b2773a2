import { sql } from 'kysely'
import type { Db } from '#db/connection.ts'

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
