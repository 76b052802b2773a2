import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useChosenStore } from '#lib/chosen-store.ts'
import { ask } from '#lib/query.ts'
import { useMember } from '#lib/session.ts'

type Salon = {
  id: number | undefined
  salons: readonly { id: number; name: string }[]
  isStaff: boolean
  /** Whether the page still waits for the answer that names its salon. */
  isWaiting: boolean
}

/**
 * Returns the salon that a page shows: the one that the URL names. If the URL names no salon, owners and employees have
 * the salon that they have chosen for every page, or their first; staff have the one that they used last in this
 * browser, or the first by its name. For staff, a URL in which no salon is chosen leaves the page without a salon.
 */
export function useSalon(): Salon {
  const { stores, role } = useMember()
  const [chosen] = useChosenStore()
  const { store } = useSearch({ strict: false }) as { store?: string }
  const isStaff = role !== 'store_owner'
  const ofStaff = useSalonOfStaff({ store, isStaff })
  const salons = stores.filter(({ is_salon }) => is_salon)
  if (isStaff) return { ...ofStaff, salons, isStaff }
  const found = salons.find(({ id }) => String(id) === (store ?? chosen)) ?? salons[0]
  return { id: found?.id, salons, isStaff, isWaiting: false }
}

/**
 * Returns the salon for staff, who may see every salon: the one that they used last in this browser, or the first one
 * by name.
 */
function useSalonOfStaff({ store, isStaff }: { store: string | undefined; isStaff: boolean }) {
  const key = `dashboardSalon:${useMember().id}`
  const last = localStorage.getItem(key) ?? ''
  const isAsked = isStaff && store === undefined
  const lookUp = { staleTime: Number.POSITIVE_INFINITY, retry: false } as const
  const known = useQuery({
    ...ask('dashboard/find-stores', { q: last, only_salons: true }),
    ...lookUp,
    enabled: isAsked && last !== '',
  })
  // If the salon that the person used last is now a store of another kind, the search for salons does not find it.
  const again = known.data?.stores.find(({ id }) => String(id) === last)
  const needsFirst = isAsked && (last === '' || known.isError || (known.data !== undefined && !again))
  const first = useQuery({
    ...ask('dashboard/find-stores', { q: '', only_salons: true }),
    ...lookUp,
    enabled: needsFirst,
  })
  const id = isAsked ? (again ?? (needsFirst ? first.data?.stores[0] : undefined))?.id : Number(store) || undefined
  useEffect(() => {
    if (isStaff && id !== undefined) localStorage.setItem(key, String(id))
  }, [isStaff, id, key])
  return { id, isWaiting: isAsked && id === undefined && (needsFirst ? first.isPending : known.isPending) }
}

/** Returns a function that changes some search parameters of the URL and keeps the others. */
export function useAddress() {
  const navigate = useNavigate()
  return (parts: Readonly<Record<string, string | undefined>>) =>
    void navigate({ to: '.', search: ((before: object) => ({ ...before, ...parts })) as never, replace: true })
}
