import type { Tx } from '#db/connection.ts'

/**
 * An account whose secret was correct, and its login version at that time. The version grows with each change of a
 * credential.
 */
export type ProvedLogin = { userId: number; loginVersion: number }

declare const held: unique symbol
/** An account for which this transaction may open a session. */
export type HeldLogin = { userId: number; readonly [held]: true }

/**
 * Locks an account until the transaction ends, if no credential has changed since the secret was compared: password,
 * e-mail address, phone, second factor, ban, deletion, end of all sessions. Without the lock, a sign-in with the old
 * password could outlive the reset of the password.
 * @returns undefined if something has changed; the caller then refuses the sign-in as it refuses a wrong secret
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
 * Returns the login version of a locked account after this transaction itself has changed a credential, for example by
 * proving the phone.
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
 * Returns the login of an account that this transaction created, or of a customer for whom staff act, because in
 * neither case a secret was compared.
 */
export function trustedLogin(userId: number): HeldLogin {
  return { userId } as HeldLogin
}
