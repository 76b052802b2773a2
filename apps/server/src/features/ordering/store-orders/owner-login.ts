import type { Output } from '@nukkad/contract/contract.ts'
import { inTransaction } from '#db/connection.ts'
import { readStores } from '#features/catalogue/stores/read-stores.ts'
import { findOwner } from '#features/identity/accounts/find-owner.ts'
import { checkPassword } from '#features/identity/accounts/password-login.ts'
import { beginSession, type From } from '#features/identity/sign-ins/begin-session.ts'
import { endGuessing } from '#features/identity/sign-ins/guesses.ts'
import { holdLogin, type ProvedLogin } from '#features/identity/sign-ins/held-login.ts'
import {
  askSecondFactor,
  GUESSES_OF_TWO_STEPS,
  secondFactorAsked,
  takeSecondStep,
} from '#features/identity/sign-ins/two-steps.ts'
import type { Services } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { listOwnStoreIds } from './queries.ts'

/**
 * Signs a store owner in (docs/reference/wire.md#store-owner-app); a person who is not a store owner gets the same
 * answer as a person without an account.
 * @throws AppError DONOTMATCH, SECOND_FACTOR_ASKED, TOO_MANY_REQUESTS
 */
export async function loginOwner(
  services: Services,
  { email, password, request }: { email?: string | null; password?: string | null; request: From },
): Promise<Output<'store-owner/login'>> {
  const { db } = services
  const entry = { audience: 'store-owner', way: 'password', request } as const
  const isEntitled = async (id: number): Promise<boolean> => (await findOwner(db, id)) !== undefined
  const right = email && password ? await checkPassword(services, { email, password, isEntitled, ...entry }) : undefined
  if (!right) throw new AppError('DONOTMATCH')
  const { guesser, ...proved } = right
  const ticket = await inTransaction(db, (tx) => askSecondFactor(tx, { ...proved, audience: 'store-owner' }))
  if (ticket !== undefined) throw secondFactorAsked(ticket)
  const answer = await enter(services, { ...proved, way: 'password', request })
  await endGuessing(services, guesser, 1)
  return answer
}

/**
 * Finishes the sign-in of an owner with a second factor.
 * @throws AppError SIGN_IN_TICKET_OVER, SECOND_FACTOR_WRONG, TOO_MANY_REQUESTS
 */
export async function finishOwnerLogin(
  services: Services,
  { ticket, code, request }: { ticket: string; code: string; request: From },
): Promise<Output<'store-owner/login'>> {
  const { guesser, ...proved } = await takeSecondStep(services, { ticket, code, audience: 'store-owner', request })
  const answer = await enter(services, { ...proved, way: 'second-factor', request })
  await endGuessing(services, guesser, GUESSES_OF_TWO_STEPS)
  return answer
}

async function enter(
  { db }: Services,
  { way, request, ...proved }: ProvedLogin & { way: 'password' | 'second-factor'; request: From },
): Promise<Output<'store-owner/login'>> {
  const owner = await findOwner(db, proved.userId)
  // The person is refused if they have stopped being an owner between the two steps of the sign-in.
  if (!owner) throw new AppError('DONOTMATCH')
  const stores = await readStores(db, await listOwnStoreIds(db, owner.id))
  const token = await inTransaction(db, async (tx) => {
    const login = await holdLogin(tx, proved)
    if (!login) throw new AppError(way === 'password' ? 'DONOTMATCH' : 'SIGN_IN_TICKET_OVER')
    return beginSession(tx, { login, audience: 'store-owner', way, request })
  })
  return {
    success: true,
    data: {
      id: owner.id,
      auth_token: token,
      name: owner.name,
      email: owner.email,
      phone: owner.phone ?? '',
      stores,
    },
  }
}
