import { randomInt } from 'node:crypto'
import type { From } from '#features/identity/sign-ins/begin-session.ts'
import { countFailure, refuseFailingClient } from '#features/identity/sign-ins/client-failures.ts'
import { clientsOf } from '#features/identity/sign-ins/clients.ts'
import { type Guesser, recogniseGuesser, takeGuess } from '#features/identity/sign-ins/guesses.ts'
import type { Services } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { takeFromClientLimit } from '#http/limits.ts'
import { logEvent } from '#log-events.ts'
import { loggedCause } from '#outside/message-provider.ts'
import { ownText } from '#platform/settings/own-text.ts'
import { countCodeByPrefix, giveBackToCodeBudget, requireTrustedPrefix, takeFromCodeBudget } from './code-budgets.ts'
import { takesCodes } from './code-phones.ts'
import {
  type CodePurpose,
  findLiveCode,
  findOwnerOf,
  insertCode,
  killCode,
  markCodeEntered,
  takeCodeGuess,
} from './code-queries.ts'
import { giveBackCodeTurn, takeCodeTurn } from './code-turns.ts'
import { matchesSlowHash, slowHash } from './slow-hash.ts'

const LIFE_MINUTES = 5
const HOUR_SECONDS = 3600

type CodeRequest = {
  purpose: CodePurpose
  phone: string
  language: string | undefined
  request: From
  guesser: Guesser
  /** Whether the account proved this phone before. */
  isProved: boolean
}
type CodeToKeep = {
  purpose: CodePurpose
  target: string
  code: string
  lifeMinutes: number
  request: From
  guesser: Guesser
}
type CodeServices = Pick<Services, 'config' | 'db' | 'settings' | 'outside' | 'log'>

/**
 * Sends a new code to a phone. Checks the limits before the slow hash, and commits the code before it sends the
 * message. Invalidates the code if the SMS provider refuses the message (docs/reference/security.md#one-time-codes,
 * GAP-23).
 * @throws AppError OTP_TOO_SOON, OTP_LIMIT, GATEWAY_FAILED, TEMPORARILY_AWAY
 */
export async function sendCode(
  services: CodeServices,
  { purpose, phone, language, request, guesser, isProved }: CodeRequest,
): Promise<void> {
  const { db, settings, outside, log } = services
  request.device?.keep()
  if (!isProved && !takesCodes(settings, phone)) throw phoneNotServed(settings, language)
  const turn = await takeCodeTurn(services, { target: phone, guesser, client: request.client })
  if ('waitSeconds' in turn)
    throw new AppError(turn.isGap ? 'OTP_TOO_SOON' : 'OTP_LIMIT', { retryAfter: turn.waitSeconds })
  const budget = isProved ? 'customers' : 'newcomers'
  try {
    if (!isProved) await requireTrustedPrefix(services, phone, request.client)
    // A known client has its own budget, so strangers who use up the common one do not lock it out.
    if (!guesser.isKnown) await takeFromCodeBudget(services, budget)
  } catch (error) {
    await giveBackCodeTurn(db, turn)
    throw error
  }
  const code = newCode()
  const id = await keepCode(services, { purpose, target: phone, code, lifeMinutes: LIFE_MINUTES, request, guesser })
  try {
    const text = ownText(settings, { key: 'otpMessage', text: 'smsCode', language })
    await outside.sms.send({ to: phone, text: `${text} ${code}`, code })
    if (!isProved) await countCodeByPrefix(db, { phone, what: 'sent', client: request.client })
  } catch (cause) {
    await killCode(db, id)
    if (!guesser.isKnown) await giveBackToCodeBudget(services, budget)
    logEvent(log, 'code.not_sent', { provider: loggedCause(cause) })
    throw new AppError('GATEWAY_FAILED', { cause })
  }
}

/**
 * Hashes and stores a new code of this purpose and target, and returns its id.
 * @throws AppError TEMPORARILY_AWAY
 */
export async function keepCode(
  { db, config }: Pick<CodeServices, 'db' | 'config'>,
  { purpose, target, code, lifeMinutes, request, guesser }: CodeToKeep,
): Promise<bigint> {
  const turn = { client: request.client, isReserved: guesser.isKnown }
  const codeHash = await slowHash(bound(purpose, target, code), { pepper: config.secret, turn })
  return insertCode(db, { purpose, target, codeHash, lifeMinutes, clients: clientsOf(request) })
}

/**
 * Counts one request for a code from an IP address, whether or not a code is sent. The limit also protects the
 * information about accounts that requests for codes reveal.
 * @throws AppError OTP_LIMIT
 */
export async function takeFromAskLimit(
  { db, settings }: CodeServices,
  { isKnown }: Pick<Guesser, 'isKnown'>,
  { client }: From,
): Promise<void> {
  if (isKnown) return
  try {
    const most = settings.number('limitCodesPerAddress')
    await takeFromClientLimit(db, { name: 'code-ask', client, most, windowSeconds: HOUR_SECONDS })
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'TOO_MANY_REQUESTS') throw error
    throw new AppError('OTP_LIMIT', { retryAfter: error.details.retryAfter, cause: error })
  }
}

/**
 * A correct code. The transaction for which the code was entered consumes it; when the transaction succeeds, the guess
 * is returned to its pool.
 */
export type RightCode = { id: bigint; guesser: Guesser }

/**
 * Finds the code that was sent to this phone or e-mail address for this purpose, if `code` matches. Every attempt,
 * right or wrong, takes one of the code's five guesses and one of the account's. If there is no valid code, nothing
 * counts against the phone or e-mail address. The device that requested the code has five separate guesses, which no
 * one else can use up.
 * @throws AppError TOO_MANY_REQUESTS, TEMPORARILY_AWAY
 */
export async function findRightCode(
  services: CodeServices,
  { purpose, target, code, request }: { purpose: CodePurpose; target: string; code: string; request: From },
): Promise<RightCode | undefined> {
  const { db, config } = services
  const clients = clientsOf(request)
  const found = await findLiveCode(db, { purpose, target, clients })
  const live = found?.has_guesses ? found : undefined
  const typed = target.startsWith('+') ? `phone:${target}` : `email:${target}`
  const owner = await findOwnerOf(db, target)
  const known = await recogniseGuesser(services, { userId: owner?.id, typed, request })
  const isOwn = live !== undefined && live.asked_by !== 'others'
  const isTrusted = known.isKnown || isOwn
  await refuseFailingClient(services, { isKnown: isTrusted }, request)
  const guesser = isOwn && !known.isKnown ? { ...known, pool: `asked by ${clients[0]}` } : known
  if (live) await takeGuess(services, guesser, request)
  const codeHash = live && (await takeCodeGuess(db, live))
  const turn = { client: request.client, isReserved: isTrusted }
  const isRight = await matchesSlowHash(bound(purpose, target, code), codeHash, { pepper: config.secret, turn })
  if (live && isRight) {
    if (target.startsWith('+') && !owner?.has_proved_phone && (await markCodeEntered(db, live.id)))
      await countCodeByPrefix(db, { phone: target, what: 'entered', client: request.client })
    return { id: live.id, guesser }
  }
  await countFailure(services, request)
  return undefined
}

function phoneNotServed(settings: CodeServices['settings'], language: string | undefined): AppError {
  const message = settings.text('fieldPhoneNotServed', {}, language)
  return new AppError('REGISTRATION_INVALID', { fields: { phone: 'fieldPhoneNotServed' }, message })
}

/**
 * Returns six uniformly random digits that never start with 0, so that a client may send them as a number
 * (docs/reference/wire.md#sign-in-codes-and-passwords).
 */
export function newCode(): string {
  return String(randomInt(111_111, 1_000_000))
}

/**
 * Returns the text that is hashed for a code. The text contains purpose and target, so that a hash copied to another
 * row matches no code there.
 */
function bound(purpose: CodePurpose, target: string, code: string): string {
  return `${purpose}:${target}:${code}`
}
