import { Select } from '#components/controls.tsx'
import { StoreField } from '#components/store-field.tsx'
import { useAddress, useSalon } from './use-salon.ts'

/**
 * Selects the salon of a page: owners of several salons choose from a list, and staff search by name. In the URL,
 * `none` means that no salon is chosen.
 */
export function SalonField() {
  const { id, salons, isStaff } = useSalon()
  const change = useAddress()
  const choose = (store: string) => change({ store: store || 'none', person: undefined, visit: undefined })
  if (isStaff)
    return (
      <div className="w-full wide:w-72">
        <StoreField label="Salon" onlySalons value={id ? String(id) : ''} onChange={choose} />
      </div>
    )
  if (salons.length < 2) return null
  return (
    <div className="w-full wide:w-72">
      <Select
        label="Salon"
        value={String(id)}
        onChange={(event) => choose(event.target.value)}
        options={salons.map((salon) => ({ value: String(salon.id), label: salon.name }))}
      />
    </div>
  )
}
