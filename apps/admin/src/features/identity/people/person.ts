import type { Output } from '@nukkad/contract/contract.ts'
import { useMay, useMember } from '#lib/session.ts'

export type Person = Output<'dashboard/people/show'>['data']

export const roleWords: Record<Person['roles'][number], string> = {
  customer: 'Customer',
  rider: 'Rider',
  store_owner: 'Store owner',
  staff: 'Staff',
  admin: 'Administrator',
}

/** Whether who is signed in may change this account: not himself, and colleagues only as an administrator. */
export function useMayChange({ id, roles, is_deleted }: Person): boolean {
  const member = useMember()
  const mayEdit = useMay({ permission: 'all_users_edit' })
  const isColleague = roles.includes('staff') || roles.includes('admin')
  return mayEdit && !is_deleted && member.id !== id && (!isColleague || member.role === 'admin')
}

/**
 * Whether who is signed in may set what lets this account in; that of store owners is for administrators alone, and that of
 * customers for whoever may spend their wallets.
 */
export function useMaySetLogin(person: Person): boolean {
  const { roles } = person
  const isAdmin = useMember().role === 'admin'
  const maySpend = useMay({ permission: 'all_users_wallet' })
  return (
    useMayChange(person) && (isAdmin || (!roles.includes('store_owner') && (maySpend || !roles.includes('customer'))))
  )
}

/** Whether the signed-in administrator may issue this account a code for its first second factor. */
export function useMayIssueCode(person: Person): boolean {
  const { role, has_second_factor } = useMember()
  const { roles } = person
  const isForDashboard = (roles.includes('staff') || roles.includes('store_owner')) && !roles.includes('admin')
  return useMayChange(person) && role === 'admin' && has_second_factor && isForDashboard && !person.has_second_factor
}
