import type { Filter } from '@nukkad/contract/tables/table.ts'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Chooser } from '#components/chooser.tsx'
import { Input, Select } from '#components/controls.tsx'
import { StoreField, StoreName } from '#components/store-field.tsx'
import { useChosenStore } from '#lib/chosen-store.ts'
import { findPeople } from '#lib/find.ts'
import { ask, withoutPrevious } from '#lib/query.ts'
import { may, useMay, useMember } from '#lib/session.ts'

/** Maximum number of choices that are shown as boxes; longer lists are searched. */
const MAX_BOXES = 20

type FieldProps = { name: string; filter: Filter; value: string; onChange: (value: string) => void }

/** One active filter. */
export function FilterField({ name, filter, value, onChange }: FieldProps) {
  switch (filter.kind) {
    case 'choice':
      return <Choices labels={filter.labels} label={filter.label} value={value} onChange={onChange} />
    case 'flag':
      return (
        <Select
          label={filter.label}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          options={[
            { value: '', label: 'All' },
            { value: 'yes', label: 'Yes' },
            { value: 'no', label: 'No' },
          ]}
        />
      )
    case 'dates':
      return <Dates label={filter.label} value={value} onChange={onChange} />
    case 'store':
      return <StoreField label={filter.label} value={value} onChange={onChange} />
    case 'location':
      return <LocationField label={filter.label} value={value} onChange={onChange} />
    case 'person':
      return <PersonField name={name} label={filter.label} value={value} onChange={onChange} />
    case 'stylist':
      return <StylistField label={filter.label} value={value} onChange={onChange} />
    default:
      return <Input label={filter.label} value={value} onChange={(event) => onChange(event.target.value)} />
  }
}

/** Returns the text of a filter's value. */
export function FilterText({ filter, value }: { filter: Filter; value: string }) {
  if (filter.kind === 'store') return <StoreName id={value} />
  if (filter.kind === 'stylist') return <StylistName id={value} />
  if (filter.kind === 'person') return <PersonName id={value} />
  return filter.kind === 'location' ? <LocationName id={value} /> : filterText(filter, value)
}

function filterText(filter: Filter, value: string): string {
  if (filter.kind === 'choice')
    return value
      .split(',')
      .map((word) => filter.labels[word] ?? word)
      .join(', ')
  if (filter.kind === 'dates') return value.replace(/^\.\./, 'until ').replace(/\.\.$/, ' on').replace('..', ' to ')
  return value
}

type Part = Omit<FieldProps, 'filter' | 'name'> & { label: string }

type ChoiceProps = Part & { labels: Readonly<Record<string, string>> }

function Choices(props: ChoiceProps) {
  const { label, labels, value, onChange } = props
  if (Object.keys(labels).length > MAX_BOXES) return <SearchedChoices {...props} />
  const set = value ? value.split(',') : []
  return (
    <fieldset>
      <legend className="mb-1 text-label">{label}</legend>
      {Object.entries(labels).map(([word, name]) => (
        <label key={word} className="flex min-h-9 items-center gap-3">
          <input
            type="checkbox"
            className="size-5"
            checked={set.includes(word)}
            onChange={() =>
              onChange((set.includes(word) ? set.filter((other) => other !== word) : [...set, word]).join(','))
            }
          />
          {name}
        </label>
      ))}
    </fieldset>
  )
}

/** Selects from a list that is too long for boxes, by a part of the text. */
function SearchedChoices({ label, labels, value, onChange }: ChoiceProps) {
  const codes = Object.keys(labels)
  const choices = codes.map((code, id) => ({ id, name: labels[code]! }))
  const set = value ? value.split(',') : []
  return (
    <Chooser
      label={label}
      placeholder="Search by name"
      chosen={choices.filter(({ id }) => set.includes(codes[id]!))}
      find={async (text) => choices.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))}
      onChange={(chosen) => onChange(chosen.map(({ id }) => codes[id]).join(','))}
    />
  )
}

function Dates({ label, value, onChange }: Part) {
  const [from = '', to = ''] = value.split('..')
  const change = (next: string) => onChange(next === '..' ? '' : next)
  return (
    <fieldset className="grid grid-cols-2 gap-2">
      <legend className="mb-1 text-label">{label}</legend>
      <Input
        label="From"
        type="date"
        value={from}
        max={to || undefined}
        onChange={(event) => change(`${event.target.value}..${to}`)}
      />
      <Input
        label="To"
        type="date"
        value={to}
        min={from || undefined}
        onChange={(event) => change(`${from}..${event.target.value}`)}
      />
    </fieldset>
  )
}

/** Selects a popular location; reports count the orders around it. */
export function LocationField({ label, value, onChange }: Part) {
  const locations = useLocations()
  return (
    <Select
      label={label}
      value={value}
      options={[
        { value: '', label: 'Everywhere' },
        ...locations.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

function LocationName({ id }: { id: string }) {
  return useLocations().find((location) => String(location.id) === id)?.name ?? `no. ${id}`
}

function useLocations(): readonly { id: number; name: string }[] {
  const { data } = useQuery(ask('popular-geo-locations', {}))
  return (data ?? []) as readonly { id: number; name: string }[]
}

/** Selects the person of the salon whose rows are shown. */
function StylistField({ label, value, onChange }: Part) {
  const { stylists, isOneSalon } = useStylists()
  if (!isOneSalon) return <p className="text-small text-ink-2">{label}: choose a salon first.</p>
  return (
    <Select
      label={label}
      value={value}
      options={[{ value: '', label: 'All' }, ...stylists.map(({ id, name }) => ({ value: String(id), label: name }))]}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

function StylistName({ id }: { id: string }) {
  return useStylists().stylists.find((stylist) => String(stylist.id) === id)?.name ?? `no. ${id}`
}

/** Returns the people of one salon: the salon in the URL, else the owner's selected one, else the only one. */
function useStylists(): { stylists: readonly { id: number; name: string }[]; isOneSalon: boolean } {
  const { store } = useSearch({ strict: false }) as { store?: string }
  const [chosen] = useChosenStore()
  const salons = useMember().stores.filter(({ is_salon }) => is_salon)
  const only = salons.length === 1 ? salons[0]!.id : undefined
  const storeId = Number(store || chosen) || only
  const { data } = useQuery({
    ...ask('dashboard/bookings/day', { store_id: storeId ?? 0 }),
    enabled: storeId !== undefined,
  })
  return { stylists: data?.stylists ?? [], isOneSalon: storeId !== undefined }
}

/** The table in which each kind of person is searched. */
const peopleOf = { customer: 'customers', rider: 'riders', actor: 'staff', staff: 'staff' } as const
const permissionOf = { customers: 'all_users_view', riders: 'delivery_guys_view', staff: 'all_users_view' } as const

/** The names of the people who were selected in the filter, because the URL holds only their account numbers. */
const knownNames = new Map<string, string>()

/** Returns the name of a person, or the number of the account for members who may not see people. */
function usePersonName(id: string): string {
  const maySee = useMay({ permission: 'all_users_view' })
  const known = knownNames.get(id)
  const isAsked = maySee && known === undefined && /^\d+$/.test(id)
  const asked = ask('dashboard/people/show', { id })
  const { data, isLoading } = useQuery({ ...asked, ...withoutPrevious, enabled: isAsked, retry: false })
  return known ?? data?.data.name ?? (isLoading ? '…' : `no. ${id}`)
}

function PersonName({ id }: { id: string }) {
  return usePersonName(id)
}

/** Selects a person by a part of the name, or by account number for staff who may not see people of this kind. */
function PersonField({ name, label, value, onChange }: Part & { name: string }) {
  const member = useMember()
  const chosenName = usePersonName(value)
  const table = name in peopleOf ? peopleOf[name as keyof typeof peopleOf] : undefined
  if (!table || !may(member, { permission: permissionOf[table] }))
    return (
      <Input
        label={`${label} (number)`}
        inputMode="numeric"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    )
  return (
    <Chooser
      label={label}
      isSingle
      chosen={value ? [{ id: Number(value), name: chosenName }] : []}
      find={findPeople(table)}
      onChange={([found]) => {
        if (found) knownNames.set(String(found.id), found.name)
        onChange(found ? String(found.id) : '')
      }}
    />
  )
}
