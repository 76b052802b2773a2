import { createHash, randomBytes } from 'node:crypto'
import type { Config } from '#config.ts'
import { type Db, inTransaction } from '#db/connection.ts'
import { forgiveGuess, recogniseGuesser, takeGuess } from '#features/identity/sign-ins/guesses.ts'
import type { CallContext } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { seal, unseal } from '#http/seal.ts'
import { endOtherSessions, markByOperator } from '#http/session.ts'
import { libraries } from '#libraries.ts'
import { writeAudit } from '#platform/audit/write-audit.ts'
import {
  confirmSecondFactorRow,
  deleteSecondFactor,
  findSecondFactor,
  replaceRecoveryCodes,
  takeRecoveryCode,
  takeStep,
  upsertSecondFactor,
} from './queries.ts'

const PERIOD_SECONDS = 30
/**
 * Number of time steps before and after the current one whose codes are accepted too, because the clocks of phones
 * differ (RFC 6238 §5.2).
 */
const WINDOW_STEPS = 1
const RECOVERY_CODES = 10
const SEALED_FOR = 'second factors'

type Context = CallContext<'dashboard/second-factor/start'> | CallContext<'dashboard/second-factor/confirm'>

/**
 * Creates an unconfirmed second factor, which has no effect until a code confirms it.
 * @throws AppError SECOND_FACTOR_SET
 */
export async function beginSecondFactor({ db, config, session, settings }: Context, account: string) {
  const found = await findSecondFactor(db, session.userId)
  if (found?.confirmed_at) throw new AppError('SECOND_FACTOR_SET')
  const { Secret, TOTP } = libraries.otpauth
  const secret = new Secret({ size: 20 })
  await upsertSecondFactor(db, { userId: session.userId, secret: seal(secret.base32, config, SEALED_FOR) })
  const issuer = settings.get('storeName') || 'Nukkad'
  return { secret: secret.base32, uri: new TOTP({ issuer, label: account, secret, period: PERIOD_SECONDS }).toString() }
}

/**
 * Confirms the authenticator by one of its codes, and returns recovery codes, of which the server stores only hashes.
 * @throws AppError NOT_FOUND, SECOND_FACTOR_SET, SECOND_FACTOR_WRONG, TOO_MANY_REQUESTS
 */
export async function proveSecondFactor(context: Context, code: string): Promise<string[]> {
  const { db, config, session, request } = context
  const found = await findSecondFactor(db, session.userId)
  if (!found) throw new AppError('NOT_FOUND')
  if (found.confirmed_at) throw new AppError('SECOND_FACTOR_SET')
  const guesser = await recogniseGuesser(context, { userId: session.userId, typed: '', request })
  await takeGuess(context, guesser, request)
  const step = stepOf(unseal(found.secret, config, SEALED_FOR), code)
  if (step === undefined) throw new AppError('SECOND_FACTOR_WRONG')
  const codes = Array.from({ length: RECOVERY_CODES }, () => randomBytes(10).toString('hex').match(/.{5}/g)!.join('-'))
  await inTransaction(db, async (tx) => {
    if (!(await confirmSecondFactorRow(tx, { userId: session.userId, step }))) throw new AppError('SECOND_FACTOR_SET')
    await replaceRecoveryCodes(tx, session.userId, codes.map(hashed))
    await endOtherSessions(tx, { userId: session.userId, sessionId: session.id })
    await writeAudit(tx, { actorId: session.userId, action: 'second_factor.set_up', request })
  })
  await forgiveGuess(context, guesser)
  return codes
}

/**
 * Removes the second factor of the signed-in member, if they enter a correct code.
 * @throws AppError NOT_FOUND, SECOND_FACTOR_WRONG, TOO_MANY_REQUESTS
 */
export async function removeSecondFactor(context: CallContext<'dashboard/second-factor/stop'>): Promise<void> {
  const { db, config, session, input, request } = context
  if (!(await findSecondFactor(db, session.userId))?.confirmed_at) throw new AppError('NOT_FOUND')
  const guesser = await recogniseGuesser(context, { userId: session.userId, typed: '', request })
  await takeGuess(context, guesser, request)
  if (!(await isSecondFactorRight(db, config, { userId: session.userId, code: input.code })))
    throw new AppError('SECOND_FACTOR_WRONG')
  await forgiveGuess(context, guesser)
  await inTransaction(db, async (tx) => {
    await deleteSecondFactor(tx, session.userId)
    await endOtherSessions(tx, { userId: session.userId, sessionId: session.id })
    // The person has just used the old factor to prove who they are, so they may set up another one in this session
    // without a secret.
    await markByOperator(tx, session.id)
    await writeAudit(tx, { actorId: session.userId, action: 'second_factor.removed', request })
  })
}

/** Returns whether this is a current, unused code of the authenticator or an unused recovery code, and consumes it. */
export async function isSecondFactorRight(
  db: Db,
  config: Pick<Config, 'secret'>,
  { userId, code }: { userId: number; code: string },
): Promise<boolean> {
  const typed = code.replace(/\s/g, '').toLowerCase()
  if (!/^\d{6}$/.test(typed)) return takeRecoveryCode(db, { userId, codeHash: hashed(typed) })
  const found = await findSecondFactor(db, userId)
  const step = found?.confirmed_at ? stepOf(unseal(found.secret, config, SEALED_FOR), typed) : undefined
  return step !== undefined && takeStep(db, { userId, step })
}

/** Returns the time step of a code, if it is close to the current one. */
function stepOf(secret: string, code: string): number | undefined {
  const { Secret, TOTP } = libraries.otpauth
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period: PERIOD_SECONDS })
  const delta = totp.validate({ token: code.replace(/\s/g, ''), window: WINDOW_STEPS })
  return delta === null ? undefined : Math.floor(Date.now() / 1000 / PERIOD_SECONDS) + delta
}

function hashed(code: string): Buffer {
  return createHash('sha256').update(code).digest()
}
