import { type Insertable, sql } from 'kysely'
import type { Config } from '#config.ts'
import type { Db } from '#db/connection.ts'
import type { DB } from '#db/schema.ts'

/** Reads the database's version, size, newest migration and waiting jobs. */
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

/** The state that a process reports about itself; the query adds the times and the address of the database. */
export type NodeState = Omit<Insertable<DB['nodes']>, 'started_at' | 'seen_at' | 'database_server'> & {
  /**
   * Seconds since the process started, from which the database computes the time of the start, so that this time is
   * right after a failover too.
   */
  uptime: number
}

/** Writes the row of a process, and deletes the rows of processes that were not seen for ten minutes. */
export async function writeNode(db: Db, { id, uptime, ...state }: NodeState): Promise<void> {
  await db
    .with('forgotten', (deleting) =>
      deleting
        .deleteFrom('nodes')
        .where('id', '<>', id)
        .where('seen_at', '<', sql<Date>`now() - interval '10 minutes'`),
    )
    .insertInto('nodes')
    .values({ id, ...state, started_at: sql<Date>`now() - make_interval(secs => ${uptime})` })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((given) => ({
        ...state,
        seen_at: given.ref('excluded.seen_at'),
        database_server: given.ref('excluded.database_server'),
      })),
    )
    .execute()
}

/** Removes a process that stops. */
export async function deleteNode(db: Db, id: string): Promise<void> {
  await db.deleteFrom('nodes').where('id', '=', id).execute()
}

/** Lists the processes of the last ten minutes, oldest start first. */
export async function listNodes(db: Db) {
  return db
    .selectFrom('nodes')
    .select(['id', 'role', 'host', 'process_id', 'release', 'started_at', 'is_draining', 'busy_percent'])
    .select(['memory_bytes', 'streams', 'database_server', 'standby', 'bus'])
    .$narrowType<Pick<Config, 'role'> & { standby: 'used' | 'behind' | null; bus: 'connected' | 'lost' | null }>()
    .select(sql<number>`greatest(0, extract(epoch from now() - seen_at))::int`.as('seen_seconds'))
    .where('seen_at', '>', sql<Date>`now() - interval '10 minutes'`)
    .orderBy('started_at')
    .orderBy('id')
    .execute()
}
