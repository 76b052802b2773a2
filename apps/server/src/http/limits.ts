import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import { deleteInBatches } from '#db/delete-in-batches.ts'
import { CLIENTS_PER_NETWORK, type Client } from './client.ts'
import { AppError } from './errors.ts'

/** Allows at most `most` hits of `key` in a window. */
export type Limit = { key: string; most: number; windowSeconds: number }
type Counting = {
  /**
   * Whether a crash of the database may lose the count, for frequent calls that guard no secret, so that the count need
   * not wait for the disk.
   */
  mayBeLost?: boolean
}

/**
 * Counts one hit under `key` in a fixed window and refuses more than `most`, both in one statement, so that two
 * parallel requests cannot count as one hit. The database holds the count of a limit, so that the count survives
 * restarts and all processes share it.
 * @throws AppError TOO_MANY_REQUESTS with the seconds to wait
 */
export async function takeFromLimit(db: Db, limit: Limit, counting?: Counting): Promise<void> {
  await takeFromLimits(db, [limit], counting)
}

/**
 * Counts one hit like `takeFromLimit`, and returns whether it is within the limit, for work that is skipped above the
 * limit.
 */
export async function isWithinLimit(db: Db, limit: Limit, counting?: Counting): Promise<boolean> {
  try {
    await takeFromLimit(db, limit, counting)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'TOO_MANY_REQUESTS') return false
    throw error
  }
}

/**
 * Counts one hit of a client under `name`, and one hit of the network around the client, in one statement. The limit of
 * a network is 20 times that of a client.
 * @throws AppError TOO_MANY_REQUESTS with the seconds to wait
 */
export async function takeFromClientLimit(db: Db, limit: ClientLimit, counting?: Counting): Promise<void> {
  await takeFromLimits(db, limitsOf(limit), counting)
}

/** A counted hit: the hits of its window, and the seconds until the window ends. */
export type CountedRow = { key: string; hits: number; wait_seconds: number }

/** Counts one hit in each limit, and locks the rows in the order of their keys, so that no two calls deadlock. */
async function takeFromLimits(db: Db, limits: readonly Limit[], { mayBeLost = false }: Counting = {}): Promise<void> {
  const { rows } = await sql<CountedRow & { quick?: string }>`
    with ${countHits(limits)}
    select key, hits, wait_seconds ${mayBeLost ? sql`, set_config('synchronous_commit', 'off', true) as quick` : sql``}
      from window_hits`.execute(db)
  refuseBeyond(limits, rows)
}

/**
 * Returns the common table expressions that count one hit in each limit, for a statement that does more. `window_hits`
 * has the key, the hits and the seconds until the window ends. No hit is counted unless `condition` holds.
 */
export function countHits(limits: readonly Limit[], condition = sql`true`): RawBuilder<unknown> {
  const byKey = new Map(limits.map((limit) => [limit.key, limit]))
  const sorted = [...byKey.values()].sort((one, other) => (one.key < other.key ? -1 : 1))
  return sql`
    asked as materialized (
      select * from unnest(${sorted.map(({ key }) => key)}::text[], ${sorted.map(({ windowSeconds }) => windowSeconds)}::int[])
               with ordinality as a (key, seconds, place)
    ), counted as (
      insert into limit_counters as c (key, window_started_at, hits)
      select a.key, now(), 1 from asked a where ${condition} order by a.place
      on conflict (key) do update set
        window_started_at = case when c.window_started_at <= now() - make_interval(secs => (select a.seconds from asked a where a.key = c.key)) then now() else c.window_started_at end,
        hits = case when c.window_started_at <= now() - make_interval(secs => (select a.seconds from asked a where a.key = c.key)) then 1 else c.hits + 1 end
      returning c.key, hits, window_started_at
    ), window_hits as (
      select key, hits, ceil(extract(epoch from window_started_at + make_interval(secs => a.seconds) - now()))::int as wait_seconds
        from counted join asked a using (key)
    )`
}

/**
 * Refuses if a counted hit is beyond its limit.
 * @throws AppError TOO_MANY_REQUESTS with the seconds to wait
 */
export function refuseBeyond(limits: readonly Limit[], counted: readonly CountedRow[]): void {
  const waits = counted
    .filter((row) => row.hits > limits.find(({ key }) => key === row.key)!.most)
    .map((row) => row.wait_seconds)
  if (waits.length > 0) throw new AppError('TOO_MANY_REQUESTS', { retryAfter: Math.max(1, ...waits) })
}

/**
 * Refuses the call if `key` has reached `most` in its current window. Counts no hit: a limit on failures counts only
 * after the call has failed.
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function refuseIfExhausted(db: Db, { key, most, windowSeconds }: Limit): Promise<void> {
  const { rows } = await sql<{ wait_seconds: number }>`
    select ceil(extract(epoch from window_started_at + make_interval(secs => ${windowSeconds}::int) - now()))::int as wait_seconds
      from limit_counters
     where key = ${key} and hits >= ${most} and window_started_at > now() - make_interval(secs => ${windowSeconds}::int)`.execute(
    db,
  )
  if (rows[0]) throw new AppError('TOO_MANY_REQUESTS', { retryAfter: Math.max(1, rows[0].wait_seconds) })
}

type ClientLimit = { name: string; client: Client; most: number; windowSeconds: number }

/**
 * Refuses, like `refuseIfExhausted`, for a client and for the network around it.
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function refuseIfClientExhausted(db: Db, limit: ClientLimit): Promise<void> {
  for (const one of limitsOf(limit)) await refuseIfExhausted(db, one)
}

/** Counts one failure for `refuseIfClientExhausted`. */
export async function countClientFailure(db: Db, limit: ClientLimit): Promise<void> {
  await takeFromLimits(
    db,
    limitsOf(limit).map((one) => ({ ...one, most: Number.MAX_SAFE_INTEGER })),
  )
}

function limitsOf({ name, client, most, windowSeconds }: ClientLimit): Limit[] {
  return [
    { key: `${name}:${client.key}`, most, windowSeconds },
    { key: `${name}:${client.wide}`, most: most * CLIENTS_PER_NETWORK, windowSeconds },
  ]
}

/** Subtracts one hit from the limit of `key`, for a try that turned out not to count. */
export async function giveBackToLimit(db: Db, key: string): Promise<void> {
  await sql`update limit_counters set hits = greatest(hits - 1, 0) where key = ${key}`.execute(db)
}

/** Deletes counters of windows that have ended; the longest window is a day. */
export async function deleteOldCounters(db: Db): Promise<void> {
  await deleteInBatches(db, 'limit_counters', {
    key: 'key',
    where: sql`window_started_at < now() - interval '2 days'`,
  })
}
