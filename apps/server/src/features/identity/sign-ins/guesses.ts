import { inTransaction } from '#db/connection.ts'
import type { Services } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { writeAudit } from '#platform/audit/write-audit.ts'
import { addJob } from '#worker/add-job.ts'
import type { From } from './begin-session.ts'
import { clientsOf } from './clients.ts'
import { findKnownClient, forgetPool, forgivePool, insertGuessWarning, takeFromPool } from './guess-queries.ts'

/** Guesses of a day, compared or turned away, from which on the person is warned. */
const WARN_FROM = 20
const STRANGERS = 'strangers'

type GuessServices = Pick<Services, 'db' | 'settings' | 'log'>

/** A guessing client and the account whose secrets it guesses. */
export type Guesser = {
  /** The account; undefined when no account has the email address or phone. */
  userId: number | undefined
  subject: string
  /** Clients that are delayed together. */
  pool: string
  /** Whether the account was used from this client before. */
  isKnown: boolean
  /** Guesses that wait for nothing; those of setting `limitLoginFailuresPerAccount` unless said. */
  free?: number
}

/**
 * Returns the pool of a client's guesses. A client that the account has used before has its own pool; all others share
 * one delay, so that changing addresses gains nothing.
 * @param typed stands for an account that does not exist, such as `email:a@b.test`
 */
export async function recogniseGuesser(
  { db }: Pick<Services, 'db'>,
  { userId, typed, request }: { userId: number | undefined; typed: string; request: From },
): Promise<Guesser> {
  if (userId === undefined) return { userId, subject: typed, pool: STRANGERS, isKnown: false }
  const known = await findKnownClient(db, { userId, clients: clientsOf(request) })
  return { userId, subject: `user:${userId}`, pool: known ?? STRANGERS, isKnown: known !== undefined }
}

/**
 * Takes one guess at any secret of an account: password, code, second factor, recovery code. It is taken before the
 * comparison, over all calls and apps together. After a few the next one waits 1, 2, 4, … seconds, at most an hour; one
 * that comes too soon is not compared. From 20 a day on the person is warned by e-mail, once a day.
 * @throws AppError TOO_MANY_REQUESTS with the seconds to wait
 * @see docs/decisions/0039-guesses-and-known-clients.md
 */
export async function takeGuess(services: GuessServices, guesser: Guesser, request: From): Promise<void> {
  const { db, settings, log } = services
  const { subject, pool, userId, free = settings.number('limitLoginFailuresPerAccount') } = guesser
  const guess = await takeFromPool(db, { subject, pool, free })
  if (guess.asked >= WARN_FROM && userId !== undefined)
    await warnOnce(services, { userId, asked: guess.asked, request })
  if (guess.isTaken) return
  log.info({ userId, client: request.client.key }, 'sign_in.guess_delayed')
  throw new AppError('TOO_MANY_REQUESTS', { retryAfter: Math.max(1, guess.waitSeconds) })
}

/**
 * Returns a rider who guesses at the PINs of customers, over all orders. Each order has five tries of its own, so more
 * are free.
 */
export function pinGuesser(riderId: number): Guesser {
  return { userId: riderId, subject: `pins:${riderId}`, pool: 'rider', isKnown: true, free: 30 }
}

/** Gives back one guess that was right, when the sign-in has another step or the call is not a sign-in. */
export async function forgiveGuess({ db }: Pick<Services, 'db'>, guesser: Guesser): Promise<void> {
  await forgivePool(db, { ...guesser, taken: 1 })
}

/**
 * Gives back the guesses of a sign-in whose last step has succeeded. A client of its own starts afresh; strangers keep
 * what others have guessed.
 */
export async function endGuessing({ db }: Pick<Services, 'db'>, guesser: Guesser, taken: number): Promise<void> {
  if (guesser.pool === STRANGERS) await forgivePool(db, { ...guesser, taken })
  else await forgetPool(db, guesser)
}

async function warnOnce(
  { db, log }: GuessServices,
  { userId, asked, request }: { userId: number; asked: number; request: From },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await insertGuessWarning(tx, userId))) return
    log.warn({ userId, asked, client: request.client.key }, 'sign_in.guesses')
    const object = { type: 'user', id: userId }
    await writeAudit(tx, { actorId: null, action: 'sign_in.guesses', object, after: { asked }, request })
    await addJob(tx, { name: 'warn-of-guesses', payload: { userId } })
  })
}
