import { randomInt } from 'node:crypto'
import type { TextKey } from '@nukkad/contract/texts/en.ts'
import { isEmail, passwordProblem } from '@nukkad/rules/phone.ts'
import { inTransaction } from '#db/connection.ts'
import { type From, forgetOtherClients } from '#features/identity/sign-ins/begin-session.ts'
import { forgiveGuess, recogniseGuesser } from '#features/identity/sign-ins/guesses.ts'
import type { Services } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { logEvent } from '#log-events.ts'
import { loggedCause, type Message } from '#outside/message-provider.ts'
import { ownText } from '#platform/settings/own-text.ts'
import { giveBackToCodeBudget, requireCodeBudget, takeFromCodeBudget } from './code-budgets.ts'
import { consumeCode, findOwnerOf, killCode } from './code-queries.ts'
import { takeCodeTurn } from './code-turns.ts'
import { isCommonPassword } from './common-passwords.ts'
import { endSessionsOf } from './end-sessions.ts'
import { findRightCode, keepCode, type RightCode, takeFromAskLimit } from './one-time-codes.ts'
import { findResettableAccount, setPasswordHash } from './queries.ts'
import { slowHash } from './slow-hash.ts'

/** Digits and capital letters that are hard to confuse when someone copies them from an e-mail (GAP-24). */
const CODE_LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const CODE_LENGTH = 6
const LIFE_MINUTES = 10

type Asking = { email: string; language: string | undefined; request: From }

/**
 * Sends an e-mail with a code for a new password to the account of this e-mail address. The answer does not show
 * whether an account exists: known and unknown addresses have the same limits, hash and rows, neither waits for the
 * e-mail to be sent, and both check that the mail provider can be reached (P-28, GAP-24,
 * docs/reference/security.md#password-reset).
 * @throws AppError INVALID_INPUT, OTP_LIMIT, TOO_MANY_REQUESTS, MAIL_FAILED, TEMPORARILY_AWAY
 */
export async function sendResetCode(services: Services, { email, language, request }: Asking): Promise<void> {
  const { db, settings } = services
  if (!settings.isOn('enPassResetEmail')) throw new AppError('MAIL_FAILED')
  const target = readEmail(email)
  request.device?.keep()
  const guesser = await recogniseGuesser(services, {
    userId: (await findOwnerOf(db, target))?.id,
    typed: `email:${target}`,
    request,
  })
  await takeFromAskLimit(services, guesser, request)
  // A known client has its own budget, so strangers who use up the common one do not lock it out.
  if (!guesser.isKnown) await requireCodeBudget(services, 'mail')
  await requireMail(services)
  const turn = await takeCodeTurn(services, { target, guesser, client: request.client })
  if ('waitSeconds' in turn) throw new AppError('TOO_MANY_REQUESTS', { retryAfter: turn.waitSeconds })
  const code = newCode()
  const kept = { purpose: 'reset', target, code, lifeMinutes: LIFE_MINUTES, request, guesser } as const
  const id = await keepCode(services, kept)
  const account = await findResettableAccount(db, target)
  if (!account) return
  // Counts the message against the budget only if an e-mail is sent. `requireCodeBudget` has already refused the request
  // if the budget is used up, for known and unknown addresses alike.
  if (!guesser.isKnown) await takeFromCodeBudget(services, 'mail')
  const own = account.language ?? language
  mailLater(
    services,
    {
      to: account.email,
      subject: ownText(settings, { key: 'passwordResetEmailSubject', text: 'mailResetCodeSubject', language: own }),
      text: settings.text('mailResetCode', { code }, own),
      code,
    },
    async () => {
      await killCode(db, id)
      if (!guesser.isKnown) await giveBackToCodeBudget(services, 'mail')
    },
  )
}

/**
 * Checks a reset code without consuming it. Wrong codes count per code, per account and per client.
 * @throws AppError RESET_CODE_WRONG, TOO_MANY_REQUESTS, TEMPORARILY_AWAY
 */
export async function requireResetCode(
  services: Services,
  { email, code, request }: { email: string; code: string; request: From },
): Promise<RightCode> {
  const typed = { purpose: 'reset', target: email.toLowerCase(), code: code.toUpperCase(), request } as const
  const right = await findRightCode(services, typed)
  if (!right) throw new AppError('RESET_CODE_WRONG')
  return right
}

/**
 * Sets a new password with a reset code, ends every session of the account and notifies its owner. Opens no session.
 * @throws AppError PASSWORD_INVALID, RESET_CODE_WRONG, TOO_MANY_REQUESTS, TEMPORARILY_AWAY
 * @see P-30, GAP-24, docs/reference/security.md#password-reset
 */
export async function resetPassword(
  services: Services,
  { email, code, password, language, request }: Asking & { code: string; password: string },
): Promise<void> {
  const { db, settings, log } = services
  requireGoodPassword(services, { email, password, language })
  const right = await requireResetCode(services, { email, code, request })
  const turn = { client: request.client, isReserved: right.guesser.isKnown }
  const passwordHash = await slowHash(password, { turn })
  const account = await inTransaction(db, async (tx) => {
    if (!(await consumeCode(tx, right.id))) return undefined
    const changed = await setPasswordHash(tx, { email, passwordHash })
    if (!changed) return undefined
    await endSessionsOf(tx, changed.id)
    // Forgets the clients that the account knew while the old password was valid, except the client of this request.
    await forgetOtherClients(tx, { userId: changed.id, request })
    return changed
  })
  if (!account) throw new AppError('RESET_CODE_WRONG')
  await forgiveGuess(services, right.guesser)
  logEvent(log, 'password.reset', { userId: account.id })
  const own = account.language ?? language
  mailLater(services, {
    to: account.email,
    subject: settings.text('mailPasswordChangedSubject', {}, own),
    text: settings.text('mailPasswordChanged', {}, own),
  })
}

function readEmail(written: string): string {
  if (!isEmail(written)) throw new AppError('INVALID_INPUT', { fields: { email: 'fieldEmailInvalid' } })
  return written.toLowerCase()
}

const problemTexts = {
  'too-short': 'fieldPasswordShort',
  'too-long': 'fieldPasswordLong',
  'too-common': 'fieldPasswordCommon',
} as const satisfies Record<string, TextKey>

/**
 * Refuses a weak password. Callers check the password before the code, so that a weak password takes none of the code's
 * guesses.
 */
function requireGoodPassword(
  { settings }: Pick<Services, 'settings'>,
  { email, password, language }: { email: string; password: string; language: string | undefined },
): void {
  const isCommon = isCommonPassword(password, { name: '', email, phone: '' })
  const problem = passwordProblem(password) ?? (isCommon ? 'too-common' : undefined)
  if (!problem) return
  throw new AppError('PASSWORD_INVALID', {
    fields: { password: problemTexts[problem] },
    message: settings.text(problemTexts[problem], {}, language),
  })
}

async function requireMail({ outside, log }: Services): Promise<void> {
  try {
    await outside.mail.check()
  } catch (cause) {
    logEvent(log, 'mail.unavailable', { provider: loggedCause(cause) })
    throw new AppError('MAIL_FAILED', { cause })
  }
}

/** Sends an e-mail without waiting for it, because the time for sending would show that the account exists. */
function mailLater({ outside, log }: Services, message: Message, onLost: () => Promise<void> = async () => {}): void {
  outside.mail
    .send(message)
    .catch(async (cause: unknown) => {
      logEvent(log, 'mail.not_sent', { provider: loggedCause(cause) })
      await onLost()
    })
    .catch((error: Error) => logEvent(log, 'reset_code.not_withdrawn', { err: error }))
}

function newCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('')
}
