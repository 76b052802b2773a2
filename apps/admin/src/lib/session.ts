import type { CallName, Output } from '@nukkad/contract/contract.ts'
import type { Permission } from '@nukkad/contract/permissions.ts'
import { mayInStore } from '@nukkad/contract/store-roles.ts'
import type { TableName } from '@nukkad/contract/tables/shapes.ts'
import { createContext, use } from 'react'
import { ask, queryClient } from './query.ts'

export type Member = Extract<Output<'dashboard/login'>, { data: unknown }>['data']

export const MemberContext = createContext<Member | undefined>(undefined)

/** Returns the signed-in person; throws outside of pages that require a sign-in. */
export function useMember(): Member {
  const member = use(MemberContext)
  if (!member) throw new Error('no one is signed in')
  return member
}

/**
 * Returns whether a member of staff acts as an owner. Acting as an owner begins and ends with a reload of the page, so
 * the answer cannot change in between.
 */
export function isActing(): boolean {
  return Boolean(queryClient.getQueryData(ask('dashboard/me', {}).queryKey)?.acting)
}

/**
 * The people who may see a page or press a button: staff with the permission, and owners if `owners` is set. A store's
 * employees need the permission in their role. Where a permission is broad, `call` or `table` names the exact right.
 * `storeId` limits the check to one store.
 */
export type Access = {
  permission?: Permission
  owners?: boolean
  /** Excludes the shop's own staff. */
  onlyOwners?: true
  /** Excludes owners and employees whose stores are not salons. */
  onlySalons?: true
  call?: CallName
  table?: TableName
  storeId?: number
}

export function may(member: Member, access: Access): boolean {
  const { permission, owners = false } = access
  // Owners have no single permissions, except `login_as_customer`, which the shop may give them.
  if (member.role === 'store_owner' && owners) return mayInOwnStore(member, access)
  if (access.onlyOwners) return false
  if (permission === undefined) return member.role !== 'store_owner'
  return member.permissions.includes(permission)
}

function mayInOwnStore(
  { stores }: Member,
  { permission = 'any', call, table, storeId, onlySalons }: AccessInStore,
): boolean {
  // An owner without a store still sees the pages of owners.
  if (stores.length === 0) return !onlySalons
  const right = { permission, ...(call && { call }), ...(table && { table }) }
  return stores.some(
    ({ id, role, is_salon }) =>
      (storeId === undefined || id === storeId) &&
      (!onlySalons || is_salon) &&
      (role === 'owner' || mayInStore(role, right)),
  )
}

type AccessInStore = Omit<Access, 'permission'> & { permission?: Permission | 'any' | undefined }

/** Returns whether a member works at stores only as an employee and owns none. */
export function isEmployee({ role, stores }: Member): boolean {
  return role === 'store_owner' && stores.length > 0 && stores.every((store) => store.role !== 'owner')
}

/** Returns whether the signed-in person owns this store or works for the shop. */
export function useOwns(storeId: number): boolean {
  const { role, stores } = useMember()
  return role !== 'store_owner' || stores.some((store) => store.id === storeId && store.role === 'owner')
}

/**
 * Returns whether the signed-in person has this access. Pages use the answer only to hide what the person may not use,
 * because the server decides.
 */
export function useMay(access: Access): boolean {
  return may(useMember(), access)
}
