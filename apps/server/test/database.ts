import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { couponKindNames } from '@nukkad/contract/ordering/coupon-kinds.ts'
import { providerNames } from '@nukkad/contract/payments/providers.ts'
import pg from 'pg'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#db/embedded.ts'
import { listMigrations, migrate } from '#db/migrate.ts'

type Address = { host: string; port: number; user: string; password: string; database: string }

/** All test files of a run share one PostgreSQL without durability; each file clones a migrated template database. */
const folder = process.env.TEST_DATA_DIR ?? join(tmpdir(), 'nukkad-test')
const template = `template_${createHash('sha1')
  .update([...listMigrations().map(({ checksum }) => checksum), ...providerNames, ...couponKindNames].join())
  .digest('hex')
  .slice(0, 12)}`
const TEMPLATE_LOCK = 4_711_002

let embedded: EmbeddedPostgres | undefined

async function server(): Promise<EmbeddedPostgres> {
  embedded ??= await startEmbeddedPostgres({ dataDir: folder, durable: false })
  return embedded
}

/**
 * Starts the PostgreSQL of the tests and creates the template database. Vitest runs this function once, before the test
 * files.
 */
export async function prepareTemplate(): Promise<void> {
  const { connection } = await server()
  const client = new pg.Client(connection('postgres'))
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
    const { rows } = await client.query<{ datname: string }>(
      "select datname from pg_database where datname ~ '^(template|test)_'",
    )
    if (rows.some((row) => row.datname === template)) return
    for (const { datname } of rows)
      if (datname.startsWith('template_')) await client.query(`drop database if exists ${datname} with (force)`)
    const making = `${template}_new`
    await client.query(`drop database if exists ${making} with (force)`)
    await client.query(`create database ${making}`)
    await migrate(connection(making))
    await client.query(`alter database ${making} rename to ${template}`)
  } finally {
    await client.end()
  }
}

/** Creates a new database for one test file, and returns a function that drops it. */
export async function cloneDatabase(): Promise<Fresh> {
  return createDatabase(`template ${template} strategy file_copy`)
}

/** Creates an empty database for one test file. */
export async function emptyDatabase(): Promise<Fresh> {
  return createDatabase('')
}

type Fresh = { address: Address; drop: () => Promise<void> }

async function createDatabase(like: string): Promise<Fresh> {
  const { connection } = await server()
  const name = `test_${process.pid}_${crypto.randomUUID().slice(0, 8)}`
  await asAdmin(connection('postgres'), `create database ${name} ${like}`)
  return {
    address: connection(name),
    drop: () => asAdmin(connection('postgres'), `drop database if exists ${name} with (force)`),
  }
}

async function asAdmin(address: Address, statement: string): Promise<void> {
  const client = new pg.Client(address)
  await client.connect()
  try {
    // Locks the template, so that databases are cloned one after the other, because PostgreSQL refuses to clone a
    // template that is in use.
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Stops the PostgreSQL of the tests at the end of a run. */
export async function stopServer(): Promise<void> {
  await (await server()).stop()
}
