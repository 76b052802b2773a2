import type { AuditAction } from '@nukkad/contract/audit-actions.ts'
import type { Output } from '@nukkad/contract/contract.ts'
import type { Db, Tx } from '#db/connection.ts'
import { readOwnStores } from '#features/catalogue/store-profile/profile.ts'
import type { Writing } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { listStaffFacts, lockStore } from './queries.ts'

export type AdminStore = Output<'dashboard/stores/read'>['store']
type Changed = Partial<Record<keyof AdminStore, unknown>>

/**
 * Reads a store as staff see it.
 * @throws AppError NOT_FOUND
 */
export async function readAdminStore(db: Db, storeId: number): Promise<AdminStore> {
  const [store] = await readAdminStores(db, [storeId])
  if (!store) throw new AppError('NOT_FOUND')
  return store
}

/**
 * Reads several stores as staff see them, with the same number of statements as for one. Ids that do not exist are left
 * out.
 */
export async function readAdminStores(db: Db, ids: readonly number[]): Promise<AdminStore[]> {
  const [own, rows] = await Promise.all([readOwnStores(db, ids), listStaffFacts(db, ids)])
  const rowOf = new Map(rows.map(({ id, ...row }) => [id, row]))
  return own.flatMap((store) => {
    const { is_active, ...rest } = rowOf.get(store.id)!
    return { ...store, ...rest, is_switched_on: is_active ? 1 : 0 }
  })
}

/**
 * Changes a store and records the actor in an audit entry, with the values of the changed fields before and after.
 * @throws AppError NOT_FOUND
 */
export async function changeStore(
  { tx, audit }: Writing,
  { storeId, action }: { storeId: number; action: AuditAction },
  change: (tx: Tx, before: AdminStore) => Promise<unknown>,
): Promise<AdminStore> {
  if (!(await lockStore(tx, storeId))) throw new AppError('NOT_FOUND')
  const held = await readAdminStore(tx, storeId)
  await change(tx, held)
  const store = await readAdminStore(tx, storeId)
  const [before, after] = differences(held, store)
  await audit(action, { object: { type: 'store', id: storeId }, before, after })
  return store
}

function differences(before: AdminStore, after: AdminStore): [Changed, Changed] {
  const keys = (Object.keys(after) as (keyof AdminStore)[]).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  )
  const pick = (store: AdminStore) => Object.fromEntries(keys.map((key) => [key, store[key]]))
  return [pick(before), pick(after)]
}
