import { createHash, randomBytes } from 'node:crypto'
import type { Audience } from '@nukkad/contract/call.ts'
import { allPermissions, type Permission } from '@nukkad/contract/permissions.ts'
import type { StoreRole } from '@nukkad/contract/store-roles.ts'
import { sql } from 'kysely'
import { type Db, type Tx, violatedConstraint } from '#db/connection.ts'
import { deleteInBatches } from '#db/delete-in-batches.ts'
import { AppError } from './errors.ts'

export type SessionAudience = Exclude<Audience, 'public' | 'optional'>

export type Session = {
  id: bigint
  /** The API key with which a program calls; null in a person's own session. */
  apiKeyId: number | null
  userId: number
  audience: SessionAudience
  /** The member of staff who acts for this customer or store owner; null if no one acts for them. */
  actingStaffId: number | null
  isBanned: boolean
  /** Permissions of the member of staff, in their own session or in a session in which they act for a customer. */
  permissions: readonly Permission[]
  /**
   * The stores whose data the session may reach: all stores for staff, their own for a store owner, no stores for
   * others. For an employee, the pipeline adds the stores in which they may make the current call (`forCall`).
   */
  stores: 'all' | readonly number[]
  /**
   * In sessions of owners and employees: whether the person is a store owner, and the stores at which they are
   * employed; otherwise undefined.
   */
  work?: StoreWork
  /** Whether the person has a second factor. */
  hasSecondFactor: boolean
  /** Whether this is the own session of an administrator, as opposed to one in which they act for someone else. */
  isAdmin: boolean
  /**
   * The stores at which a store owner may order in this session for a caller; null if the session is not one in which a
   * store owner acts for a caller.
   */
  callerStores: readonly number[] | null
  endsAt: Date
  /**
   * Seconds since the person last proved their identity in this session; a session of an API key never has such a
   * proof.
   */
  provedSecondsAgo: number
  /** The time until which a member of staff acts as this store owner; null if no one does. */
  ownerUntil: Date | null
  /**
   * Whether this session's client is in the account's list of known clients. The client of a session that is older than
   * the list of known clients is added at the session's next request.
   */
  isClientKnown: boolean
  /** The token of the session itself, for answers that repeat it. */
  token: string
}

export type StoreJob = { storeId: number; role: StoreRole }
export type StoreWork = { isOwner: boolean; owned: readonly number[]; jobs: readonly StoreJob[] }

/** Staff and store owners must sign in more often, because their cookie may stay on a shared computer. */
const dashboardLifetime = { idle: 30, absolute: 12 * 60 }
/** Idle and absolute lifetime of a session in minutes (docs/reference/security.md#sessions). */
const lifetimes = {
  customer: { idle: 30 * 24 * 60, absolute: 90 * 24 * 60 },
  delivery: { idle: 12 * 60, absolute: 7 * 24 * 60 },
  'store-owner': { idle: 12 * 60, absolute: 7 * 24 * 60 },
  staff: dashboardLifetime,
} as const satisfies Record<SessionAudience, { idle: number; absolute: number }>

/** Minutes for which staff act for a customer, without a renewal (docs/reference/security.md#sessions, GAP-74). */
export const ACTING_MINUTES = 30
/**
 * Minutes after which the last use of a session is recorded again, because a record at every use would make every read
 * a write.
 */
const TOUCH_EVERY_MINUTES = 5
/** Seconds after a proof of identity in which calls that move money are allowed. */
const PROOF_SECONDS = 10 * 60
const TOKEN_BYTES = 32
const TOKEN_FORM = /^[A-Za-z0-9_-]{43}$/

/**
 * Reads the token of a request from the header `Authorization` (`Bearer`) or the body field `token`, never from the URL
 * (GAP-03).
 * @throws AppError SESSION_AMBIGUOUS when both are given and differ
 */
export function readToken(authorization: string | undefined, body: Record<string, unknown>): string | undefined {
  const fromHeader = authorization?.match(/^Bearer\s+(\S+)$/i)?.[1]
  const fromBody = typeof body.token === 'string' && body.token !== '' ? body.token : undefined
  if (fromHeader && fromBody && fromHeader !== fromBody) throw new AppError('SESSION_AMBIGUOUS')
  return fromHeader ?? fromBody
}

/**
 * Opens the session of a token, in one query.
 * @throws AppError SESSION_REVOKED for an unknown token, SESSION_EXPIRED for a token whose lifetime is over, WORK_ENDED
 * for a person who worked at a store
 */
export async function openSession(db: Db, token: string): Promise<Session> {
  if (!TOKEN_FORM.test(token)) throw new AppError('SESSION_REVOKED')
  const row = await findSession(db, hashToken(token))
  if (!row) throw new AppError('SESSION_REVOKED')
  const { idle } = row.in_dashboard ? dashboardLifetime : lifetimes[row.audience]
  if (row.is_over || row.idle_minutes > idle) throw new AppError('SESSION_EXPIRED')
  const permissions = permissionsOf(row)
  if (!mayStillAct(row, permissions)) throw new AppError(row.was_employed ? 'WORK_ENDED' : 'SESSION_REVOKED')
  if (row.idle_minutes >= TOUCH_EVERY_MINUTES) await touchSession(db, row.id)
  if (row.as_owner && permissions.includes('login_as_store_owner')) return ownersSession(row, row.as_owner, token)
  return {
    id: row.id,
    apiKeyId: null,
    userId: row.user_id,
    audience: row.audience,
    actingStaffId: row.acting_staff_id,
    isBanned: !row.is_active,
    permissions,
    stores: row.audience === 'staff' ? 'all' : row.own_stores,
    ...(row.audience === 'store-owner' && {
      work: { isOwner: row.holds_role, owned: row.own_stores, jobs: row.jobs },
    }),
    hasSecondFactor: row.has_second_factor,
    isAdmin: row.audience === 'staff' && row.staff_role === 'admin',
    callerStores: row.caller_stores,
    endsAt: row.expires_at,
    provedSecondsAgo: row.proved_seconds_ago,
    ownerUntil: null,
    isClientKnown: row.is_client_known,
    token,
  }
}

/** Returns the session of a member of staff who acts as a store owner: with the owner's rights instead of their own. */
function ownersSession(row: SessionRow, owner: NonNullable<SessionRow['as_owner']>, token: string): Session {
  return {
    id: row.id,
    apiKeyId: null,
    userId: owner.id,
    audience: 'store-owner',
    actingStaffId: row.user_id,
    isBanned: !row.is_active,
    permissions: [],
    stores: owner.stores,
    hasSecondFactor: row.has_second_factor,
    isAdmin: false,
    callerStores: null,
    endsAt: row.expires_at,
    provedSecondsAgo: row.proved_seconds_ago,
    ownerUntil: new Date(owner.until),
    isClientKnown: true,
    token,
  }
}

/**
 * Returns whether an administrator must first set up a second factor, as production requires
 * (docs/reference/security.md#sessions, ASVS V6.3.3).
 */
export function needsSecondFactor(session: Session, { mode }: { mode: string }): boolean {
  return mode === 'production' && session.isAdmin && !session.hasSecondFactor
}

/**
 * Refuses a session whose owner has not proved their identity in the last ten minutes, so that a device that was left
 * signed in, or a stolen token, cannot move money. API keys cannot prove an identity, so they cannot make calls that
 * need a proof.
 * @throws AppError PROOF_NEEDED, PERMISSION_MISSING
 */
export function requireRecentProof({ apiKeyId, provedSecondsAgo, hasSecondFactor }: Session): void {
  if (apiKeyId !== null) throw new AppError('PERMISSION_MISSING')
  if (provedSecondsAgo > PROOF_SECONDS) throw new AppError('PROOF_NEEDED', { extra: { needs_code: hasSecondFactor } })
}

/** Records that the person has just proved their identity. */
export async function renewProof(db: Db, id: bigint): Promise<void> {
  await db.updateTable('sessions').set({ proved_at: sql`now()` }).where('id', '=', id).execute()
}

/**
 * Refuses staff who act for a customer but have no permission for the customer's wallet
 * (docs/reference/security.md#sessions and docs/reference/security.md#authorisation).
 * @throws AppError PERMISSION_MISSING
 */
export function requireWalletRight(session: Session): void {
  if (!mayUseWallet(session)) throw new AppError('PERMISSION_MISSING')
}

export function mayUseWallet({ actingStaffId, permissions }: Session): boolean {
  return actingStaffId === null || permissions.includes('all_users_wallet')
}

/**
 * Refuses an order by a store owner for a caller at a store that is not the owner's.
 * @throws AppError PERMISSION_MISSING
 */
export function requireCallerStore({ callerStores }: Pick<Session, 'callerStores'>, storeId: number): void {
  if (callerStores && !callerStores.includes(storeId)) throw new AppError('PERMISSION_MISSING')
}

/**
 * Returns whether the payment method is allowed: an order that a store owner takes by phone can only be paid in cash,
 * to the rider or at the counter, because a provider's page is only for the payer.
 */
export function mayChooseMethod({ callerStores }: Pick<Session, 'callerStores'>, method: string): boolean {
  return callerStores === null || method === 'COD'
}

/**
 * Refuses a member of staff who acts for a customer or a store owner: they must not change that person's identity,
 * login or payout details, nor take their data or their notifications (docs/reference/security.md#sessions).
 * @throws AppError PERMISSION_MISSING
 */
export function requireOwnHand({ actingStaffId }: Pick<Session, 'actingStaffId'>): void {
  if (actingStaffId !== null) throw new AppError('PERMISSION_MISSING')
}

/**
 * Returns whether staff may still use a session: if they lose their role, permission or account, the session ends at
 * its next request, also a session in a customer's name (V8.3.2).
 */
function mayStillAct(row: SessionRow, permissions: readonly Permission[]): boolean {
  if (!row.holds_role && row.jobs.length === 0) return false
  if (row.acting_staff_id === null) return true
  return row.is_staff_active && (row.caller_stores !== null || permissions.includes('login_as_customer'))
}

function permissionsOf({ staff_role, permissions }: SessionRow): readonly Permission[] {
  if (staff_role === 'admin') return allPermissions
  return staff_role === 'staff' ? permissions : []
}

/** The rights of a session at stores, as staff, or in the name of another person; from the function `session_rights`. */
type SessionRights = {
  staff_role: 'admin' | 'staff' | null
  is_staff_active: boolean
  permissions: Permission[]
  own_stores: number[]
  /** In a session of the audience `store-owner`: the stores at which the person is employed. */
  jobs: StoreJob[]
  /** Whether the person is or was an employee of a store. */
  was_employed: boolean
  /** The store owner in whose place a member of staff acts now. */
  as_owner: { id: number; until: string; stores: number[] } | null
  /** The stores of the store owner who acts for this customer, if the shop allows owners to do so. */
  caller_stores: number[] | null
}

/** The rights of a customer's or a rider's own session. */
const noRights: SessionRights = {
  staff_role: null,
  is_staff_active: false,
  permissions: [],
  own_stores: [],
  jobs: [],
  was_employed: false,
  as_owner: null,
  caller_stores: null,
}

type SessionRow = SessionRights & {
  id: bigint
  user_id: number
  audience: SessionAudience
  acting_staff_id: number | null
  is_over: boolean
  idle_minutes: number
  is_active: boolean
  /** Whether the account still has the role of the session. */
  holds_role: boolean
  in_dashboard: boolean
  has_second_factor: boolean
  expires_at: Date
  proved_seconds_ago: number
  is_client_known: boolean
}

async function findSession(db: Db, tokenHash: Buffer): Promise<SessionRow | undefined> {
  const { rows } = await sql<Omit<SessionRow, keyof SessionRights> & { rights: SessionRights | null }>`
    select s.id, s.user_id, s.audience, s.acting_staff_id, s.in_dashboard, s.expires_at, s.expires_at <= now() as is_over,
           s.is_client_known or s.acting_staff_id is not null as is_client_known,
           exists (select from second_factors f where f.user_id = s.user_id and f.confirmed_at is not null)
             as has_second_factor,
           (extract(epoch from now() - s.last_seen_at) / 60)::float8 as idle_minutes,
           extract(epoch from now() - s.proved_at)::float8 as proved_seconds_ago,
           u.is_active and u.deleted_at is null as is_active,
           exists (
             select from user_roles r where r.user_id = s.user_id and r.role = any (
               case s.audience when 'delivery' then '{rider}' when 'store-owner' then '{store_owner}'
                               when 'staff' then '{staff,admin}' else '{customer}' end::text[])
           ) as holds_role,
           case when s.audience in ('staff', 'store-owner') or s.acting_staff_id is not null then session_rights(s) end as rights
      from sessions s join users u on u.id = s.user_id
     where s.token_hash = ${tokenHash}`.execute(db)
  const [row] = rows
  return row && { ...row, ...(row.rights ?? noRights) }
}

async function touchSession(db: Db, id: bigint): Promise<void> {
  await db.updateTable('sessions').set({ last_seen_at: sql`now()` }).where('id', '=', id).execute()
}

/**
 * Starts a session for a person who has proved their identity, or for a customer in whose name staff act. The database
 * stores only the hash of the returned token.
 */
export async function startSession(
  tx: Tx,
  {
    userId,
    audience,
    actingStaffId = null,
    inDashboard = audience === 'staff',
  }: { userId: number; audience: SessionAudience; actingStaffId?: number | null; inDashboard?: boolean },
): Promise<string> {
  const { absolute } = inDashboard ? dashboardLifetime : lifetimes[audience]
  const minutes = actingStaffId === null ? absolute : ACTING_MINUTES
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  await tx
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      user_id: userId,
      audience,
      acting_staff_id: actingStaffId,
      in_dashboard: inDashboard,
      expires_at: sql<Date>`now() + make_interval(mins => ${minutes}::int)`,
    })
    .execute()
  return token
}

/**
 * Makes a member of staff act as a store owner in this session, from the next request on and for at most half an hour.
 */
export async function actAsOwner(
  tx: Tx,
  { sessionId, ownerId }: { sessionId: bigint; ownerId: number },
): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ as_owner_id: ownerId, as_owner_until: sql<Date>`now() + make_interval(mins => ${ACTING_MINUTES}::int)` })
    .where('id', '=', sessionId)
    .execute()
}

export async function stopActingAsOwner(tx: Tx, sessionId: bigint): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ as_owner_id: null, as_owner_until: null })
    .where('id', '=', sessionId)
    .execute()
}

/** Ends one session, so that the server refuses its token with 401 from the next request on. */
export async function endSession(db: Db, id: bigint): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', id).execute()
}

/**
 * Ends every session of an account except the one in which its owner has just changed a secret, and all sign-in tickets
 * of the account.
 */
export async function endOtherSessions(
  tx: Tx,
  { userId, sessionId }: { userId: number; sessionId: bigint },
): Promise<void> {
  await deleteSessions(tx, userId, sessionId)
}

/**
 * Deletes the sessions of an account, including those in which the person acts for customers, because the same person
 * holds their tokens. To end also the sign-ins that have no session yet, call `endSessionsOf` in place of
 * `deleteSessions`.
 */
export async function deleteSessions(tx: Tx, userId: number, keptId: bigint | null = null): Promise<void> {
  await sql`
    delete from sessions
     where (user_id = ${userId} or acting_staff_id = ${userId}) and id is distinct from ${keptId}::bigint`.execute(tx)
}

/**
 * Deletes sessions a day after their absolute lifetime, so that until then an answer to an expired token says that the
 * session has expired.
 */
export async function deleteOverSessions(db: Db): Promise<void> {
  await deleteInBatches(db, 'sessions', { where: sql`expires_at <= now() - interval '1 day'` })
}

/**
 * Handles the error of a transaction that stored a row for the session of its request, because the session may have
 * ended meanwhile.
 * @throws AppError SESSION_REVOKED for an ended session, and any other error unchanged
 */
export function refuseEndedSession(error: unknown): never {
  if (violatedConstraint(error)?.endsWith('__session')) throw new AppError('SESSION_REVOKED', { cause: error })
  throw error
}

/**
 * Marks a session whose client its account now knows; returns true only for the request that sets the mark, also if
 * several requests come in parallel.
 */
export async function markClientKnown(tx: Tx, sessionId: bigint): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set({ is_client_known: true })
    .where('id', '=', sessionId)
    .where('is_client_known', '=', false)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Allows the person in this session to set up a second factor, because the operator or an administrator has vouched for
 * them, or because they have just proved their previous second factor.
 */
export async function markByOperator(tx: Tx, sessionId: bigint): Promise<void> {
  await tx.updateTable('sessions').set({ by_operator: true }).where('id', '=', sessionId).execute()
}

/** Allows the person in the newest session of their account to set up a second factor. */
export async function markNewestByOperator(db: Db, userId: number): Promise<void> {
  await sql`
    update sessions set by_operator = true
     where id = (select max(id) from sessions where user_id = ${userId})`.execute(db)
}

function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
