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

/** Whether who is signed in may set what lets this account in; that of store owners is for administrators alone. */
export function useMaySetLogin(person: Person): boolean {
  const isAdmin = useMember().role === 'admin'
  return useMayChange(person) && (isAdmin || !person.roles.includes('store_owner'))
}
