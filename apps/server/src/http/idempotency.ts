import { createHash } from 'node:crypto'
import type { CallName } from '@nukkad/contract/contract.ts'
import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import type { CallContext } from './calls.ts'
import { AppError } from './errors.ts'

const KEPT_SECONDS = 7 * 24 * 3600
/** How long a call without a key is known by its contents, so that a double tap is still one order. */
const FINGERPRINT_SECONDS = 30
const KEY_FORM = /^[\x21-\x7e]{16,255}$/

type Scope = Pick<CallContext<CallName>, 'db' | 'request'> & { userId: number; call: CallName }
type Key = { key: string; fingerprint: Buffer; keptSeconds: number }

/**
 * Runs `body` once per key: its answer is stored in the same transaction as its effect, and the same key with the same
 * request answers that again (security document §7).
 * @throws AppError IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_IN_PROGRESS, INVALID_INPUT for a malformed key
 */
export async function once<Answer>(scope: Scope, body: (tx: Tx) => Promise<Answer>): Promise<Answer> {
  const key = readKey(scope)
  for (let tries = 0; ; tries++) {
    try {
      const { answer, replayed } = await inTransaction(scope.db, (tx) => runOrReplay(tx, scope, key, body))
      if (replayed) scope.request.setHeader('Idempotent-Replayed', 'true')
      return answer
    } catch (error) {
      if (tries > 0 || !(error instanceof TwinFinished)) throw error
    }
  }
}

async function runOrReplay<Answer>(
  tx: Tx,
  scope: Scope,
  key: Key,
  body: (tx: Tx) => Promise<Answer>,
): Promise<{ answer: Answer; replayed: boolean }> {
  const stored = await claim(tx, scope, key)
  if (stored) {
    if (!stored.fingerprint.equals(key.fingerprint)) throw new AppError('IDEMPOTENCY_KEY_REUSED')
    return { answer: JSON.parse(stored.body) as Answer, replayed: true }
  }
  const answer = await body(tx)
  await insertAnswer(tx, scope, key, JSON.stringify(answer))
  return { answer, replayed: false }
}

/** Takes the key for this transaction, or says that a twin holds it; answers what is stored under it. */
async function claim(
  tx: Tx,
  { userId, call }: Scope,
  { key }: Key,
): Promise<{ fingerprint: Buffer; body: string } | undefined> {
  const { rows } = await sql<{ claimed: boolean; fingerprint: Buffer | null; body: string | null }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`${userId}:${call}:${key}`}, 0)) as claimed, k.fingerprint, k.body
      from (values (1)) as one
      left join idempotency_keys k on k.user_id = ${userId} and k.call = ${call} and k.key = ${key} and k.expires_at > now()`.execute(
    tx,
  )
  const row = rows[0]!
  if (row.fingerprint && row.body !== null) return { fingerprint: row.fingerprint, body: row.body }
  if (!row.claimed) throw new AppError('IDEMPOTENCY_IN_PROGRESS', { retryAfter: 1 })
  return undefined
}

async function insertAnswer(
  tx: Tx,
  { userId, call }: Scope,
  { key, fingerprint, keptSeconds }: Key,
  body: string,
): Promise<void> {
  const inserted = await sql`
    insert into idempotency_keys as k (user_id, call, key, fingerprint, body, expires_at)
    values (${userId}, ${call}, ${key}, ${fingerprint}, ${body}, now() + make_interval(secs => ${keptSeconds}::int))
    on conflict on constraint idempotency_keys__user_call_key do update
      set fingerprint = excluded.fingerprint, body = excluded.body, created_at = now(), expires_at = excluded.expires_at
      where k.expires_at <= now()`.execute(tx)
  if (inserted.numAffectedRows === 0n) throw new TwinFinished()
}

/** A twin committed between our look and our write: this effect is undone and the next look finds the answer. */
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
    }
  }
  if (!KEY_FORM.test(given)) throw new AppError('INVALID_INPUT', { fields: { 'Idempotency-Key': 'fieldInvalid' } })
  return { key: given, fingerprint, keptSeconds: KEPT_SECONDS }
}

/** Forgets keys that are past their time. */
export async function deleteExpiredKeys(db: Db): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('expires_at', '<=', sql<Date>`now()`).execute()
}
