import type { Services } from '#http/calls.ts'
import { countClientFailure, refuseIfClientExhausted } from '#http/limits.ts'
import type { From } from './begin-session.ts'
import type { Guesser } from './guesses.ts'

const WINDOW_SECONDS = 15 * 60

type FailureServices = Pick<Services, 'db' | 'settings'>

/**
 * Refuses a client with too many wrong guesses in total, at any account and any secret. A client that the account knows
 * is not refused, because other people may share its IP address.
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function refuseFailingClient(
  { db, settings }: FailureServices,
  { isKnown }: Pick<Guesser, 'isKnown'>,
  request: From,
): Promise<void> {
  if (!isKnown) await refuseIfClientExhausted(db, limitOf(settings, request))
}

/** Counts a wrong guess against the client, for any account and secret. */
export async function countFailure({ db, settings }: FailureServices, request: From): Promise<void> {
  await countClientFailure(db, limitOf(settings, request))
}

function limitOf(settings: Services['settings'], { client }: From) {
  const most = settings.number('limitLoginFailuresPerAddress')
  return { name: 'wrong-guess', client, most, windowSeconds: WINDOW_SECONDS }
}
