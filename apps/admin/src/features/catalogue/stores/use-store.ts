import type { Output } from '@nukkad/contract/contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { ask, reread } from '#lib/query.ts'
import { useMember } from '#lib/session.ts'

export type DeskStore = Output<'dashboard/stores/read'>['store']
/** A store as its owner sees it; what only the shop decides is there for staff. */
export type ShownStore = Output<'store-owner/get-store'> & Partial<DeskStore>

/** The number of the store in the address. */
export function useStoreId(): number {
  return Number(useParams({ strict: false }).id)
}

/** The store of the page, by the call that who is signed in may make. */
export function useStore(id: number): { store: ShownStore | undefined; error: Error | null } {
  const isOwner = useMember().role === 'store_owner'
  const own = useQuery({ ...ask('store-owner/get-store', { store_id: id }), enabled: isOwner })
  const desk = useQuery({ ...ask('dashboard/stores/read', { store_id: id }), enabled: !isOwner })
  const store = isOwner ? own.data : desk.data?.store
  // Rows of the page before stay until the next come; another store's must not be changed in this one's name.
  return { store: store?.id === id ? store : undefined, error: own.error ?? desk.error }
}

export async function rereadStore(): Promise<void> {
  await reread('dashboard/stores/read', 'store-owner/get-store', 'dashboard/table')
}
