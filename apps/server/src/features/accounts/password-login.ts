import { type From, noteRefusal } from '#features/sign-ins/begin-session.ts'
import type { Services } from '#http/calls.ts'
import type { Client } from '#http/client.ts'
import { countFailure, refuseIfExhausted, resetLimit, takeFromLimit } from '#http/limits.ts'
import type { SessionAudience } from '#http/session.ts'
import { isPublishedPassword } from './common-passwords.ts'
import { findAccountByEmail, updatePasswordHash } from './queries.ts'
import { isOutdated, matchesSlowHash, slowHash } from './slow-hash.ts'

const WINDOW_SECONDS = 15 * 60
/** Tries at one account from everywhere together, as a multiple of those from one address: against guessing from many
 *  addresses, yet too many for one person to lock another out. */
const EVERYWHERE_FACTOR = 10

type Try = {
  email: string
  password: string
  audience: SessionAudience
  request: From
  /** Whose accounts may enter here; any other is like an unknown one, so that it cannot be tried out. */
  isEntitled?: (userId: number) => Promise<boolean>
}

/**
 * Whose e-mail address and password these are; undefined when they do not belong together. Says nothing about roles or
 * bans, which are the caller's. Limits come before the hash, and an unknown address costs the same hash (security
 * document §3 and §14).
 * @throws AppError TOO_MANY_REQUESTS, TEMPORARILY_AWAY
 */
export async function checkPassword(
  { db, settings, config }: Pick<Services, 'db' | 'settings' | 'config'>,
  { email, password, audience, request, isEntitled }: Try,
): Promise<number | undefined> {
  const { client } = request
  const limits = limitsOf(settings, { email, client })
  await refuseIfExhausted(db, limits.address)
  await takeFromLimit(db, limits.account)
  await takeFromLimit(db, limits.accountEverywhere)
  const found = await findAccountByEmail(db, email)
  const account = found && (!isEntitled || (await isEntitled(found.id))) ? found : undefined
  const isOpen = config.demo || !isPublishedPassword(password)
  if (!(await matchesSlowHash(password, account?.password_hash)) || !account || !isOpen) {
    await countFailure(db, limits.address)
    const refusal = found && !account ? 'not-allowed' : 'wrong'
    await noteRefusal(db, { userId: found?.id, audience, way: 'password', refusal, request })
    return undefined
  }
  await forgetFailures({ db, settings }, { email, client })
  await renewHash(db, account.id, account.password_hash!, password)
  return account.id
}

/** Forgets the wrong passwords for an account whose owner has just proved who he is in another way. */
export async function forgetFailures(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  { email, client }: { email: string; client: Client },
): Promise<void> {
  const { account, accountEverywhere } = limitsOf(settings, { email, client })
  await resetLimit(db, account.key)
  await resetLimit(db, accountEverywhere.key)
}

function limitsOf(settings: Services['settings'], { email, client }: { email: string; client: Client }) {
  const account = email.toLowerCase()
  const perAccount = settings.number('limitLoginFailuresPerAccount')
  const windowSeconds = WINDOW_SECONDS
  return {
    address: { key: `login-from:${client.key}`, most: settings.number('limitLoginFailuresPerAddress'), windowSeconds },
    account: { key: `login:${account}:${client.key}`, most: perAccount, windowSeconds },
    accountEverywhere: { key: `login:${account}`, most: perAccount * EVERYWHERE_FACTOR, windowSeconds },
  }
}

async function renewHash(db: Services['db'], userId: number, stored: string, password: string): Promise<void> {
  if (!isOutdated(stored)) return
  await updatePasswordHash(db, { userId, from: stored, to: await slowHash(password) })
}
