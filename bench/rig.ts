import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { serialize } from 'node:v8'
import pg from 'pg'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../apps/server/src/db/embedded.ts'
import { migrate } from '../apps/server/src/db/migrate.ts'
import { buildServer } from '../scripts/build-server.ts'

const root = join(import.meta.dirname, '..')
const dataDir = join(root, '.data', 'bench')
const SERVER_PORT = 4801
const LIMIT_PORT = 4802

/** The way in which the requests of a measurement differ from each other; see `bench/load.ts`. */
export type Varied = 'same' | 'nearby' | 'town'

export type Load = { perSecond: number; p50: number; p95: number; failures: number; failedWith: number }

/** Starts a PostgreSQL for the measurements, with the full durability of production. */
export async function openDatabase(
  name: string,
): Promise<{ postgres: EmbeddedPostgres; client: pg.Client; url: string }> {
  mkdirSync(dataDir, { recursive: true })
  const postgres = await startEmbeddedPostgres({ dataDir })
  const admin = new pg.Client(postgres.connection('postgres'))
  await admin.connect()
  await admin.query(`drop database if exists ${name} with (force)`)
  await admin.query(`create database ${name}`)
  await admin.end()
  await migrate(postgres.connection(name))
  const client = new pg.Client(postgres.connection(name))
  client.on('error', () => {})
  await client.connect()
  await client.query("insert into languages (code, language_name, is_default) values ('en', 'English', true)")
  const most = Number.MAX_SAFE_INTEGER
  await client.query(
    "insert into settings (key, value) values ('limitCallsPerMinute', $1), ('limitPagesPerMinute', $1), ('limitOrdersPerCustomer', $1), ('limitUnpaidOrdersPerCustomer', $1), ('limitCouponTriesPerCustomer', $1)",
    [String(most)],
  )
  const { host, port, user, password } = postgres.connection(name)
  return {
    postgres,
    client,
    url: `postgres://${user}:${password}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`,
  }
}

/** Starts the product in production mode on the given database. */
export async function startProduct(
  databaseUrl: string,
): Promise<{ url: string; pid: number; stop: () => Promise<void> }> {
  const child = spawn(process.execPath, [...process.execArgv, await buildServer(), '--role=web'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://bench.test',
      TRUSTED_PROXY: 'none',
      APP_SECRET: 'a secret for measurements, thirty-two long',
      DATABASE_URL: databaseUrl,
      PORT: String(SERVER_PORT),
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  endWithUs(child)
  await waitForLine(child)
  return { url: `http://127.0.0.1:${SERVER_PORT}/public/api`, pid: child.pid!, stop: () => stop(child) }
}

/** Starts the lower bound of a read (bench/limit.ts) on the same database. */
export async function startLimit(
  postgres: EmbeddedPostgres,
  database: string,
  query: string,
  params: string[],
): Promise<{ url: string; stop: () => Promise<void> }> {
  const address = JSON.stringify(postgres.connection(database))
  return startBare('limit.ts', { LIMIT_DATABASE: address, LIMIT_QUERY: query, LIMIT_PARAMS: JSON.stringify(params) })
}

/** Starts the lower bound of a recorded call (bench/replay.ts) on the same database. */
export async function startReplay(
  postgres: EmbeddedPostgres,
  database: string,
  call: object,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const file = join(dataDir, 'call')
  writeFileSync(file, serialize(call))
  return startBare('replay.ts', { LIMIT_DATABASE: JSON.stringify(postgres.connection(database)), LIMIT_CALL: file })
}

/** Starts the lower bound of an order (bench/bare-order.ts) on the same database. */
export async function startBareOrder(postgres: EmbeddedPostgres, database: string): Promise<Bare> {
  return startBare('bare-order.ts', { LIMIT_DATABASE: JSON.stringify(postgres.connection(database)) })
}

type Bare = { url: string; pid: number; stop: () => Promise<void> }

async function startBare(program: string, env: Record<string, string>): Promise<Bare> {
  const child = spawn(process.execPath, [join(root, 'bench', program)], {
    env: { ...process.env, NODE_ENV: 'production', PORT: String(LIMIT_PORT), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  endWithUs(child)
  await waitForLine(child)
  return { url: `http://127.0.0.1:${LIMIT_PORT}`, pid: child.pid!, stop: () => stop(child) }
}

/**
 * Measures the load that a separate process makes. A short warm-up first brings plans and caches into the state of a
 * running shop.
 */
export async function measure(
  url: string,
  body: string,
  {
    varied,
    words = [],
    seconds = 4,
    connections = 16,
  }: { varied: Varied; words?: readonly string[]; seconds?: number; connections?: number },
): Promise<Load> {
  const how = { varied, words, connections }
  await loadOnce(url, body, { ...how, seconds: 1 })
  return loadOnce(url, body, { ...how, seconds })
}

/** Measures the load that a separate process makes, without a warm-up. Throws an error if a request fails. */
export async function loadOnce(
  url: string,
  body: string,
  {
    varied,
    words,
    seconds,
    connections,
  }: { varied: Varied; words: readonly string[]; seconds: number; connections: number },
): Promise<Load> {
  const child = spawn(
    process.execPath,
    [join(root, 'bench/load.ts'), url, String(connections), String(seconds), body, varied, words.join()],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let printed = ''
  child.stdout.on('data', (chunk) => {
    printed += chunk
  })
  await new Promise((resolve) => child.on('close', resolve))
  const load = JSON.parse(printed) as Load
  if (load.failures > 0)
    throw new Error(`${load.failures} requests to ${url} failed, the last with status ${load.failedWith}`)
  return load
}

/** Ends a server when this process ends, so that a failed measurement leaves no server running. */
function endWithUs(child: ChildProcess): void {
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
}

function waitForLine(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.stdout?.once('data', () => resolve())
    child.once('exit', (code) => reject(new Error(`stopped with ${code} before it listened`)))
  })
}

async function stop(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await gone
}
