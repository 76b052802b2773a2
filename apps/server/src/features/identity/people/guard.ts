import type { Tx } from '#db/connection.ts'
import { AppError } from '#http/errors.ts'
import type { Session } from '#http/session.ts'
import { countOtherAdmins, lockPerson, type PersonRow } from './queries.ts'

type Actor = Pick<Session, 'userId' | 'isAdmin' | 'permissions'>

/**
 * An account that this member of staff may change, held. Nobody changes himself here, and only administrators change
 * those who work at the dashboard: whoever could change them could become them
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
 * With what lets somebody in, his password, e-mail address and phone, goes his money. A store owner's payouts nobody in
 * his place reaches either: only administrators set it. A customer's wallet is for whoever may spend it for him.
 * @throws AppError PERMISSION_MISSING
 */
export function requireMaySetLogin({ isAdmin, permissions }: Actor, { roles }: PersonRow): void {
  if (isAdmin) return
  const isBarred =
    roles.includes('store_owner') || (roles.includes('customer') && !permissions.includes('all_users_wallet'))
  if (isBarred) throw new AppError('PERMISSION_MISSING')
}

/**
 * What is done in a customer's name is done for customers alone.
 * @throws AppError NOT_FOUND, PERMISSION_MISSING
 */
export async function requireCustomer(tx: Tx, actor: Actor, id: number): Promise<void> {
  const { roles } = await lockChangeable(tx, actor, id)
  if (!roles.includes('customer') || roles.length > 1) throw new AppError('PERMISSION_MISSING')
}

/**
 * Somebody who can still let others in has to be left.
 * @throws AppError LAST_ADMINISTRATOR
 */
export async function requireAnotherAdmin(tx: Tx, person: PersonRow): Promise<void> {
  if (person.roles.includes('admin') && (await countOtherAdmins(tx, person.id)) === 0)
    throw new AppError('LAST_ADMINISTRATOR')
}
