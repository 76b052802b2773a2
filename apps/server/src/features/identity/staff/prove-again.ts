import { matchesSlowHash } from '#features/identity/accounts/slow-hash.ts'
import { endGuessing, recogniseGuesser, takeGuess } from '#features/identity/sign-ins/guesses.ts'
import type { CallContext } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { renewProof } from '#http/session.ts'
import { findOwnPassword } from './queries.ts'
import { isSecondFactorRight } from './second-factor.ts'

/**
 * Allows calls that move money for ten minutes, after the member has entered their password and, if they have a second
 * factor, one of its codes. The password and the code together count as one guess.
 * @throws AppError PROOF_WRONG, TOO_MANY_REQUESTS, TEMPORARILY_AWAY
 */
export async function proveAgain(context: CallContext<'dashboard/prove'>): Promise<void> {
  const { db, config, input, session, request } = context
  const { userId } = session
  const guesser = await recogniseGuesser(context, { userId, typed: '', request })
  await takeGuess(context, guesser, request)
  const { password_hash } = await findOwnPassword(db, userId)
  const turn = { client: request.client, isReserved: true }
  const isRight = await matchesSlowHash(input.password, password_hash, { turn })
  const code = input.code ?? ''
  // The server checks the second factor only after the password was correct, because a check consumes the code.
  const isProved = isRight && (!session.hasSecondFactor || (await isSecondFactorRight(db, config, { userId, code })))
  if (!isProved) throw new AppError('PROOF_WRONG')
  await renewProof(db, session.id)
  await endGuessing(context, guesser, 1)
}
