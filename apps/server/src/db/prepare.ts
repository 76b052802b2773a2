import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import type { Config } from '#config.ts'
import { logEvent } from '#log-events.ts'
import { createClient, type DatabaseAddress } from './connection.ts'
import { checkInstallation } from './installation.ts'
import { migrate } from './migrate.ts'
import { fillOnce, loadEmptyInstallation } from './seed.ts'

/** The code of PostgreSQL for a connection to a database that does not exist. */
const UNKNOWN_DATABASE = '3D000'

/**
 * Makes the database ready to serve: creates and migrates it, and fills it if it is empty.
 * @throws ConfigError when its data does not belong to this configuration
 */
export async function prepareDatabase(address: DatabaseAddress, config: Config, log: FastifyBaseLogger): Promise<void> {
  const { applied } = await migrateOrCreate(address)
  if (applied.length > 0) logEvent(log, 'database.migrated', { applied })
  await fillOnce(address, () => fill(address, config))
  await checkInstallation(address, config)
  if (config.demoOrders) {
    const { loadLiveOrders } = await import('@nukkad/demo/load/load-live-orders.ts')
    await loadLiveOrders(address)
  }
}

/**
 * Migrates the database; if the connection fails because the database does not exist, creates it first, so that only a
 * first start queries whether it exists.
 */
async function migrateOrCreate(address: DatabaseAddress): ReturnType<typeof migrate> {
  try {
    return await migrate(address)
  } catch (error) {
    if (typeof address === 'string' || (error as pg.DatabaseError).code !== UNKNOWN_DATABASE) throw error
    await createDatabase(address)
    return migrate(address)
  }
}

async function fill(address: DatabaseAddress, config: Config): Promise<void> {
  if (!config.demo) return loadEmptyInstallation(address)
  process.stdout.write('  Filling the demo city …\n')
  const startedAt = performance.now()
  const { loadCity } = await import('@nukkad/demo/load/load-city.ts')
  await loadCity(address)
  process.stdout.write(`  The demo city is there (${((performance.now() - startedAt) / 1000).toFixed(1)} s).\n`)
}

/** Creates the database if PostgreSQL has none with this name yet. */
export async function createDatabase(address: Exclude<DatabaseAddress, string>): Promise<void> {
  const client = createClient({ ...address, database: 'postgres' })
  await client.connect()
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [address.database])
    if (rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(address.database)}`)
  } finally {
    await client.end()
  }
}
