import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import type { Client } from '#http/client.ts'
import type { Device } from '#http/device.ts'
import { AppError } from '#http/errors.ts'
import { takeFromClientLimit } from '#http/limits.ts'
import { markClientKnown, type Session, type SessionAudience, startSession } from '#http/session.ts'
import { clientsOf } from './clients.ts'
import { deviceName } from './device.ts'
import { forgetClients, rememberClients } from './guess-queries.ts'
import type { HeldLogin } from './held-login.ts'
import { insertSignIn, type SignInRow } from './queries.ts'

/** The request with which the person signs in. */
export type From = {
  id: string
  client: Client
  /** The browser; undefined if the request did not come from one. */
  device?: Device
  userAgent: string | undefined
}

type Begun = {
  userId: number
  audience: SessionAudience
  way: SignInRow['way']
  request: From
  actingStaffId?: number | null
  inDashboard?: boolean
}

/**
 * Opens a session, records its sign-in, and makes this client known to the account unless staff act in the session.
 * @returns its token
 */
export async function beginSession(
  tx: Tx,
  { login, way, request, ...rest }: Omit<Begun, 'userId'> & { login: HeldLogin },
): Promise<string> {
  const session = { ...rest, userId: login.userId }
  await noteSignIn(tx, { ...session, way, request })
  if (!session.actingStaffId) await rememberClient(tx, { userId: session.userId, request })
  return startSession(tx, session)
}

/** Makes the client of a request known to an account, after the owner of the account has proved their identity. */
async function rememberClient(tx: Tx, { userId, request }: { userId: number; request: From }): Promise<void> {
  request.device?.keep()
  await rememberClients(tx, { userId, clients: clientsOf(request) })
}

/**
 * Forgets all known clients of an account whose password changes, but keeps the client of `request` if the owner made
 * the change.
 */
export async function forgetOtherClients(
  tx: Tx,
  { userId, request }: { userId: number; request?: From },
): Promise<void> {
  await forgetClients(tx, userId)
  if (request) await rememberClient(tx, { userId, request })
}

/**
 * Makes the client known for a session that began before accounts had known clients: once, at the next use of the
 * session, even if requests come in parallel.
 */
export async function rememberSessionClient(
  db: Db,
  { session, request }: { session: Pick<Session, 'id' | 'userId'>; request: From },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (await markClientKnown(tx, session.id)) await rememberClient(tx, { userId: session.userId, request })
  })
}

/** Records a sign-in, or the start of acting for another person within a staff session. */
export async function noteSignIn(tx: Tx, entry: Begun): Promise<void> {
  const { userId, audience, way, request, actingStaffId = null } = entry
  await insertSignIn(tx, { userId, audience, way, refusal: null, actingStaffId, ...placeOf(request) })
}

/**
 * Records a refused sign-in. A sign-in to an unknown account is recorded as well, so that its answer takes as long as
 * for a known account; the text that was entered is not stored. Attempts that a limit refused are not recorded, so that
 * a flood of attempts leaves no rows.
 */
export async function noteRefusal(
  db: Db,
  {
    request,
    ...entry
  }: Pick<SignInRow, 'userId' | 'audience' | 'way'> & { refusal: NonNullable<SignInRow['refusal']>; request: From },
): Promise<void> {
  if (entry.userId === undefined && !(await mayNoteUnknown(db, request.client))) return
  await insertSignIn(db, { ...entry, actingStaffId: null, ...placeOf(request) })
}

/**
 * Returns whether another sign-in to an unknown account may be recorded for this client. The limit keeps a client from
 * filling the table.
 */
async function mayNoteUnknown(db: Db, client: Client): Promise<boolean> {
  try {
    await takeFromClientLimit(
      db,
      { name: 'unknown-sign-in', client, most: 20, windowSeconds: 3600 },
      { mayBeLost: true },
    )
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'TOO_MANY_REQUESTS') return false
    throw error
  }
}

function placeOf({ client, userAgent }: From): Pick<SignInRow, 'client' | 'device'> {
  return { client, device: deviceName(userAgent) }
}
