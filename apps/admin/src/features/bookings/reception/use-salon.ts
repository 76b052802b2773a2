import { useNavigate, useSearch } from '@tanstack/react-router'
import { useChosenStore } from '#lib/chosen-store.ts'
import { useMember } from '#lib/session.ts'

/**
 * Returns the salon that a page shows. For staff, the URL names it. For owners and employees, it is the one in the URL,
 * else the one that they have chosen for every page, else their first one.
 */
export function useSalon(): {
  id: number | undefined
  salons: readonly { id: number; name: string }[]
  isStaff: boolean
} {
  const { stores, role } = useMember()
  const [chosen] = useChosenStore()
  const { store } = useSearch({ strict: false }) as { store?: string }
  const salons = stores.filter(({ is_salon }) => is_salon)
  if (role !== 'store_owner') return { id: Number(store) || undefined, salons, isStaff: true }
  const found = salons.find(({ id }) => String(id) === (store ?? chosen)) ?? salons[0]
  return { id: found?.id, salons, isStaff: false }
}

/** Returns a function that changes some search parameters of the URL and keeps the others. */
export function useAddress() {
  const navigate = useNavigate()
  return (parts: Readonly<Record<string, string | undefined>>) =>
    void navigate({ to: '.', search: ((before: object) => ({ ...before, ...parts })) as never, replace: true })
}
