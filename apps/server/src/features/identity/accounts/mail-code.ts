import type { From } from '#features/identity/sign-ins/begin-session.ts'
import type { Guesser } from '#features/identity/sign-ins/guesses.ts'
import type { Services } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { logEvent } from '#log-events.ts'
import { loggedCause } from '#outside/message-provider.ts'
import { giveBackToCodeBudget, takeFromCodeBudget } from './code-budgets.ts'
import { killCode } from './code-queries.ts'
import { giveBackCodeTurn, takeCodeTurn } from './code-turns.ts'
import { keepCode, newCode } from './one-time-codes.ts'

const LIFE_MINUTES = 10

/**
 * Sends a new code of six digits to an e-mail address, which need not belong to an account. Invalidates the code if the
 * mail provider refuses the message.
 * @throws AppError OTP_TOO_SOON, OTP_LIMIT, MAIL_FAILED, TEMPORARILY_AWAY
 */
export async function mailCode(
  services: Services,
  {
    email,
    language,
    request,
    guesser,
  }: { email: string; language: string | undefined; request: From; guesser: Guesser },
): Promise<void> {
  const { db, settings, outside, log } = services
  request.device?.keep()
  const turn = await takeCodeTurn(services, { target: email, guesser, client: request.client })
  if ('waitSeconds' in turn)
    throw new AppError(turn.isGap ? 'OTP_TOO_SOON' : 'OTP_LIMIT', { retryAfter: turn.waitSeconds })
  try {
    await takeFromCodeBudget(services, 'mail')
  } catch (error) {
    await giveBackCodeTurn(db, turn)
    throw error
  }
  const code = newCode()
  const kept = { purpose: 'contact', target: email, code, lifeMinutes: LIFE_MINUTES, request, guesser } as const
  const id = await keepCode(services, kept)
  try {
    const subject = settings.text('mailContactCodeSubject', {}, language)
    await outside.mail.send({ to: email, subject, text: settings.text('mailContactCode', { code }, language), code })
  } catch (cause) {
    await killCode(db, id)
    await giveBackToCodeBudget(services, 'mail')
    logEvent(log, 'mail.not_sent', { provider: loggedCause(cause) })
    throw new AppError('MAIL_FAILED', { cause })
  }
}
