import type { Output } from '@nukkad/contract/contract.ts'
import type { Permission } from '@nukkad/contract/permissions.ts'
import { createContext, use } from 'react'
import { ask, queryClient } from './query.ts'

export type Member = Extract<Output<'dashboard/login'>, { data: unknown }>['data']

export const MemberContext = createContext<Member | undefined>(undefined)

/** Who is signed in. Only inside the pages that need it. */
export function useMember(): Member {
  const member = use(MemberContext)
  if (!member) throw new Error('nobody is signed in')
  return member
}

/** Whether somebody of the staff is here in an owner’s place. It begins and ends with a fresh page. */
export function isActing(): boolean {
  return Boolean(queryClient.getQueryData(ask('dashboard/me', {}).queryKey)?.acting)
}

/** Who may see a page or press a button: staff with the permission, owners where it is theirs too. */
export type Access = { permission?: Permission; owners?: boolean }

export function may(member: Member, { permission, owners = false }: Access): boolean {
  // The one permission that the shop may lend to owners is among theirs (`login_as_customer`).
  if (member.role === 'store_owner' && owners) return true
  if (permission === undefined) return member.role !== 'store_owner'
  return member.permissions.includes(permission)
}

/** Whether who is signed in may do this. The server decides; this only hides what would be refused. */
export function useMay(access: Access): boolean {
  return may(useMember(), access)
}
