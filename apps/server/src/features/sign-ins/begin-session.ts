import type { Db, Tx } from '#db/connection.ts'
import type { Client } from '#http/client.ts'
import { type SessionAudience, startSession } from '#http/session.ts'
import { deviceWords } from './device.ts'
import { insertSignIn, type SignInRow } from './queries.ts'

/** Where somebody signs in from. */
export type From = { client: Client; userAgent: string | undefined }

type Begun = {
  userId: number
  audience: SessionAudience
  way: SignInRow['way']
  request: From
  actingStaffId?: number | null
  inDashboard?: boolean
}

/** Opens a session and writes down who came in, how and from where. @returns its token */
export async function beginSession(tx: Tx, { way, request, ...session }: Begun): Promise<string> {
  await noteSignIn(tx, { ...session, way, request })
  return startSession(tx, session)
}

/** The same for staff who take somebody's place in a session that they have already. */
export async function noteSignIn(tx: Tx, entry: Begun): Promise<void> {
  const { userId, audience, way, request, actingStaffId = null } = entry
  await insertSignIn(tx, { userId, audience, way, refusal: null, actingStaffId, ...placeOf(request) })
}

/**
 * Writes down that somebody was refused. Also where the account is not known, so that it takes as long as where it is;
 * what was typed is not kept. Tries that a limit turned away are not looked at, so a flood leaves no rows.
 */
export async function noteRefusal(
  db: Db,
  {
    request,
    ...entry
  }: Pick<SignInRow, 'userId' | 'audience' | 'way'> & { refusal: NonNullable<SignInRow['refusal']>; request: From },
): Promise<void> {
  await insertSignIn(db, { ...entry, actingStaffId: null, ...placeOf(request) })
}

function placeOf({ client, userAgent }: From): Pick<SignInRow, 'client' | 'device'> {
  return { client, device: deviceWords(userAgent) }
}
