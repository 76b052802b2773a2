import { AsyncLocalStorage } from 'node:async_hooks'
import { Kysely, PostgresDialect, type QueryResult, type RawBuilder, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { inSpan } from '#trace/spans.ts'
import { COMMITS, preparing, SHARED_PLAN, WITH_NEXT } from './prepared.ts'
import type { DB } from './schema.ts'
import { dropConnection, parseServers, RoleClient, type ServerRole, Servers } from './servers.ts'

/** A connection for reading; every query function accepts one. */
export type Db = Kysely<DB>
/** A transaction. A transaction, which is also a `Db`; functions that write require a `Tx`. */
export type Tx = Transaction<DB>

export type DatabaseAddress = string | { host: string; port: number; user: string; password: string; database: string }

const ACQUIRE_TIMEOUT_MS = 2000
/** Milliseconds within which a connection outside the pool must open; no call waits for such a connection. */
const CONNECT_TIMEOUT_MS = 5000
const STATEMENT_TIMEOUT_MS = 4500
/** Milliseconds after which this process stops waiting for the answer to a statement. */
const ANSWER_TIMEOUT_MS = 5000
/** How much earlier PostgreSQL ends a statement than this process stops waiting for it. */
const ANSWER_GRACE_MS = ANSWER_TIMEOUT_MS - STATEMENT_TIMEOUT_MS
const LOCK_TIMEOUT_MS = 2000
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000
/**
 * Minimum similarity at which the operator `<%` finds names through its index, before the search compares the words of
 * these names (GAP-69).
 */
const MIN_SIMILARITY = 0.3
const MAX_RETRIES = 3
/**
 * Milliseconds from the start of a transaction within which it is tried again if its connection is lost; after a longer
 * wait, the database does not answer, and another try would keep the request waiting too long.
 */
const LOST_WITHIN_MS = 1000

// Parses 64-bit integers as bigint, so that amounts and counts are exact, and leaves dates without a time as strings.
pg.types.setTypeParser(pg.types.builtins.INT8, BigInt)
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

/**
 * The PostgreSQL role of the running server, which cannot change append-only rows (docs/reference/security.md#ledger).
 */
export const APPLICATION_ROLE = 'nukkad_app'

type PoolOptions = {
  size: number
  /** The role (primary or standby) of the server to which the pool connects, if there are several. */
  role?: ServerRole
  asApplication?: boolean
  /** The job queue writes the ids of its rows as JSON, which has no bigint, so its ids stay strings. */
  isForJobs?: boolean
  onError?: (error: Error) => void
}

const idsAsText: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 ? String : pg.types.getTypeParser(oid, format as 'text'),
}

/** Opens a pool with the timeouts of docs/reference/security.md#ledger and docs/reference/security.md#operation. */
export function openPool(
  address: DatabaseAddress,
  { size, role, asApplication = true, isForJobs, onError }: PoolOptions,
): pg.Pool {
  const options = [
    `-c statement_timeout=${STATEMENT_TIMEOUT_MS}`,
    `-c lock_timeout=${LOCK_TIMEOUT_MS}`,
    `-c idle_in_transaction_session_timeout=${IDLE_IN_TRANSACTION_TIMEOUT_MS}`,
    '-c timezone=UTC',
    // JIT compilation is off, because it takes longer than any of our statements gains from it.
    '-c jit=off',
    // Random reads cost little more than sequential ones on an SSD or in memory, while PostgreSQL's default assumes
    // spinning disks.
    '-c random_page_cost=1.1',
    `-c pg_trgm.word_similarity_threshold=${MIN_SIMILARITY}`,
    ...(asApplication ? [`-c role=${APPLICATION_ROLE}`] : []),
  ].join(' ')
  const pool = new pg.Pool({
    ...targetOf(address, role),
    Client: BoundedClient,
    max: size,
    connectionTimeoutMillis: ACQUIRE_TIMEOUT_MS,
    idleTimeoutMillis: 30_000,
    options,
    ...(isForJobs && { types: idsAsText }),
  })
  // A connection that dies, idle or in the middle of a query, must not end the process: its query fails, and the pool
  // opens another connection.
  pool.on('error', (error) => onError?.(error))
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

type Target = pg.ClientConfig & { servers?: Servers }

/** Returns the database address in the driver's form, with the time limit for connecting. */
export function targetOf(address: string | pg.ClientConfig, role: ServerRole = 'primary'): Target {
  return { ...placeOf(address, role), connectionTimeoutMillis: CONNECT_TIMEOUT_MS, keepAlive: true }
}

/**
 * The known state of the servers of each replicated database, by role and addresses; all connections of this process
 * share it.
 */
const knownServers = new Map<string, Servers>()

function placeOf(address: string | pg.ClientConfig, role: ServerRole): Target {
  if (typeof address !== 'string') return address
  const key = `${role} ${address}`
  const known = knownServers.get(key)
  if (known) return { ...known.base, servers: known }
  const parsed = parseServers(address, role)
  if (!parsed) return { connectionString: address }
  const servers = new Servers(parsed)
  knownServers.set(key, servers)
  return { ...servers.base, servers }
}

/**
 * Creates a client that is not connected yet; its `connect` goes to the primary if the address names several servers. A
 * lost connection fails its queries and does not end the process.
 */
export function createClient(address: string | pg.ClientConfig, options: pg.ClientConfig = {}): RoleClient {
  const client = new RoleClient({ ...targetOf(address), ...options })
  client.on('error', () => {})
  return client
}

/**
 * The time limit in milliseconds for statements inside `allowSeconds`; all other statements have the limit
 * ANSWER_TIMEOUT_MS.
 */
const allowedMs = new AsyncLocalStorage<number>()

/**
 * Lets each statement of `body` in this transaction take `seconds` instead of the usual limit. Use `allowSeconds` only
 * for exports, reports and checks, never for a call for which a customer waits.
 */
export async function allowSeconds<Result>(tx: Db, seconds: number, body: () => Promise<Result>): Promise<Result> {
  await sql`select set_config('statement_timeout', ${`${seconds}s`}, true)`.execute(tx)
  return waitSeconds(seconds, body)
}

/**
 * Raises the time limit for statements in this process only, for a transaction that has already raised the limit in
 * PostgreSQL.
 */
export function waitSeconds<Result>(seconds: number, body: () => Promise<Result>): Promise<Result> {
  return allowedMs.run(seconds * 1000 + ANSWER_GRACE_MS, body)
}

type Answer = (...args: unknown[]) => void

/**
 * A connection that never waits forever for an answer. A paused or unreachable server does not end its statements, so
 * the process drops the connection after the time limit. If a connection stayed open after its time limit, a late
 * answer would be taken for the answer to another query.
 */
export class BoundedClient extends RoleClient {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    const bounded = (...args: unknown[]): unknown => {
      const stop = after(allowedMs.getStore() ?? ANSWER_TIMEOUT_MS, () => {
        this.suspectServer()
        dropConnection(this, new DatabaseSilent())
      })
      const handleAnswer = (error?: unknown): void => {
        stop()
        if (!isRefusedByStandby(error)) return
        this.suspectServer()
        dropConnection(this, error as Error)
      }
      const last = args.at(-1)
      if (typeof last === 'function') {
        const answer: Answer = (...results) => {
          handleAnswer(results[0])
          ;(last as Answer)(...results)
        }
        return send(this, ...args.slice(0, -1), answer)
      }
      const sent = send(this, ...args)
      if (sent instanceof Promise) sent.then(() => stop(), handleAnswer)
      else stop()
      return sent
    }
    Object.assign(this, { query: bounded })
  }
}

/**
 * Returns whether a write failed because the server was the primary when the connection opened and has become a standby
 * since.
 */
function isRefusedByStandby(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '25006'
}

function send(client: pg.Client, ...args: unknown[]): unknown {
  return Reflect.apply(pg.Client.prototype.query, client, args)
}

/**
 * Calls `body` after a time limit, but only after all data that has arrived was read, because this process itself may
 * have paused.
 */
function after(ms: number, body: () => void): () => void {
  let late: NodeJS.Immediate | undefined
  const timer = setTimeout(() => {
    late = setImmediate(() => {
      late = setImmediate(body)
    })
  }, ms)
  return () => {
    clearTimeout(timer)
    clearImmediate(late)
  }
}

/** The database did not answer within the limit. */
export class DatabaseSilent extends Error {
  override name = 'DatabaseSilent'
  readonly code = 'ETIMEDOUT'

  constructor() {
    super('The database did not answer in time')
  }
}

export function openDb(pool: pg.Pool): Db {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: preparing(pool) }) })
}

/** The open transactions that have written order events. */
const eventWriters = new WeakSet<Tx>()
/** For each pool, the function that is called after the commit of a transaction that has written order events. */
const followers = new WeakMap<Db, () => void>()

/** Calls `follower` each time that a transaction of `db` has committed order events (`noteEvent`). */
export function followEvents(db: Db, follower: () => void): void {
  followers.set(db, follower)
}

/**
 * Notes that the transaction writes an order event, so that the follower is called after its commit, but not after a
 * rollback.
 */
export function noteEvent(tx: Tx): void {
  eventWriters.add(tx)
}

const watched = new AsyncLocalStorage<{ hasWritten: boolean }>()

/** Runs `body`, and returns its result and whether it committed a transaction (`inTransaction`). */
export async function watchWrites<Result>(
  body: () => Promise<Result>,
): Promise<{ result: Result; hasWritten: boolean }> {
  const watch = { hasWritten: false }
  const result = await watched.run(watch, body)
  return { result, hasWritten: watch.hasWritten }
}

function noteWrite(): void {
  const watch = watched.getStore()
  if (watch) watch.hasWritten = true
}

/** The transactions whose commit was sent with their last statement. */
const sentToCommit = new WeakSet<Tx>()

/**
 * Runs `body` in one transaction, and runs all of it again, after a random pause, if the transaction ended with a
 * serialisation failure, a deadlock, or a connection that was lost before the commit was sent. If the connection is
 * lost after the commit was sent, the transaction may be committed, so the error is thrown.
 * @throws any error of `body`; the database's error after the last try
 */
export function inTransaction<Result>(db: Db, body: (tx: Tx) => Promise<Result>): Promise<Result> {
  return inSpan({ kind: 'internal', name: 'transaction', attributes: {} }, (attributes) =>
    tryTransaction(db, body, (tries) => {
      attributes.tries = tries
    }),
  )
}

async function tryTransaction<Result>(
  db: Db,
  body: (tx: Tx) => Promise<Result>,
  noteTries: (tries: number) => void,
): Promise<Result> {
  const startedAt = performance.now()
  for (let tries = 0; ; tries++) {
    noteTries(tries + 1)
    let tx: Tx | undefined
    let mayBeCommitted = false
    try {
      const result = await db.transaction().execute(async (begun) => {
        tx = begun
        const answer = await body(begun)
        mayBeCommitted = true
        return answer
      })
      if (tx && eventWriters.has(tx)) followers.get(db)?.()
      noteWrite()
      return result
    } catch (error) {
      mayBeCommitted ||= tx !== undefined && sentToCommit.has(tx)
      const isSoon = performance.now() - startedAt < LOST_WITHIN_MS
      const isSafe = isRetriable(error) || (isConnectionLost(error) && isSoon && !mayBeCommitted)
      if (tries >= MAX_RETRIES || !isSafe) throw error
      await new Promise((resolve) => setTimeout(resolve, 10 * 2 ** tries * (0.5 + Math.random())))
    }
  }
}

/**
 * Sends the last statement of a transaction together with its `commit`. After `commitWith`, any statement of the same
 * transaction is an error. The statement that `commitWith` sends needs a parameter, because the pool would send a
 * statement without parameters alone, without the `commit`.
 */
export function commitWith<Row>(tx: Tx, statement: RawBuilder<Row>): Promise<QueryResult<Row>> {
  const compiled = statement.compile(tx)
  sentToCommit.add(tx)
  return tx.executeQuery<Row>({ ...compiled, sql: compiled.sql + COMMITS })
}

/**
 * Sends a statement with the next one of its transaction, in one round trip. The result of a statement that is sent
 * with the next one is not read; if the statement fails, the next one fails with its error. A statement that is sent
 * with the next one needs at least one parameter, because the pool would send a statement without parameters alone; its
 * parameters are strings or numbers.
 */
export async function sendWithNext(tx: Tx, statement: RawBuilder<unknown>): Promise<void> {
  const compiled = statement.compile(tx)
  await tx.executeQuery({ ...compiled, sql: compiled.sql + WITH_NEXT })
}

/**
 * Returns the statement with a mark by which PostgreSQL runs it with one plan for all values, for frequent statements
 * whose best plan does not depend on their values (docs/decisions/0125). A statement with this mark needs a parameter,
 * because PostgreSQL plans a statement without parameters in only one way.
 */
export function withSharedPlan<Row>(statement: RawBuilder<Row>): RawBuilder<Row> {
  return sql<Row>`${statement}${sql.raw(SHARED_PLAN)}`
}

function isRetriable(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '40001' || error.code === '40P01')
}

/**
 * Returns whether an error means that an open connection was lost, as opposed to a connection that could not be opened.
 */
function isConnectionLost(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return ['57P01', '57P02', '25006', '08006'].includes(error.code ?? '')
  if (!(error instanceof Error)) return false
  return (
    ['ECONNRESET', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '') || CONNECTION_LOST.test(error.message)
  )
}

const CONNECTION_LOST = /^Connection terminated|^Client was closed|^Client has encountered a connection error/

/** Returns the name of the constraint that refused a write, if one did. */
export function violatedConstraint(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError && error.code?.startsWith('23') ? error.constraint : undefined
}

/** Returns whether a write was refused because this column was null. */
export function isMissingValue(error: unknown, column: string): boolean {
  return error instanceof pg.DatabaseError && error.code === '23502' && error.column === column
}

const databaseAway = new Set([
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08003',
  '08006',
  '53300',
  '57014',
  '55P03',
  '53100',
  '53200',
  '40001',
  '40P01',
  '25P03',
  '25006',
])

/** Error codes of the operating system, and our own codes, that mean that a server cannot be reached now. */
const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'NO_SERVER',
])

/**
 * Returns whether an error means that the database is unreachable, full or too busy, as opposed to a wrong statement.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return databaseAway.has(error.code ?? '')
  if (!(error instanceof Error)) return false
  const code = (error as NodeJS.ErrnoException).code ?? ''
  return (
    unreachable.has(code) ||
    /timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated|Cannot use a pool after calling end|Client has encountered a connection error|Client was closed/.test(
      error.message,
    )
  )
}
