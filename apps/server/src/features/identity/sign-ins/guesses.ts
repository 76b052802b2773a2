import { inTransaction } from '#db/connection.ts'
import type { Services } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { logEvent } from '#log-events.ts'
import { writeAudit } from '#platform/audit/write-audit.ts'
import { addJob } from '#worker/add-job.ts'
import type { From } from './begin-session.ts'
import { clientsOf } from './clients.ts'
import { findKnownClient, forgetPool, forgivePool, insertGuessWarning, takeFromPool } from './guess-queries.ts'

/** Number of guesses in a day, compared or delayed, from which the person is warned. */
const WARN_FROM = 20
const STRANGERS = 'strangers'

type GuessServices = Pick<Services, 'db' | 'settings' | 'log'>

/** A client that guesses, and the account whose secrets it guesses. */
export type Guesser = {
  /** The account; undefined when no account has the email address or phone. */
  userId: number | undefined
  subject: string
  /** The name shared by the clients that have one common delay. */
  pool: string
  /** Whether the account was used from this client before. */
  isKnown: boolean
  /** Number of guesses without a delay; the setting `limitLoginFailuresPerAccount` if not given. */
  free?: number
}

/**
 * Returns the pool of a client's guesses. A client that the account has used before has its own pool. All other clients
 * share one delay, so that changing IP addresses gains nothing.
 * @param typed the subject of the guesses if no account exists, such as `email:a@b.test`
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
 * Takes one guess at any secret of an account: password, code, second factor or recovery code. The guess is counted
 * before the comparison, over all calls and apps together. After the free guesses, the next one must wait 1, 2, 4, …
 * seconds, at most an hour; one that comes too soon is not compared. From 20 guesses in a day on, the person is warned
 * by e-mail once a day.
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
  logEvent(log, 'sign_in.guess_delayed', { userId, client: request.client.key })
  throw new AppError('TOO_MANY_REQUESTS', { retryAfter: Math.max(1, guess.waitSeconds) })
}

/**
 * Returns the guesser for a rider who enters customers' PINs, over all orders. This guesser has more free guesses,
 * because each order allows only five attempts.
 */
export function pinGuesser(riderId: number): Guesser {
  return { userId: riderId, subject: `pins:${riderId}`, pool: 'rider', isKnown: true, free: 30 }
}

/**
 * Returns one correct guess to its pool, where the sign-in continues with another step or the call is not a sign-in.
 */
export async function forgiveGuess({ db }: Pick<Services, 'db'>, guesser: Guesser): Promise<void> {
  await forgivePool(db, { ...guesser, taken: 1 })
}

/**
 * Returns the guesses of a completed sign-in to their pool. The pool of a known client starts again; in the pool of
 * strangers, the guesses of other people still count.
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
    logEvent(log, 'sign_in.guesses', { userId, asked, client: request.client.key })
    const object = { type: 'user', id: userId }
    await writeAudit(tx, { actorId: null, action: 'sign_in.guessed', object, after: { asked }, request })
    await addJob(tx, { name: 'warn-of-guesses', payload: { userId } })
  })
}
