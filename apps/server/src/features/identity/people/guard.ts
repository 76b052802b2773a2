import type { Tx } from '#db/connection.ts'
import { AppError } from '#http/errors.ts'
import type { Session } from '#http/session.ts'
import { countOtherAdmins, lockPerson, type PersonRow } from './queries.ts'

type Actor = Pick<Session, 'userId' | 'isAdmin' | 'permissions'>

/**
 * Locks an account that this member of staff may change. Staff may not change their own account, and only
 * administrators change staff, because a person who could change a member's account could take it over
 * (docs/reference/security.md#authorisation).
 * @throws AppError NOT_FOUND, PERMISSION_MISSING
 */
export async function lockChangeable(tx: Tx, actor: Actor, id: number): Promise<PersonRow> {
  const person = await lockPerson(tx, id)
  if (!person) throw new AppError('NOT_FOUND')
  const isColleague = person.roles.some((role) => role === 'staff' || role === 'admin')
  if (person.id === actor.userId || (isColleague && !actor.isAdmin)) throw new AppError('PERMISSION_MISSING')
  return person
}

/**
 * Refuses to change the login data of an account whose data and money the actor may not reach. Only administrators
 * change the login of store owners and of stores' employees, because no one else may reach payouts. Staff change a
 * customer's login only if they may spend that customer's wallet.
 * @throws AppError PERMISSION_MISSING
 */
export function requireMaySetLogin({ isAdmin, permissions }: Actor, { roles, is_employee }: PersonRow): void {
  if (isAdmin) return
  const isBarred =
    roles.includes('store_owner') ||
    is_employee ||
    (roles.includes('customer') && !permissions.includes('all_users_wallet'))
  if (isBarred) throw new AppError('PERMISSION_MISSING')
}

/**
 * Requires an account that this member of staff may change and that has no other role than customer.
 * @throws AppError NOT_FOUND, PERMISSION_MISSING
 */
export async function requireCustomer(tx: Tx, actor: Actor, id: number): Promise<void> {
  const { roles } = await lockChangeable(tx, actor, id)
  if (!roles.includes('customer') || roles.length > 1) throw new AppError('PERMISSION_MISSING')
}

/**
 * Makes sure that there remains at least one administrator, who can give others access.
 * @throws AppError LAST_ADMINISTRATOR
 */
export async function requireAnotherAdmin(tx: Tx, person: PersonRow): Promise<void> {
  if (person.roles.includes('admin') && (await countOtherAdmins(tx, person.id)) === 0)
    throw new AppError('LAST_ADMINISTRATOR')
}
