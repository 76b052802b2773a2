import { createHash } from 'node:crypto'
import type { Input } from '@nukkad/contract/contract.ts'
import { type Db, inTransaction, type Tx, violatedConstraint } from '#db/connection.ts'
import { checkPassword } from '#features/identity/accounts/password-login.ts'
import { trustContact } from '#features/identity/accounts/trust-contact.ts'
import { addWorkAccount, readWorkAccount } from '#features/identity/accounts/work-account.ts'
import type { From } from '#features/identity/sign-ins/begin-session.ts'
import { endGuessing } from '#features/identity/sign-ins/guesses.ts'
import { holdLogin } from '#features/identity/sign-ins/held-login.ts'
import type { Services } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { writeAudit } from '#platform/audit/write-audit.ts'
import { findInvitation, type InvitationRow, insertEmployee, standingOf, takeInvitation } from './queries.ts'

type Typed = Input<'dashboard/invitations/accept'>
type Request = From & Parameters<typeof writeAudit>[1]['request']

const refusals = {
  used: 'INVITATION_USED',
  withdrawn: 'INVITATION_WITHDRAWN',
  expired: 'INVITATION_EXPIRED',
} as const

export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/**
 * Returns the invitation of a token that can still be accepted.
 * @throws AppError INVITATION_UNKNOWN, INVITATION_USED, INVITATION_WITHDRAWN, INVITATION_EXPIRED
 */
export async function getOpenInvitation(db: Db, token: string): Promise<InvitationRow> {
  const invitation = await findInvitation(db, hashOfToken(token))
  if (!invitation) throw new AppError('INVITATION_UNKNOWN')
  if (invitation.state !== 'open') throw new AppError(refusals[invitation.state])
  return invitation
}

/**
 * Accepts an invitation, once. The token proves the invited phone or e-mail address, because it was sent only there. If
 * an account has this contact, the person must also give its password; otherwise a new account is created.
 * @throws AppError as `getOpenInvitation`, INVITATION_FOR_ANOTHER, EMPLOYEE_ALREADY, STAFF_LOGIN_WRONG,
 * EMAIL_PHONE_ALREADY_USED, INVALID_INPUT, PERMISSION_MISSING for people who work for the shop
 */
export async function acceptInvitation(services: Services, typed: Typed, request: Request): Promise<void> {
  const invitation = await getOpenInvitation(services.db, typed.token)
  const act = invitation.account_id === null ? joinWithNewAccount : joinWithAccount
  await act(services, invitation, typed, request)
}

async function joinWithAccount(services: Services, invitation: InvitationRow, typed: Typed, request: Request) {
  const { email, password, token } = typed
  const right = await checkPassword(services, { email, password, audience: 'store-owner', request })
  if (!right) throw new AppError('STAFF_LOGIN_WRONG')
  const { guesser, ...proved } = right
  if (proved.userId !== invitation.account_id) throw new AppError('INVITATION_FOR_ANOTHER')
  await inTransaction(services.db, async (tx) => {
    if (!(await holdLogin(tx, proved))) throw new AppError('STAFF_LOGIN_WRONG')
    await join(tx, { invitation, token, userId: proved.userId, request })
  })
  await endGuessing(services, guesser, 1)
}

async function joinWithNewAccount(services: Services, invitation: InvitationRow, typed: Typed, request: Request) {
  const { email, password, token, name } = typed
  const { phone } = invitation
  if (invitation.email !== null && invitation.email.toLowerCase() !== email.toLowerCase())
    throw new AppError('INVITATION_FOR_ANOTHER')
  const account = await readWorkAccount({ name: name ?? '', email, password, phone })
  await inTransaction(services.db, async (tx) => {
    const userId = await addWorkAccount(tx, account, { role: 'customer', staffId: null })
    await join(tx, { invitation, token, userId, request })
  })
}

type Joining = { invitation: InvitationRow; token: string; userId: number; request: Request }

async function join(tx: Tx, { invitation, token, userId, request }: Joining): Promise<void> {
  const { id, store_id: storeId, role, phone } = invitation
  const { is_staff, is_owner } = await standingOf(tx, { userId, storeId })
  if (is_staff) throw new AppError('PERMISSION_MISSING')
  if (is_owner) throw new AppError('EMPLOYEE_ALREADY')
  const addedBy = await takeInvitation(tx, { id, tokenHash: hashOfToken(token), userId })
  if (addedBy === undefined) {
    // Reads the invitation a second time for its error: another request used it after the first read, or the store
    // withdrew it.
    await getOpenInvitation(tx, token)
    throw new AppError('INVITATION_WITHDRAWN')
  }
  try {
    await insertEmployee(tx, { storeId, userId, role, addedBy })
  } catch (error) {
    if (violatedConstraint(error) === 'store_employees__one_role')
      throw new AppError('EMPLOYEE_ALREADY', { cause: error })
    throw error
  }
  await trustContact(tx, { userId, phone })
  await writeAudit(tx, {
    actorId: userId,
    action: 'employee.joined',
    object: { type: 'store', id: storeId },
    after: { user: userId, role },
    request,
  })
}
