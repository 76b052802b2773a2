import type { Output } from '@nukkad/contract/contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { ask, reread } from '#lib/query.ts'
import { useMember } from '#lib/session.ts'

export type AdminStore = Output<'dashboard/stores/read'>['store']
/** A store with the fields that its owner sees, and for staff also with the fields that only staff can change. */
export type ShownStore = Output<'store-owner/get-store'> & Partial<AdminStore>

/** Returns the store id in the URL. */
export function useStoreId(): number {
  return Number(useParams({ strict: false }).id)
}

/** Reads the store of the page, with the call for staff or the one for owners. */
export function useStore(id: number): { store: ShownStore | undefined; error: Error | null } {
  const isOwner = useMember().role === 'store_owner'
  const own = useQuery({ ...ask('store-owner/get-store', { store_id: id }), enabled: isOwner })
  const dashboard = useQuery({ ...ask('dashboard/stores/read', { store_id: id }), enabled: !isOwner })
  const store = isOwner ? own.data : dashboard.data?.store
  // Until the data of a store arrives, the query may still return the previous store. This hook ignores the previous
  // store, so that a change never goes to another store than the one shown.
  return { store: store?.id === id ? store : undefined, error: own.error ?? dashboard.error }
}

export async function rereadStore(): Promise<void> {
  await reread('dashboard/stores/read', 'store-owner/get-store', 'dashboard/table')
}
