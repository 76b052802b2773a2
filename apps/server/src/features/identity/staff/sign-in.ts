import type { Output } from '@nukkad/contract/contract.ts'
import { allPermissions } from '@nukkad/contract/permissions.ts'
import { inTransaction } from '#db/connection.ts'
import { checkPassword } from '#features/identity/accounts/password-login.ts'
import { beginSession, type From } from '#features/identity/sign-ins/begin-session.ts'
import { endGuessing } from '#features/identity/sign-ins/guesses.ts'
import { holdLogin, type ProvedLogin } from '#features/identity/sign-ins/held-login.ts'
import { askSecondFactor, GUESSES_OF_TWO_STEPS, takeSecondStep } from '#features/identity/sign-ins/two-steps.ts'
import type { Services } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { logEvent } from '#log-events.ts'
import { writeAudit } from '#platform/audit/write-audit.ts'
import { findMember, type MemberRow } from './queries.ts'

export type Member = Extract<Output<'dashboard/login'>, { data: unknown }>['data']
type Try = { email: string; password: string; request: From }
type Entered = { token: string; member: Member }

/**
 * Verifies the first step of a dashboard sign-in, for staff and store owners. The correct password of a customer or
 * rider is answered, counted and delayed like a wrong one (GAP-75, GAP-76).
 * @returns the session's token and its member, or the ticket for the second step
 * @throws AppError STAFF_LOGIN_WRONG, TOO_MANY_REQUESTS, TEMPORARILY_AWAY
 */
export async function signInMember(
  services: Services,
  { email, password, request }: Try,
): Promise<Entered | { ticket: string }> {
  const { db, log } = services
  const isEntitled = async (id: number): Promise<boolean> => (await findMember(db, id)) !== undefined
  const right = await checkPassword(services, { email, password, audience: 'staff', request, isEntitled })
  if (!right) {
    logEvent(log, 'sign_in.refused', { by: 'dashboard', client: request.client.key })
    throw new AppError('STAFF_LOGIN_WRONG')
  }
  const { guesser, ...proved } = right
  const ticket = await inTransaction(db, (tx) => askSecondFactor(tx, { ...proved, audience: 'staff' }))
  if (ticket !== undefined) return { ticket }
  const entered = await enter(services, { ...proved, way: 'password', request })
  await endGuessing(services, guesser, 1)
  return entered
}

/**
 * Verifies the second step of a dashboard sign-in: a code of the authenticator, or a recovery code.
 * @throws AppError SIGN_IN_TICKET_OVER, SECOND_FACTOR_WRONG, TOO_MANY_REQUESTS
 */
export async function finishSignIn(
  services: Services,
  { ticket, code, request }: { ticket: string; code: string; request: From },
): Promise<Entered> {
  const { guesser, ...proved } = await takeSecondStep(services, { ticket, code, audience: 'staff', request })
  const entered = await enter(services, { ...proved, way: 'second-factor', request })
  await endGuessing(services, guesser, GUESSES_OF_TWO_STEPS)
  return entered
}

/**
 * Opens and records a dashboard session for a person who has proved their identity.
 * @throws AppError STAFF_LOGIN_WRONG, SIGN_IN_TICKET_OVER when a credential of the account has changed since
 */
export async function enter(
  services: Services,
  { way, request, ...proved }: ProvedLogin & { way: 'password' | 'second-factor' | 'registration'; request: From },
): Promise<Entered> {
  const { userId } = proved
  const member = await memberOf(services, userId)
  const token = await inTransaction(services.db, async (tx) => {
    const login = await holdLogin(tx, proved)
    if (!login) throw new AppError(way === 'second-factor' ? 'SIGN_IN_TICKET_OVER' : 'STAFF_LOGIN_WRONG')
    await writeAudit(tx, { actorId: userId, action: 'dashboard.signed_in', request })
    const audience = member.role === 'store_owner' ? 'store-owner' : 'staff'
    return beginSession(tx, { login, audience, way, request, inDashboard: true })
  })
  logEvent(services.log, 'sign_in.succeeded', { userId, by: 'dashboard', client: request.client.key })
  return { token, member }
}

/**
 * Returns a dashboard member with their permissions; an administrator has all. `isInPlace` means that staff are acting
 * as this owner.
 * @throws AppError SESSION_REVOKED for an account that is no dashboard member any more
 */
export async function memberOf(
  { db, config, settings }: Pick<Services, 'db' | 'config' | 'settings'>,
  userId: number,
  { isInPlace = false } = {},
): Promise<Member> {
  const row = await findMember(db, userId)
  if (!row) throw new AppError('SESSION_REVOKED')
  const { id, name, email, role, stores, has_second_factor } = row
  return {
    id,
    name,
    email,
    role,
    stores: isInPlace ? stores.filter((store) => store.role === 'owner') : stores,
    has_second_factor,
    permissions: permissionsOf(row, !isInPlace && settings.isOn('allowStoreOwnersPlaceLoginOrders')),
    needs_second_factor: config.mode === 'production' && role === 'admin' && !has_second_factor,
  }
}

/**
 * Returns the permissions of a member, without those that a later release removed. Store owners have only the one
 * permission that the shop can give them. The rights of employees follow from their roles.
 */
function permissionsOf(
  { role, is_owner, permissions }: MemberRow,
  ownersOrderForCallers: boolean,
): Member['permissions'] {
  if (role === 'admin') return allPermissions
  if (is_owner && ownersOrderForCallers) return ['login_as_customer']
  return role === 'staff' ? permissions.filter((name) => allPermissions.includes(name)) : []
}
