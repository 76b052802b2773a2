import { useSyncExternalStore } from 'react'
import { useMember } from './session.ts'

const listeners = new Set<() => void>()
const keyOf = (personId: number) => `dashboardStore:${personId}`

/**
 * Returns the store that an owner of several stores has selected for every page, and a function that changes it; empty
 * for all stores. The browser stores the selection.
 */
export function useChosenStore(): [chosen: string, choose: (id: string) => void] {
  const { id: personId, stores, role } = useMember()
  const kept = useSyncExternalStore(
    (tell) => {
      listeners.add(tell)
      return () => void listeners.delete(tell)
    },
    () => localStorage.getItem(keyOf(personId)) ?? '',
  )
  const isHis = role === 'store_owner' && stores.length > 1 && stores.some(({ id }) => String(id) === kept)
  const choose = (id: string) => {
    if (id) localStorage.setItem(keyOf(personId), id)
    else localStorage.removeItem(keyOf(personId))
    for (const tell of listeners) tell()
  }
  return [isHis ? kept : '', choose]
}
