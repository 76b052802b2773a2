import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'
import { isSecondFactorRight } from '#features/identity/staff/second-factor.ts'
import type { Services } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import type { SessionAudience } from '#http/session.ts'
import { logEvent } from '#log-events.ts'
import { type From, noteRefusal } from './begin-session.ts'
import { countFailure } from './client-failures.ts'
import { type Guesser, recogniseGuesser, takeGuess } from './guesses.ts'
import type { ProvedLogin } from './held-login.ts'
import { burnTicket, findTicket, issueTicket, takeTicketTry } from './tickets.ts'

/** Number of guesses that a sign-in in two steps takes; they are returned when it succeeds. */
export const GUESSES_OF_TWO_STEPS = 2

/**
 * Completes the first step of a sign-in in any app. Returns the ticket for the second step if the account has a second
 * factor; undefined if it has none.
 */
export async function askSecondFactor(
  tx: Tx,
  holder: ProvedLogin & { audience: SessionAudience },
): Promise<string | undefined> {
  const { rows } = await sql<{ has_one: boolean }>`
    select exists (select from second_factors
                    where user_id = ${holder.userId} and confirmed_at is not null) as has_one`.execute(tx)
  return rows[0]!.has_one ? issueTicket(tx, holder) : undefined
}

/**
 * Returns the error that asks an app for the second step with this ticket. Apps without a second step show the message
 * of the error.
 */
export function secondFactorAsked(ticket: string): AppError {
  return new AppError('SECOND_FACTOR_ASKED', { extra: { second_factor: { ticket } } })
}

/**
 * Verifies the second step: a code of the authenticator, or a recovery code. The guess counts against the account, over
 * all tickets.
 * @throws AppError SIGN_IN_TICKET_OVER, SECOND_FACTOR_WRONG, TOO_MANY_REQUESTS
 */
export async function takeSecondStep(
  services: Services,
  { ticket, code, audience, request }: { ticket: string; code: string; audience: SessionAudience; request: From },
): Promise<ProvedLogin & { guesser: Guesser }> {
  const { db, config, log } = services
  const proved = await findTicket(db, { ticket, audience })
  if (!proved) throw new AppError('SIGN_IN_TICKET_OVER')
  const { userId } = proved
  const guesser = await recogniseGuesser(services, { userId, typed: '', request })
  await takeGuess(services, guesser, request)
  if (!(await takeTicketTry(db, ticket))) throw new AppError('SIGN_IN_TICKET_OVER')
  if (!(await isSecondFactorRight(db, config, { userId, code }))) {
    logEvent(log, 'sign_in.second_factor_refused', { userId, client: request.client.key })
    await countFailure(services, request)
    await noteRefusal(db, { userId, audience, way: 'second-factor', refusal: 'wrong', request })
    throw new AppError('SECOND_FACTOR_WRONG')
  }
  if (!(await burnTicket(db, ticket))) throw new AppError('SIGN_IN_TICKET_OVER')
  return { ...proved, guesser }
}
