import type { Output } from '@nukkad/contract/contract.ts'
import { rolesBelow, type StoreRole } from '@nukkad/contract/store-roles.ts'
import { isEmail } from '@nukkad/rules/phone.ts'
import type { Db, Tx } from '#db/connection.ts'
import { readMobile } from '#features/identity/accounts/registration.ts'
import { AppError } from '#http/errors.ts'
import { requireOwnHand, type Session } from '#http/session.ts'
import { requireOwnStore } from '#platform/access/own-store.ts'
import { listEmployees, listOpenInvitations, listOwners, lockEmployee } from './queries.ts'

type Actor = Pick<Session, 'userId' | 'audience' | 'stores' | 'work' | 'actingStaffId'>

/**
 * Returns the roles that a person may give and take away in a store. Staff of the shop and owners may give and take all
 * roles.
 */
function rolesGivenBy({ work }: Pick<Session, 'work'>, storeId: number): readonly StoreRole[] {
  if (!work || work.owned.includes(storeId)) return rolesBelow('owner')
  const job = work.jobs.find((each) => each.storeId === storeId)
  return job ? rolesBelow(job.role) : []
}

/**
 * Returns the roles that the person may give and take away in their store. Staff who act as the owner may not change
 * who has access to the store.
 * @throws AppError ORDER_NOT_YOURS, NOT_FOUND, PERMISSION_MISSING
 */
export async function requireGiver(db: Db, session: Actor, storeId: number): Promise<readonly StoreRole[]> {
  await requireOwnStore(db, session, storeId)
  requireOwnHand(session)
  return rolesGivenBy(session, storeId)
}

/**
 * Refuses a role that the person may not give.
 * @throws AppError PERMISSION_MISSING
 */
export function requireRole(given: readonly StoreRole[], role: StoreRole): void {
  if (!given.includes(role)) throw new AppError('PERMISSION_MISSING')
}

/** Reads the people of a store: owners, employees and open invitations. */
export async function readEmployees(db: Db, session: Actor, storeId: number): Promise<Output<'store-owner/employees'>> {
  await requireOwnStore(db, session, storeId)
  const [owners, employees, invitations] = await Promise.all([
    listOwners(db, storeId),
    listEmployees(db, storeId),
    listOpenInvitations(db, storeId),
  ])
  return {
    success: true,
    owners,
    employees: employees.map((row) => ({ ...row, since: row.since.toISOString() })),
    invitations: invitations.map((row) => ({ ...row, expires_at: row.expires_at.toISOString() })),
    may_give: session.actingStaffId === null ? [...rolesGivenBy(session, storeId)] : [],
  }
}

/**
 * Locks an employee of a store and checks that the person may take away the employee's role.
 * @throws AppError NOT_FOUND, PERMISSION_MISSING
 */
export async function lockBelow(
  tx: Tx,
  given: readonly StoreRole[],
  who: { storeId: number; userId: number },
): Promise<{ id: number; role: StoreRole }> {
  const employee = await lockEmployee(tx, who)
  if (!employee) throw new AppError('NOT_FOUND')
  requireRole(given, employee.role)
  return employee
}

/**
 * Reads the contact of an invitation, which is exactly one phone or one e-mail address.
 * @throws AppError INVALID_INPUT
 */
export function readContact(typed: { email?: string | null | undefined; phone?: string | null | undefined }): {
  email: string | null
  phone: string | null
} {
  const { email, phone } = typed
  if (email && phone) throw new AppError('INVALID_INPUT', { fields: { phone: 'fieldInvalid' } })
  if (!phone) {
    if (!email || !isEmail(email)) throw new AppError('INVALID_INPUT', { fields: { email: 'fieldEmailInvalid' } })
    return { email: email.toLowerCase(), phone: null }
  }
  const mobile = readMobile(phone)
  if (!mobile) throw new AppError('INVALID_INPUT', { fields: { phone: 'fieldPhoneInvalid' } })
  return { email: null, phone: mobile }
}
