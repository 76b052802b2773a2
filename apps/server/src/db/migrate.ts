import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { libraries } from '#libraries.ts'
import { APPLICATION_ROLE, createClient, type DatabaseAddress, targetOf } from './connection.ts'
import { addRegistries } from './registries.ts'
import { RoleClient } from './servers.ts'

const folder = join(import.meta.dirname, '../../migrations')
/** Key of the advisory lock for migrations; the number is arbitrary, but all our servers must use the same one. */
const MIGRATION_LOCK = 4_711_001

/** Append-only tables: the running server may add rows to them, but not change or delete rows. */
const appendOnly = [
  'postings',
  'transfers',
  'order_events',
  'order_announcements',
  'audit_entries',
  'visit_events',
  'visit_earnings',
  'visit_goods',
]

export type Migration = { name: string; sql: string; checksum: string }

export function listMigrations(): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const sql = readFileSync(join(folder, name), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })
}

/**
 * Migrates the schema forward: one server at a time under an advisory lock, each migration in its own transaction. Adds
 * the rows that are new in the contract's registries.
 * @throws Error when a past migration was changed, or the database is newer than this program
 */
export async function migrate(address: DatabaseAddress): Promise<{ applied: string[] }> {
  const client = createClient(address)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await createRegister(client)
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from schema_migrations',
    )
    const pending = findPending(listMigrations(), new Map(rows.map((row) => [row.name, row.checksum])))
    if (pending.length > 0) await prepareJobs(address)
    for (const migration of pending) await apply(client, migration, { isLast: migration === pending.at(-1) })
    await addRegistries(client)
    return { applied: pending.map((migration) => migration.name) }
  } finally {
    await client.end()
  }
}

function findPending(known: Migration[], applied: Map<string, string>): Migration[] {
  for (const name of applied.keys()) {
    if (!known.some((migration) => migration.name === name)) {
      throw new Error(`The database is newer than this program: it knows ${name}. Start the newer release.`)
    }
  }
  for (const migration of known) {
    const checksum = applied.get(migration.name)
    if (checksum && checksum !== migration.checksum)
      throw new Error(`${migration.name} was changed after it ran; add a new migration instead.`)
  }
  return known.filter((migration) => !applied.has(migration.name))
}

/**
 * Applies one migration in a transaction, which for the last migration also grants the server its rights. If the
 * process could end between the last migration and the grant, the next start would find no pending migration and grant
 * nothing.
 */
async function apply(client: pg.Client, migration: Migration, { isLast }: { isLast: boolean }): Promise<void> {
  await client.query('begin')
  try {
    await runMigration(client, migration)
    if (isLast) await grantToApplication(client)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${migration.name} failed: ${(error as Error).message}`, { cause: error })
  }
}

/** Applies one migration and records it, in the transaction of the calling function. */
export async function runMigration(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  await client.query(sql)
  await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
}

/** Creates the table of applied migrations. */
export async function createRegister(client: pg.Client): Promise<void> {
  await client.query(
    'create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
  )
}

/** Makes starting servers and other restores wait until the end of this transaction. */
export async function lockSchema(client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
}

/** Creates or migrates the schema of the job queue, which has its own migrations. */
export async function prepareJobs(address: DatabaseAddress): Promise<void> {
  const pool = new pg.Pool({ ...targetOf(address), Client: RoleClient, max: 1 })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  try {
    await libraries.graphileWorker.runMigrations({ pgPool: pool })
  } finally {
    await pool.end()
  }
}

/** Grants the running server its rights on each table. */
export async function grantToApplication(client: pg.Client): Promise<void> {
  await client.query(`
    do $$ begin
      if not exists (select from pg_roles where rolname = '${APPLICATION_ROLE}') then
        create role ${APPLICATION_ROLE} nologin;
      end if;
      if not pg_has_role(current_user, '${APPLICATION_ROLE}', 'member') then
        execute format('grant ${APPLICATION_ROLE} to %I', current_user);
      end if;
    exception when duplicate_object or unique_violation then null;
    end $$`)
  await client.query(`
    create or replace function waiting_jobs() returns setof timestamptz language sql security definer set search_path = graphile_worker, pg_temp
      as 'select run_at from jobs where locked_at is null and run_at <= now() and attempts < max_attempts';
    create or replace function queue_job(name text, payload json, key text, run_at timestamptz, max_attempts int) returns void
      language sql security definer set search_path = graphile_worker, pg_temp
      as 'select add_job(name, public.traced_payload(payload), run_at => run_at, max_attempts => max_attempts, job_key => key)';
    grant usage on schema public to ${APPLICATION_ROLE};
    grant select, insert, update, delete on all tables in schema public to ${APPLICATION_ROLE};
    grant usage, select on all sequences in schema public to ${APPLICATION_ROLE};
    grant execute on all functions in schema public to ${APPLICATION_ROLE};
    revoke insert, update, delete on schema_migrations, installation, payment_methods, coupon_kinds from ${APPLICATION_ROLE};
    revoke update, delete on ${appendOnly.join(', ')} from ${APPLICATION_ROLE}`)
}
