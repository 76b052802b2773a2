import { type From, noteRefusal } from '#features/identity/sign-ins/begin-session.ts'
import { countFailure, refuseFailingClient } from '#features/identity/sign-ins/client-failures.ts'
import { type Guesser, recogniseGuesser, takeGuess } from '#features/identity/sign-ins/guesses.ts'
import type { ProvedLogin } from '#features/identity/sign-ins/held-login.ts'
import type { Services } from '#http/calls.ts'
import type { SessionAudience } from '#http/session.ts'
import { isPublishedPassword } from './common-passwords.ts'
import { type AccountRow, findAccountByEmail, updatePasswordHash } from './queries.ts'
import { isOutdated, matchesSlowHash, slowHash } from './slow-hash.ts'

type Try = {
  email: string
  password: string
  audience: SessionAudience
  request: From
  /**
   * Returns whether an account may sign in to this app. Other accounts are refused like unknown ones, so that no one
   * can find out that they exist.
   */
  isEntitled?: (userId: number) => Promise<boolean>
}

/**
 * The account whose password was correct, and the client that entered it. When the whole sign-in has succeeded, the
 * caller returns the guess.
 */
export type RightPassword = ProvedLogin & { guesser: Guesser }

/**
 * Returns the account of this e-mail address and password; undefined if they do not match. Does not check whether the
 * account is banned; the callers check it. Counts the guess before it compares the hash. The answer for an unknown
 * e-mail address takes as long as the answer for a known one (docs/reference/security.md#passwords and
 * docs/reference/security.md#rate-limits).
 * @throws AppError TOO_MANY_REQUESTS, TEMPORARILY_AWAY
 */
export async function checkPassword(
  services: Pick<Services, 'db' | 'settings' | 'config' | 'log'>,
  { email, password, audience, request, isEntitled }: Try,
): Promise<RightPassword | undefined> {
  const { db, config } = services
  const found = await findAccountByEmail(db, email)
  const guesser = await recogniseGuesser(services, {
    userId: found?.id,
    typed: `email:${email.toLowerCase()}`,
    request,
  })
  await refuseFailingClient(services, guesser, request)
  await takeGuess(services, guesser, request)
  const account = found && (!isEntitled || (await isEntitled(found.id))) ? found : undefined
  const turn = { client: request.client, isReserved: account !== undefined && (guesser.isKnown || account.is_staff) }
  const isOpen = config.demo || !isPublishedPassword(password)
  if (!(await matchesSlowHash(password, account?.password_hash, { turn })) || !account || !isOpen) {
    await countFailure(services, request)
    const refusal = found && !account ? 'not-allowed' : 'wrong'
    await noteRefusal(db, { userId: found?.id, audience, way: 'password', refusal, request })
    return undefined
  }
  return { userId: account.id, loginVersion: await renewHash(db, account, password), guesser }
}

/**
 * Replaces a hash with outdated parameters.
 * @returns the login version that belongs to the correct password
 */
async function renewHash(
  db: Services['db'],
  { id: userId, password_hash, login_version }: AccountRow,
  password: string,
): Promise<number> {
  const from = password_hash!
  if (!isOutdated(from)) return login_version
  return (await updatePasswordHash(db, { userId, from, to: await slowHash(password) })) ?? login_version
}
