import { allPermissions, type Permission } from '@nukkad/contract/permissions.ts'
import type { StoreRole } from '@nukkad/contract/store-roles.ts'
import type { Member } from '#lib/session.ts'
import { recorded } from './recorded.ts'

const { data } = recorded('dashboard/me')
const person: Member = { ...data, email: 'meena@example.test', has_second_factor: true, stores: [], permissions: [] }

/** An administrator, who has every permission. */
export const administrator: Member = { ...person, name: 'Meena Rao', role: 'admin', permissions: [...allPermissions] }

/** A member of staff with these permissions only. */
export function staffWith(...permissions: Permission[]): Member {
  return { ...person, id: 2, name: 'Farah Khan', role: 'staff', permissions }
}

/** Returns a session of an employee of the store “Sagar Tiffins”. */
export function employeeAs(role: StoreRole): Member {
  const member = ownerOf()
  return { ...member, id: 4, name: 'Divya Shetty', stores: member.stores.map((store) => ({ ...store, role })) }
}

/** Signs in an owner of these stores; by default of “Sagar Tiffins”. */
export function ownerOf(...names: string[]): Member {
  const stores = (names.length > 0 ? names : ['Sagar Tiffins']).map((name, index) => ({
    id: index + 1,
    name,
    slug: name.toLowerCase().replaceAll(' ', '-'),
    role: 'owner' as const,
    is_salon: false,
  }))
  return { ...person, id: 3, name: 'Kiran Shetty', role: 'store_owner', has_second_factor: false, stores }
}
