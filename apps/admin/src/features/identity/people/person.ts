import type { Output } from '@nukkad/contract/contract.ts'
import { type Member, may, useMember } from '#lib/session.ts'

export type Person = Output<'dashboard/people/show'>['data']

export const roleLabels: Record<Person['roles'][number], string> = {
  customer: 'Customer',
  rider: 'Rider',
  store_owner: 'Store owner',
  staff: 'Staff',
  admin: 'Administrator',
}

const lists = {
  customer: { to: '/customers', title: 'Customers' },
  rider: { to: '/riders', title: 'Riders' },
  store_owner: { to: '/owners', title: 'Store owners' },
  staff: { to: '/staff', title: 'Staff' },
  admin: { to: '/staff', title: 'Staff' },
} as const

/**
 * Returns the page that lists accounts with these roles. A person who also works for the shop is listed by the role at
 * work, not as a customer.
 */
export function listOf(roles: Person['roles']): (typeof lists)[keyof typeof lists] {
  return lists[roles.find((role) => role !== 'customer') ?? 'customer']
}

export function isOnlyCustomer({ roles }: Pick<Person, 'roles'>): boolean {
  return roles.length === 1 && roles[0] === 'customer'
}

/**
 * Returns whether this member may change this account. Members never change their own account, and only administrators
 * change those of colleagues.
 */
export function mayChange(member: Member, { id, roles, is_deleted }: Person): boolean {
  const isColleague = roles.includes('staff') || roles.includes('admin')
  const mayEdit = may(member, { permission: 'all_users_edit' })
  return mayEdit && !is_deleted && member.id !== id && (!isColleague || member.role === 'admin')
}

/**
 * Returns whether this member may change the credentials of this account. Only administrators change the credentials of
 * store owners, and only members who may spend customers' wallets change the credentials of customers.
 */
export function maySetLogin(member: Member, person: Person): boolean {
  if (!mayChange(member, person)) return false
  if (member.role === 'admin') return true
  const maySpend = may(member, { permission: 'all_users_wallet' })
  return !person.roles.includes('store_owner') && (maySpend || !person.roles.includes('customer'))
}

/** Returns whether this administrator may issue a code with which this account sets up a second factor for the first time. */
export function mayIssueCode(member: Member, person: Person): boolean {
  const { roles } = person
  const isForDashboard = (roles.includes('staff') || roles.includes('store_owner')) && !roles.includes('admin')
  const isAdminWithOwn = member.role === 'admin' && member.has_second_factor
  return mayChange(member, person) && isAdminWithOwn && isForDashboard && !person.has_second_factor
}

/** Returns whether the signed-in person may change this account; see `mayChange`. */
export function useMayChange(person: Person): boolean {
  return mayChange(useMember(), person)
}

/** Returns whether the signed-in person may set the credentials of this account; see `maySetLogin`. */
export function useMaySetLogin(person: Person): boolean {
  return maySetLogin(useMember(), person)
}
