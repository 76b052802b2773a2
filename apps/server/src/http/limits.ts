import { sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import { AppError } from './errors.ts'

/** At most so many of what `key` names in a window. */
export type Limit = { key: string; most: number; windowSeconds: number }
type Counting = {
  /** A count that may be lost when the database dies does not wait for the disk: for what is asked often and guards no secret. */
  mayBeLost?: boolean
}

/**
 * Counts one more of what `key` names in a fixed window and refuses past `most`. One statement, so parallel requests
 * cannot share a place; kept in the database, so that neither a restart nor a second process forgets.
 * @throws AppError TOO_MANY_REQUESTS with the seconds to wait
 */
export async function takeFromLimit(
  db: Db,
  { key, most, windowSeconds }: Limit,
  { mayBeLost = false }: Counting = {},
): Promise<void> {
  const { rows } = await sql<{ hits: number; wait_seconds: number }>`
    ${mayBeLost ? sql`with quick as (select set_config('synchronous_commit', 'off', true))` : sql``}
    insert into limit_counters as c (key, window_started_at, hits) values (${key}, now(), 1)
    on conflict (key) do update set
      window_started_at = case when c.window_started_at <= now() - make_interval(secs => ${windowSeconds}::int) then now() else c.window_started_at end,
      hits = case when c.window_started_at <= now() - make_interval(secs => ${windowSeconds}::int) then 1 else c.hits + 1 end
    returning hits, ceil(extract(epoch from window_started_at + make_interval(secs => ${windowSeconds}::int) - now()))::int as wait_seconds
              ${mayBeLost ? sql`, (select count(*) from quick) as quick` : sql``}`.execute(db)
  const counter = rows[0]
  if (counter && counter.hits > most)
    throw new AppError('TOO_MANY_REQUESTS', { retryAfter: Math.max(1, counter.wait_seconds) })
}

/**
 * Whether `key` has had `most` in its present window, without counting one: for limits on failures, which are known
 * only afterwards.
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

/** Counts one failure for `refuseIfExhausted`. */
export async function countFailure(db: Db, limit: Limit): Promise<void> {
  await takeFromLimit(db, { ...limit, most: Number.MAX_SAFE_INTEGER })
}

/** Forgets the count of `key`, for instance after a right password. */
export async function resetLimit(db: Db, key: string): Promise<void> {
  await db.deleteFrom('limit_counters').where('key', '=', key).execute()
}
