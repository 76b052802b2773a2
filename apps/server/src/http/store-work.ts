import type { Permission } from '@nukkad/contract/permissions.ts'
import { mayInStore, type StoreRight } from '@nukkad/contract/store-roles.ts'
import type { TableShape } from '@nukkad/contract/tables/table.ts'
import type { Session, StoreWork } from './session.ts'

type Holder = Pick<Session, 'stores' | 'work'>

/**
 * Returns the stores in which the holder of a session has a right: the stores that they own, and the stores where their
 * role as an employee has the right.
 */
export function storesWith({ stores, work }: Holder, right: StoreRight): Session['stores'] {
  if (!work) return stores
  const allowed = work.jobs.filter(({ role }) => mayInStore(role, right)).map(({ storeId }) => storeId)
  return [...new Set([...work.owned, ...allowed])]
}

/** Returns whether the holder of a session has a right in any store. Owners have every right, even without a store. */
export function hasInStore(work: StoreWork | undefined, right: StoreRight): boolean {
  if (!work || work.isOwner) return true
  return work.jobs.some(({ role }) => mayInStore(role, right))
}

/**
 * Returns the session as the handler of a call sees it, with the stores in which the person may make this call;
 * undefined for an employee with no role that may make the call.
 */
export function forCall(session: Session, right: StoreRight): Session | undefined {
  if (!session.work) return session
  return hasInStore(session.work, right) ? { ...session, stores: storesWith(session, right) } : undefined
}

/**
 * Returns the stores whose rows of a table a person may see; undefined if the person may not open the table.
 * @param holder a session, or the rights of a person who is absent
 */
export function storesOfTable(
  holder: Holder & { permissions: readonly Permission[] },
  table: string,
  { permission, ownersToo }: TableShape,
): Session['stores'] | undefined {
  const { stores, work, permissions } = holder
  if (stores === 'all') return permissions.includes(permission) ? stores : undefined
  const right = { table, permission }
  return ownersToo && hasInStore(work, right) ? storesWith(holder, right) : undefined
}
