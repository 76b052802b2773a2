import type { Output } from '@nukkad/contract/contract.ts'
import { allPermissions } from '@nukkad/contract/permissions.ts'
import { inTransaction } from '#db/connection.ts'
import { checkPassword } from '#features/accounts/password-login.ts'
import { writeAudit } from '#features/audit/write-audit.ts'
import type { Services } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { startSession } from '#http/session.ts'
import { findStaffMember, type StaffRow } from './queries.ts'

type StaffMember = Output<'dashboard/me'>['data']
type Try = { email: string; password: string; request: { id: string; ip: string } }

/**
 * Signs a member of staff in. A right pair of a customer, rider or store owner is answered, counted and delayed like a
 * wrong one (GAP-75, GAP-76).
 * @returns the token of the session, and who it is
 * @throws AppError STAFF_LOGIN_WRONG, TOO_MANY_REQUESTS, TEMPORARILY_AWAY
 */
export async function signInStaff(
  services: Services,
  { email, password, request }: Try,
): Promise<{ token: string; member: StaffMember }> {
  const { db, log } = services
  const isEntitled = async (id: number): Promise<boolean> => (await findStaffMember(db, id)) !== undefined
  const userId = await checkPassword(services, { email, password, ip: request.ip, isEntitled })
  if (userId === undefined) {
    log.info('staff sign-in refused')
    throw new AppError('STAFF_LOGIN_WRONG')
  }
  const token = await inTransaction(db, async (tx) => {
    await writeAudit(tx, { actorId: userId, action: 'signed in to the dashboard', request })
    return startSession(tx, { userId, audience: 'staff' })
  })
  log.info({ userId }, 'staff signed in')
  return { token, member: await staffMember(services, userId) }
}

/**
 * A member of staff as the dashboard shows him; an administrator may do everything.
 * @throws AppError SESSION_REVOKED for somebody who has just ceased to be one
 */
export async function staffMember({ db }: Pick<Services, 'db'>, userId: number): Promise<StaffMember> {
  const row = await findStaffMember(db, userId)
  if (!row) throw new AppError('SESSION_REVOKED')
  return { ...row, permissions: permissionsOf(row) }
}

/** Names that a release has done away with are left out. */
function permissionsOf({ role, permissions }: StaffRow): StaffMember['permissions'] {
  return role === 'admin' ? allPermissions : permissions.filter((name) => allPermissions.includes(name))
}
