import { inTransaction } from '#db/connection.ts'
import { matchesSlowHash } from '#features/identity/accounts/slow-hash.ts'
import { replacePassword } from '#features/identity/accounts/update-password.ts'
import { hashPassword } from '#features/identity/accounts/work-account.ts'
import { forgetOtherClients } from '#features/identity/sign-ins/begin-session.ts'
import { forgiveGuess, recogniseGuesser, takeGuess } from '#features/identity/sign-ins/guesses.ts'
import type { CallContext } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { endOtherSessions } from '#http/session.ts'
import { writeAudit } from '#platform/audit/write-audit.ts'
import { findOwnPassword } from './queries.ts'

/**
 * Changes the password of the signed-in dashboard member. The change requires the current password, which a person who
 * finds an unlocked computer does not know.
 * @throws AppError INVALID_INPUT, TOO_MANY_REQUESTS, TEMPORARILY_AWAY
 */
export async function changeOwnPassword(context: CallContext<'dashboard/change-password'>): Promise<void> {
  const { db, input, session, request } = context
  const { userId, id: sessionId } = session
  const guesser = await recogniseGuesser(context, { userId, typed: '', request })
  await takeGuess(context, guesser, request)
  const { name, email, phone, password_hash: before } = await findOwnPassword(db, userId)
  const turn = { client: request.client, isReserved: true }
  if (!(await matchesSlowHash(input.current_password, before, { turn }))) throw wrong()
  await forgiveGuess(context, guesser)
  const hash = await hashPassword(input.password, { name, email: email ?? '', phone })
  await inTransaction(db, async (tx) => {
    // Another request may have changed the password after this one compared it.
    if (!(await replacePassword(tx, { userId, before, hash }))) throw wrong()
    await endOtherSessions(tx, { userId, sessionId })
    await forgetOtherClients(tx, { userId, request })
    await writeAudit(tx, { actorId: userId, action: 'own_password.updated', request })
  })
}

function wrong(): AppError {
  return new AppError('INVALID_INPUT', { fields: { current_password: 'fieldPasswordWrong' } })
}
