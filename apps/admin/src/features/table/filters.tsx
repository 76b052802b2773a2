import type { Filter } from '@nukkad/contract/tables/table.ts'
import { useMember } from '#lib/session.ts'
import { Input, Select } from '#parts/controls.tsx'

type FieldProps = { filter: Filter; value: string; onChange: (value: string) => void }

/** One filter as it is set. */
export function FilterField({ filter, value, onChange }: FieldProps) {
  switch (filter.kind) {
    case 'choice':
      return <Choices words={filter.words} label={filter.label} value={value} onChange={onChange} />
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
      return <Store label={filter.label} value={value} onChange={onChange} />
    default:
      return (
        <Input
          label={filter.kind === 'person' ? `${filter.label} (number of the account)` : filter.label}
          inputMode={filter.kind === 'person' ? 'numeric' : undefined}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )
  }
}

/** What a filter is set to, in words. */
export function filterWords(filter: Filter, value: string): string {
  if (filter.kind === 'choice')
    return value
      .split(',')
      .map((word) => filter.words[word] ?? word)
      .join(', ')
  if (filter.kind === 'dates') return value.replace(/^\.\./, 'until ').replace(/\.\.$/, ' on').replace('..', ' to ')
  return value
}

type Part = Omit<FieldProps, 'filter'> & { label: string }

function Choices({ label, words, value, onChange }: Part & { words: Readonly<Record<string, string>> }) {
  const set = value ? value.split(',') : []
  return (
    <fieldset>
      <legend className="mb-1 text-label">{label}</legend>
      {Object.entries(words).map(([word, name]) => (
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

/** An owner chooses among his own stores; staff write the number of one. */
function Store({ label, value, onChange }: Part) {
  const { stores, role } = useMember()
  if (role !== 'store_owner')
    return (
      <Input
        label={`${label} (number)`}
        inputMode="numeric"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    )
  return (
    <Select
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      options={[{ value: '', label: 'All' }, ...stores.map(({ id, name }) => ({ value: String(id), label: name }))]}
    />
  )
}
