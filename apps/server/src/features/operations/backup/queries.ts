import { sql } from 'kysely'
import pg from 'pg'
import type { Db, Tx } from '#db/connection.ts'
import type { TableShape } from './archive.ts'
import type { Cause } from './kept.ts'

/** Key of the database lock for backups; the number is arbitrary, but all our processes must use the same one. */
const BACKUP_LOCK = 4_711_003

/**
 * Selects the columns that the queue needs to run a job again, without jobs that have used all their tries and jobs
 * that make a backup.
 */
const JOB_COLUMNS =
  'task_identifier text, payload json, queue_name text, run_at timestamptz, max_attempts int, key text, priority int'
const jobsToKeep = `
  select t.identifier, j.payload, q.queue_name, j.run_at, j.max_attempts, j.key, j.priority
    from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id
    left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
   where j.attempts < j.max_attempts and t.identifier <> 'make-backup'
   order by j.id`

/**
 * Claims the right to make a backup; returns false while another backup is being made. The claim to make a backup ends
 * with the connection.
 */
export async function claimBackup(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ claimed: boolean }>('select pg_try_advisory_lock($1) as claimed', [BACKUP_LOCK])
  return rows[0]!.claimed
}

/** Begins a transaction in which all statements see the database as it is at this moment. */
export async function beginSnapshot(client: pg.Client): Promise<Date> {
  await client.query('begin isolation level repeatable read read only')
  const { rows } = await client.query<{ now: Date }>('select now()')
  return rows[0]!.now
}

/** Lists the migrations of a database with their checksums, which a restore compares with those of the backup. */
export async function listApplied(client: pg.Client): Promise<{ name: string; checksum: string }[]> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations order by name',
  )
  return rows
}

/**
 * Lists our tables with their columns, except the list of migrations, which migrations write, and `backup_runs` and
 * `nodes`, which describe only this machine and its current processes.
 */
export async function listTables(client: pg.Client): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and c.relname not in ('schema_migrations', 'backup_runs', 'nodes')
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by c.relname order by c.relname`)
  return rows
}

/** Returns the last value of each sequence; null for a sequence that was never used. */
export async function listSequences(client: pg.Client): Promise<Record<string, string | null>> {
  const { rows } = await client.query<{ name: string; last: string | null }>(
    "select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public' order by 1",
  )
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}

/**
 * Returns the statement that streams all rows of a table in PostgreSQL's text form; the statement names the columns,
 * because their order may differ after migrations.
 */
export function copyTableOut({ name, columns }: TableShape): string {
  return `copy ${quoted(name)} (${columns.map(quoted).join(', ')}) to stdout`
}

/** The statement that streams the jobs that are still to run. */
export const copyJobsOut = `copy (${jobsToKeep}) to stdout`

/** Returns the statement that reads the rows of a table from a stream. */
export function copyTableIn({ name, columns }: TableShape): string {
  return `copy ${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin`
}

/** The statement that reads the jobs into the table of `makeRoomForJobs`. */
export const copyJobsIn = 'copy jobs_of_backup from stdin'

/** Returns whether the database has any tables, ours or those of other programs. */
export async function hasTables(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ has: boolean }>(
    "select exists (select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')) as has",
  )
  return rows[0]!.has
}

/** Returns the number of other connections to this database. */
export async function countOthers(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(`
    select count(*)::int as count from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`)
  return rows[0]!.count
}

/** Deletes all tables and all jobs of the database, in the transaction of a restore that also loads the backup. */
export async function dropEverything(client: pg.Client): Promise<void> {
  await client.query('drop schema public cascade; create schema public; delete from graphile_worker._private_jobs')
}

/**
 * Makes the tables accept rows unchanged and in any order: switches off foreign keys, and triggers, which would write
 * and announce the same changes a second time. Needs only the rights of the tables' owner, not of a superuser.
 * @returns a function that restores triggers and keys, and checks every key
 */
export async function openTables(client: pg.Client, tables: readonly TableShape[]): Promise<() => Promise<void>> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`)
  const all = tables.map(({ name }) => quoted(name))
  const each = async (statements: string[]) => void (await client.query(statements.join(';')))
  await client.query('set constraints all immediate')
  await each(all.map((name) => `alter table ${name} disable trigger user`))
  await each(keys.map(({ table, name }) => `alter table ${table} drop constraint ${quoted(name)}`))
  await client.query(`truncate ${all.join(', ')}`)
  return async () => {
    await each(
      keys.map(({ table, name, definition }) => `alter table ${table} add constraint ${quoted(name)} ${definition}`),
    )
    await each(all.map((name) => `alter table ${name} enable trigger user`))
  }
}

/** Sets each sequence to its value in the backup, so that the next id is free. */
export async function setSequences(client: pg.Client, sequences: Record<string, string | null>): Promise<void> {
  for (const [name, last] of Object.entries(sequences))
    if (last !== null) await client.query('select setval($1::regclass, $2::bigint)', [quoted(name), last])
}

/**
 * Creates a table for the jobs of a backup, which the end of the transaction drops. Jobs enter the queue through its
 * own function, because the queue's tables are private.
 */
export async function makeRoomForJobs(client: pg.Client): Promise<void> {
  await client.query(`create temporary table jobs_of_backup (${JOB_COLUMNS}) on commit drop`)
}

/** Queues the jobs of the backup again through the queue's own function. */
export async function queueJobs(client: pg.Client): Promise<void> {
  await client.query(`
    select graphile_worker.add_job(task_identifier, payload, queue_name, run_at, max_attempts, key, priority)
      from jobs_of_backup order by run_at`)
}

export type Run = {
  id: number
  cause: Cause
  status: 'waiting' | 'running' | 'done' | 'failed'
  fault: Fault | null
  created_at: Date
}
export type Fault = 'no-room' | 'given-up'

/**
 * Matches runs that are not over, except those whose process died long ago, because such a run must not block other
 * runs.
 */
const STALE = sql`now() - interval '6 hours'`

/** Inserts a backup run and returns its id; undefined while another backup is running. */
export async function insertRun(
  tx: Tx,
  { cause, askedBy }: { cause: Cause; askedBy: number | null },
): Promise<number | undefined> {
  await sql`
    update backup_runs set status = 'failed', fault = 'given-up', done_at = now()
     where status in ('waiting', 'running') and created_at < ${STALE}`.execute(tx)
  const { rows } = await sql<{ id: number }>`
    insert into backup_runs (cause, asked_by) values (${cause}, ${askedBy})
    on conflict ((true)) where status in ('waiting', 'running') do nothing returning id`.execute(tx)
  return rows[0]?.id
}

/** Claims a run that is not over, including one whose process has died. */
export async function claimRun(db: Db, id: number): Promise<Run | undefined> {
  const { rows } = await sql<Run>`
    update backup_runs set status = 'running' where id = ${id} and status in ('waiting', 'running')
    returning id, cause, status, fault, created_at`.execute(db)
  return rows[0]
}

/** Records the end of a backup: failed with a reason, or done without a reason. */
export async function endRun(db: Db, id: number, fault: Fault | null): Promise<void> {
  await sql`
    update backup_runs set status = ${fault ? 'failed' : 'done'}, fault = ${fault}, done_at = now()
     where id = ${id}`.execute(db)
}

/** Finds the newest backup run, finished or not; undefined before the first run. */
export async function findLastRun(db: Db): Promise<Run | undefined> {
  const { rows } = await sql<Run>`
    select id, cause, status, fault, created_at from backup_runs order by id desc limit 1`.execute(db)
  return rows[0]
}

function quoted(name: string): string {
  return pg.escapeIdentifier(name)
}
