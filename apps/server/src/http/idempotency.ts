import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { CallName } from '@nukkad/contract/contract.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { commitWith, type Db, inTransaction, isDatabaseAway, isMissingValue, type Tx } from '#db/connection.ts'
import type { CallContext } from './calls.ts'
import { AppError } from './errors.ts'
import { type CountedRow, countHits, type Limit, refuseBeyond, takeFromLimit } from './limits.ts'

const KEPT_SECONDS = 7 * 24 * 3600
/** Seconds for which a call without a key is recognised by its contents, so that a double tap places only one order. */
const FINGERPRINT_SECONDS = 30
const KEY_FORM = /^[\x21-\x7e]{16,255}$/

/**
 * Time in milliseconds after which the process of an unfinished call counts as dead, longer than any wait for a
 * provider.
 */
const BEGINNING_MS = 60_000

type Scope = Pick<CallContext<CallName>, 'db' | 'request'> & { userId: number; call: CallName }
type Key = { key: string; fingerprint: Buffer; keptSeconds: number; isGiven: boolean }

type Options<Answer> = {
  /** Counts the runs of `body`, including refused ones; a stored answer does not count. */
  limit?: Limit
  /**
   * Returns the stored answer in its current form for a client that sent no key and may mean a new call, or undefined
   * if the answer no longer applies, so that `body` runs again. Without `present`, the stored answer applies until the
   * person makes the same call with other contents, so that a form saved as A, as B and as A again ends as A.
   */
  present?: (tx: Tx, answer: Answer) => Promise<Answer | undefined>
}

/**
 * Runs `body` once per idempotency key. The answer of `body` is stored in the same transaction as its effect, and the
 * same key with the same request gets that answer again (docs/reference/security.md#idempotency).
 * @throws AppError IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_IN_PROGRESS, INVALID_INPUT for a malformed key,
 * TOO_MANY_REQUESTS above the limit
 */
export async function once<Answer>(
  scope: Scope,
  body: (tx: Tx) => Promise<Answer>,
  options: Options<Answer> = {},
): Promise<Answer> {
  const key = readKey(scope)
  const result = await againAfterTwin(scope.db, (tx) => runOrReplay(tx, scope, key, { body, ...options }))
  if ('refused' in result) throw result.refused
  if (result.replayed) sayReplayed(scope)
  return result.answer
}

/**
 * For `present`: returns a stored answer if it equals `current`, the answer that the call would give now about the same
 * rows; otherwise undefined, because someone has changed or deleted these rows.
 */
export function unlessChanged<Answer>(answer: Answer, current: object): Answer | undefined {
  return isDeepStrictEqual(answer, JSON.parse(JSON.stringify(current))) ? answer : undefined
}

/**
 * For `present` of a call that saves a row and answers with a list: returns whether the current list has that row
 * unchanged, even if other rows have changed.
 * @param id of a row that the call changed; without it, the row with the highest id in `stored`, which the call created
 */
export function isRowUnchanged(
  stored: readonly { id: number }[],
  current: readonly { id: number }[],
  id: number | null = null,
): boolean {
  const saved = id ?? Math.max(...stored.map((row) => row.id))
  const find = (rows: readonly { id: number }[]) => rows.find((row) => row.id === saved)
  return unlessChanged(find(stored), find(current) ?? {}) !== undefined
}

type Steps<Begun, Answer> = {
  begin: (tx: Tx) => Promise<Begun>
  /** Counts every run of `begin`, including refused ones; a stored answer does not count. */
  limit: Limit
  /** Calls the outside party, after `begin` was committed and outside any transaction. */
  finish: (begun: Begun) => Promise<Answer>
  /** Returns whether an answer is still useful to a client that sent no key and may mean a new call. */
  isOpen: (db: Db, answer: Answer) => Promise<boolean>
}

/**
 * Runs, once per idempotency key, an effect that an outside party completes: the transaction of `begin` claims the key,
 * and the answer of `finish` is stored under it. If `finish` fails, the idempotency key is free again and a retry
 * starts over.
 * @throws AppError as `once`; IDEMPOTENCY_IN_PROGRESS while the first call is still running
 */
export async function onceOutside<Begun, Answer>(scope: Scope, steps: Steps<Begun, Answer>): Promise<Answer> {
  const key = readKey(scope)
  const step = await againAfterTwin(scope.db, (tx) => beginOrReplay(tx, scope, key, steps))
  if ('refused' in step) throw step.refused
  if ('answer' in step) {
    sayReplayed(scope)
    return step.answer
  }
  try {
    const answer = await steps.finish(step.begun)
    await inTransaction(scope.db, (tx) => setAnswer(tx, scope, key, JSON.stringify({ answer })))
    return answer
  } catch (error) {
    await inTransaction(scope.db, (tx) => forget(tx, scope, key))
    throw error
  }
}

async function beginOrReplay<Begun, Answer>(
  tx: Tx,
  scope: Scope,
  key: Key,
  { begin, isOpen, limit }: Steps<Begun, Answer>,
): Promise<{ begun: Begun } | { answer: Answer } | Refused> {
  const { stored } = await claim(tx, scope, key)
  if (stored) {
    const kept = read<{ answer: Answer } | { begunAt: number }>(stored, key)
    if ('answer' in kept && (key.isGiven || (await isOpen(tx, kept.answer)))) return kept
    if ('begunAt' in kept && Date.now() - kept.begunAt < BEGINNING_MS)
      throw new AppError('IDEMPOTENCY_IN_PROGRESS', { retryAfter: 1 })
    await forget(tx, scope, key)
  }
  await takeFromLimit(tx, limit)
  const tried = await tryOnce(tx, begin)
  if ('refused' in tried) return tried
  await commitAnswer(tx, scope, key, JSON.stringify({ begunAt: Date.now() }))
  return { begun: tried.done }
}

async function againAfterTwin<Result>(db: Db, run: (tx: Tx) => Promise<Result>): Promise<Result> {
  for (let tries = 0; ; tries++) {
    try {
      return await inTransaction(db, run)
    } catch (error) {
      if (tries > 0 || !(error instanceof TwinFinished)) throw error
    }
  }
}

function sayReplayed({ request }: Scope): void {
  request.setHeader('Idempotent-Replayed', 'true')
}

async function runOrReplay<Answer>(
  tx: Tx,
  scope: Scope,
  key: Key,
  { body, limit, present }: Options<Answer> & { body: (tx: Tx) => Promise<Answer> },
): Promise<{ answer: Answer; replayed: boolean } | Refused> {
  const { stored, claimed, hits } = await claim(tx, scope, key, limit)
  if (stored) {
    const answer = read<Answer>(stored, key)
    if (key.isGiven) return { answer, replayed: true }
    const now = present ? await present(tx, answer) : stored.isNewest ? answer : undefined
    if (now !== undefined) return { answer: now, replayed: true }
    if (!claimed) throw new AppError('IDEMPOTENCY_IN_PROGRESS', { retryAfter: 1 })
    await forget(tx, scope, key)
    if (limit) await takeFromLimit(tx, limit)
  } else if (limit) {
    refuseBeyond([limit], hits)
  }
  const tried = limit ? await tryOnce(tx, body) : { done: await body(tx) }
  if ('refused' in tried) return tried
  await commitAnswer(tx, scope, key, JSON.stringify(tried.done))
  return { answer: tried.done, replayed: false }
}

type Refused = { refused: unknown }

/**
 * Runs a try that a limit has counted; a refusal rolls back the try but not the count, because the transaction commits
 * before the calling function throws the refusal.
 */
async function tryOnce<Done>(tx: Tx, body: (tx: Tx) => Promise<Done>): Promise<{ done: Done } | Refused> {
  await sql`savepoint before_try`.execute(tx)
  try {
    return { done: await body(tx) }
  } catch (error) {
    // An error of the database is thrown again, because the whole transaction may have to run again.
    if (isOfDatabase(error)) throw error
    await sql`rollback to savepoint before_try`.execute(tx)
    return { refused: error }
  }
}

function isOfDatabase(error: unknown): boolean {
  return error instanceof pg.DatabaseError || isDatabaseAway(error)
}

function read<Kept>({ fingerprint, body }: { fingerprint: Buffer; body: string }, key: Key): Kept {
  if (!fingerprint.equals(key.fingerprint)) throw new AppError('IDEMPOTENCY_KEY_REUSED')
  return JSON.parse(body) as Kept
}

type Claimed = {
  stored?: { fingerprint: Buffer; body: string; isNewest: boolean }
  claimed: boolean
  hits: CountedRow[]
}

/**
 * Claims the key for this transaction, or reports that another request holds it; returns the answer that is stored
 * under the key. If no answer is stored, counts this call against the limit and returns the count.
 */
async function claim(tx: Tx, { userId, call }: Scope, { key }: Key, limit?: Limit): Promise<Claimed> {
  const isNew = sql`(select claimed and fingerprint is null from claimed)`
  const { rows } = await sql<{
    claimed: boolean
    fingerprint: Buffer | null
    body: string | null
    is_newest: boolean
    hits: CountedRow[]
  }>`
    with claimed as materialized (
      select pg_try_advisory_xact_lock(hashtextextended(${`${userId}:${call}:${key}`}, 0)) as claimed, k.fingerprint, k.body,
             not exists (select from idempotency_keys n where n.user_id = k.user_id and n.call = k.call
                                                         and n.created_at > k.created_at) as is_newest
        from (values (1)) as one
        left join idempotency_keys k on k.user_id = ${userId} and k.call = ${call} and k.key = ${key} and k.expires_at > now()
    ), ${countHits(limit ? [limit] : [], isNew)}
    select claimed.*, (select coalesce(json_agg(w), '[]') from window_hits w) as hits from claimed`.execute(tx)
  const { claimed, fingerprint, body, is_newest: isNewest, hits } = rows[0]!
  if (fingerprint && body !== null) return { stored: { fingerprint, body, isNewest }, claimed, hits }
  if (!claimed) throw new AppError('IDEMPOTENCY_IN_PROGRESS', { retryAfter: 1 })
  return { claimed, hits }
}

/**
 * Stores the answer and commits the transaction. If another request has stored its answer under the idempotency key
 * meanwhile, the statement sets the body to null, which the column refuses.
 * @throws TwinFinished if the column refuses
 */
async function commitAnswer(
  tx: Tx,
  { userId, call }: Scope,
  { key, fingerprint, keptSeconds }: Key,
  body: string,
): Promise<void> {
  const insert = sql`
    insert into idempotency_keys as k (user_id, call, key, fingerprint, body, expires_at)
    values (${userId}, ${call}, ${key}, ${fingerprint}, ${body}, now() + make_interval(secs => ${keptSeconds}::int))
    on conflict on constraint idempotency_keys__user_call_key do update
      set fingerprint = excluded.fingerprint, body = case when k.expires_at <= now() then excluded.body end,
          created_at = now(), expires_at = excluded.expires_at`
  await commitWith(tx, insert).catch((error: unknown) => {
    throw isMissingValue(error, 'body') ? new TwinFinished() : error
  })
}

async function setAnswer(tx: Tx, { userId, call }: Scope, { key }: Key, body: string): Promise<void> {
  await sql`
    update idempotency_keys set body = ${body} where user_id = ${userId} and call = ${call} and key = ${key}`.execute(
    tx,
  )
}

async function forget(tx: Tx, { userId, call }: Scope, { key }: Key): Promise<void> {
  await sql`delete from idempotency_keys where user_id = ${userId} and call = ${call} and key = ${key}`.execute(tx)
}

/**
 * Another request with the same key committed first, so the transaction of this request is rolled back, and its retry
 * reads the stored answer.
 */
class TwinFinished extends Error {}

function readKey({ request, userId, call }: Scope): Key {
  const { token: _token, ...contents } = request.body
  const fingerprint = createHash('sha256').update(JSON.stringify(contents)).digest()
  const given = request.idempotencyKey
  if (given === undefined) {
    return {
      key: `contents:${createHash('sha256').update(`${userId}:${call}:`).update(fingerprint).digest('hex')}`,
      fingerprint,
      keptSeconds: FINGERPRINT_SECONDS,
      isGiven: false,
    }
  }
  if (!KEY_FORM.test(given)) throw new AppError('INVALID_INPUT', { fields: { 'Idempotency-Key': 'fieldInvalid' } })
  return { key: given, fingerprint, keptSeconds: KEPT_SECONDS, isGiven: true }
}

/** Deletes expired keys. */
export async function deleteExpiredKeys(db: Db): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('expires_at', '<=', sql<Date>`now()`).execute()
}

/** Deletes the stored answers of a customer whose account is deleted. */
export async function forgetAnswers(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('idempotency_keys').where('user_id', '=', userId).execute()
}
