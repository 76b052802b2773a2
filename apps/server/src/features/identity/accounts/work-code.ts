import { inTransaction } from '#db/connection.ts'
import { type From, noteRefusal } from '#features/identity/sign-ins/begin-session.ts'
import { type Guesser, recogniseGuesser } from '#features/identity/sign-ins/guesses.ts'
import type { ProvedLogin } from '#features/identity/sign-ins/held-login.ts'
import type { Services } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { logEvent } from '#log-events.ts'
import { loggedCause } from '#outside/message-provider.ts'
import { ownText } from '#platform/settings/own-text.ts'
import { giveBackToCodeBudget, requireCodeBudget, takeFromCodeBudget } from './code-budgets.ts'
import { consumeCode, killCode } from './code-queries.ts'
import { takeCodeTurn } from './code-turns.ts'
import { findRightCode, keepCode, newCode, takeFromAskLimit } from './one-time-codes.ts'
import { findAccountByPhone } from './queries.ts'
import { readPhone } from './registration.ts'

const LIFE_MINUTES = 5

type Asking = {
  phone?: string | null | undefined
  /**
   * Whether an account may sign in to this app. Other accounts get the same answer as unknown ones, so that no one can
   * find out that they exist.
   */
  isEntitled: (userId: number) => Promise<boolean>
}

/**
 * Sends a sign-in code to a rider's phone, if its account may sign in. The answer does not show whether the account may
 * sign in: known and unknown phones have the same limits, hash and rows, and neither waits for the message to be sent.
 * @throws AppError INVALID_INPUT, OTP_TOO_SOON, OTP_LIMIT, TEMPORARILY_AWAY
 */
export async function sendWorkCode(
  services: Services,
  { phone: written, isEntitled, request }: Asking & { request: From & { language: string | undefined } },
): Promise<void> {
  const { db, settings } = services
  const phone = readPhone(written)
  if (!phone) throw new AppError('INVALID_INPUT', { fields: { phone: 'fieldPhoneInvalid' } })
  request.device?.keep()
  const account = await findAccountByPhone(db, phone)
  const guesser = await recogniseGuesser(services, { userId: account?.id, typed: `phone:${phone}`, request })
  await takeFromAskLimit(services, guesser, request)
  if (!guesser.isKnown) await requireCodeBudget(services, 'customers')
  const turn = await takeCodeTurn(services, { target: phone, guesser, client: request.client })
  if ('waitSeconds' in turn)
    throw new AppError(turn.isGap ? 'OTP_TOO_SOON' : 'OTP_LIMIT', { retryAfter: turn.waitSeconds })
  const code = newCode()
  const kept = { purpose: 'rider', target: phone, code, lifeMinutes: LIFE_MINUTES, request, guesser } as const
  const id = await keepCode(services, kept)
  if (!account || !(await isEntitled(account.id))) return
  if (!guesser.isKnown) await takeFromCodeBudget(services, 'customers')
  const language = account.language ?? request.language
  const text = `${ownText(settings, { key: 'otpMessage', text: 'smsCode', language })} ${code}`
  textLater(services, { phone, text, code }, async () => {
    await killCode(db, id)
    if (!guesser.isKnown) await giveBackToCodeBudget(services, 'customers')
  })
}

/**
 * Returns the account for which the code of `sendWorkCode` is correct, and consumes the code. Does not open a session.
 * @throws AppError DONOTMATCH, TOO_MANY_REQUESTS, TEMPORARILY_AWAY
 */
export async function takeWorkCode(
  services: Services,
  { phone: written, otp, isEntitled, request }: Asking & { otp?: string | null | undefined; request: From },
): Promise<ProvedLogin & { guesser: Guesser }> {
  const phone = readPhone(written)
  if (!phone || !otp) throw new AppError('DONOTMATCH')
  const code = await findRightCode(services, { purpose: 'rider', target: phone, code: otp, request })
  const account = await findAccountByPhone(services.db, phone)
  if (!code || !account || !(await isEntitled(account.id))) {
    const refused = { audience: 'delivery', way: 'code', refusal: 'wrong', request } as const
    await noteRefusal(services.db, { userId: account?.id, ...refused })
    throw new AppError('DONOTMATCH')
  }
  if (!(await inTransaction(services.db, (tx) => consumeCode(tx, code.id)))) throw new AppError('DONOTMATCH')
  return { userId: account.id, loginVersion: account.login_version, guesser: code.guesser }
}

/** Sends a text message without waiting for it, because the time for sending would show that the account exists. */
function textLater(
  { outside, log }: Services,
  { phone, text, code }: { phone: string; text: string; code: string },
  onLost: () => Promise<void>,
): void {
  outside.sms
    .send({ to: phone, text, code })
    .catch(async (cause: unknown) => {
      logEvent(log, 'code.not_sent', { provider: loggedCause(cause) })
      await onLost()
    })
    .catch((error: Error) => logEvent(log, 'reset_code.not_withdrawn', { err: error }))
}
