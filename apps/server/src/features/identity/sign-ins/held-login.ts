import type { Tx } from '#db/connection.ts'

/** An account whose secret was right, and the count of changes to its ways in at that time. */
export type ProvedLogin = { userId: number; loginVersion: number }

declare const held: unique symbol
/** An account that may be given a session in this transaction. */
export type HeldLogin = { userId: number; readonly [held]: true }

/**
 * Locks an account until the transaction ends, if nothing that lets the person in has changed since the secret was
 * compared: password, e-mail address, phone, second factor, ban, deletion, end of all sessions. Otherwise a sign-in with
 * the old password could outlive its reset.
 * @returns undefined when something has changed; the sign-in is then to be refused like a wrong one
 */
export async function holdLogin(tx: Tx, { userId, loginVersion }: ProvedLogin): Promise<HeldLogin | undefined> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('login_version', '=', loginVersion)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row && trustedLogin(userId)
}

/**
 * Returns the version of a held account after this transaction itself has changed a way in, such as the proof of its
 * phone.
 */
export async function loginVersionOf(tx: Tx, { userId }: HeldLogin): Promise<number> {
  const { login_version } = await tx
    .selectFrom('users')
    .select('login_version')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return login_version
}

/**
 * Returns an account that this transaction has made, or a customer for whom staff act: no secret of it was compared.
 */
export function trustedLogin(userId: number): HeldLogin {
  return { userId } as HeldLogin
}
