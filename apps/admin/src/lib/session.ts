import type { Output } from '@nukkad/contract/contract.ts'
import type { Permission } from '@nukkad/contract/permissions.ts'
import { createContext, use } from 'react'
import { ask, queryClient } from './query.ts'

export type Member = Extract<Output<'dashboard/login'>, { data: unknown }>['data']

export const MemberContext = createContext<Member | undefined>(undefined)

/** Returns the signed-in person. Use it only inside pages that need one. */
export function useMember(): Member {
  const member = use(MemberContext)
  if (!member) throw new Error('no one is signed in')
  return member
}

/** Returns whether a member of staff acts as an owner. Acting begins and ends with a reload. */
export function isActing(): boolean {
  return Boolean(queryClient.getQueryData(ask('dashboard/me', {}).queryKey)?.acting)
}

/** The people who may see a page or press a button: staff with the permission, and owners where it applies to them. */
export type Access = { permission?: Permission; owners?: boolean }

export function may(member: Member, { permission, owners = false }: Access): boolean {
  // Owners can hold only one permission, which the shop may grant them (`login_as_customer`).
  if (member.role === 'store_owner' && owners) return true
  if (permission === undefined) return member.role !== 'store_owner'
  return member.permissions.includes(permission)
}

/** Returns whether the signed-in person may do this. It only hides buttons; the server decides. */
export function useMay(access: Access): boolean {
  return may(useMember(), access)
}
