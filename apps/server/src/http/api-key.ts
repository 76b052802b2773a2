import { createHash, randomBytes } from 'node:crypto'
import { keyPermissions } from '@nukkad/contract/key-permissions.ts'
import type { Permission } from '@nukkad/contract/permissions.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'
import { AppError } from './errors.ts'
import { takeFromLimit } from './limits.ts'
import { findRights } from './rights.ts'
import type { Session } from './session.ts'

const KEY_FORM = /^nk_[A-Za-z0-9_-]{43}$/
const DAY_MS = 86_400_000

export function newApiKey(): string {
  return `nk_${randomBytes(32).toString('base64url')}`
}

export function hashApiKey(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

/**
 * Reads the API key of a request from the header `Authorization`, the only place where a request may have it, in the
 * form `Bearer nk_…`.
 */
export function readApiKey(authorization: string | undefined): string | undefined {
  return authorization?.match(/^Bearer\s+(nk_\S+)$/i)?.[1]
}

/**
 * Opens the session of an API key, with those permissions of the key that the person who created it still has. The
 * session of an API key cannot make calls that only a person may make.
 * @throws AppError SESSION_REVOKED, TOO_MANY_REQUESTS
 */
export async function openApiKey(db: Db, key: string, callsPerMinute: number): Promise<Session> {
  if (!KEY_FORM.test(key)) throw new AppError('SESSION_REVOKED')
  const { rows } = await sql<{ id: number; user_id: number; permissions: Permission[] }>`
    select id, user_id, permissions from api_keys where key_hash = ${hashApiKey(key)} and revoked_at is null`.execute(
    db,
  )
  const found = rows[0]
  const rights = found && (await findRights(db, { userId: found.user_id, audience: 'staff' }))
  if (!rights) throw new AppError('SESSION_REVOKED')
  const limit = { key: `api-key:${found.id}`, most: callsPerMinute, windowSeconds: 60 }
  await takeFromLimit(db, limit, { mayBeLost: true })
  await touchKey(db, found.id)
  const may = new Set(rights.permissions)
  return {
    // The id is 0 because no row of the sessions table has it, so an API key cannot reach the data of any session.
    id: 0n,
    apiKeyId: found.id,
    userId: found.user_id,
    audience: 'staff',
    actingStaffId: null,
    ownerUntil: null,
    isClientKnown: true,
    isBanned: false,
    permissions: found.permissions.filter((one) => may.has(one) && keyPermissions.includes(one)),
    stores: 'all',
    hasSecondFactor: false,
    isAdmin: false,
    callerStores: null,
    endsAt: new Date(Date.now() + DAY_MS),
    provedSecondsAgo: Number.POSITIVE_INFINITY,
    token: key,
  }
}

async function touchKey(db: Db, id: number): Promise<void> {
  await sql`
    update api_keys set last_used_at = now()
     where id = ${id} and (last_used_at is null or last_used_at < now() - interval '1 minute')`.execute(db)
}

/** Adds an API key with the permissions that its creator chose. @returns its id */
export async function insertKey(
  tx: Tx,
  key: { userId: number; name: string; hash: Buffer; ending: string; permissions: readonly Permission[] },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into api_keys (user_id, name, key_hash, ending, permissions)
    values (${key.userId}, ${key.name}, ${key.hash}, ${key.ending}, ${[...key.permissions]}::text[]) returning id`.execute(
    tx,
  )
  return rows[0]!.id
}

/** Revokes an API key; false when there is no valid key with this id. */
export async function revokeKey(tx: Tx, id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update api_keys set revoked_at = now() where id = ${id} and revoked_at is null`.execute(tx)
  return numAffectedRows === 1n
}
