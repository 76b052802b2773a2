import { useQuery } from '@tanstack/react-query'
import { findSalons, findStores } from '#lib/find.ts'
import { ask } from '#lib/query.ts'
import { useMember } from '#lib/session.ts'
import { Chooser } from './chooser.tsx'
import { Select } from './controls.tsx'

type StoreFieldProps = {
  label: string
  value: string
  onChange: (id: string) => void
  /** Whether the store search, which only staff see, finds only salons. */
  onlySalons?: boolean
}

/** Selects one store: owners choose from a list of their stores, and staff search by name. */
export function StoreField({ label, value, onChange, onlySalons = false }: StoreFieldProps) {
  const { stores, role } = useMember()
  const name = useStoreName(value)
  if (role === 'store_owner')
    return (
      <Select
        label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        options={[
          { value: '', label: 'All' },
          ...stores.map(({ id, name: own }) => ({ value: String(id), label: own })),
        ]}
      />
    )
  return (
    <Chooser
      label={label}
      isSingle
      chosen={value ? [{ id: Number(value), name }] : []}
      find={onlySalons ? findSalons : findStores}
      onChange={([found]) => onChange(found ? String(found.id) : '')}
    />
  )
}

export function StoreName({ id }: { id: string }) {
  return useStoreName(id)
}

/** Reads the store's name for the field, because the URL holds only its number. */
function useStoreName(id: string): string {
  const { stores, role } = useMember()
  const isStaff = role !== 'store_owner'
  const { data } = useQuery({
    ...ask('dashboard/find-stores', { q: id }),
    enabled: isStaff && id !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
  const known: readonly { id: number; name: string }[] = isStaff ? (data?.stores ?? []) : stores
  return known.find((store) => String(store.id) === id)?.name ?? `No. ${id}`
}
