import type { TableName } from '@nukkad/contract/tables/shapes.ts'
import { Input, Select } from '#components/controls.tsx'
import { FilterField } from '#features/shell/table/filters.tsx'
import { shapeOf } from '#features/shell/table/shapes.ts'
import { weekdays } from '#lib/export-texts.ts'
import type { CallForm } from '#lib/use-call-form.ts'
import type { PlanValues } from './plan-values.ts'

type FieldsProps = { form: CallForm<PlanValues> }

const formats = [
  { value: 'csv', label: 'CSV' },
  { value: 'xml', label: 'XML' },
]
const destinations = [
  { value: 'mail', label: 'By email, as a link that requires sign-in' },
  { value: 'drive', label: 'Into the folder in Google Drive' },
]
const cadences = [
  { value: 'daily', label: 'Every day' },
  { value: 'weekly', label: 'Every week' },
  { value: 'monthly', label: 'Every month' },
]
const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}))
const monthDays = Array.from({ length: 28 }, (_, day) => ({ value: String(day + 1), label: String(day + 1) }))

/** Selects the table and the filters of its rows. Changing the table changes which filters are offered. */
export function RowsFields({ form, tables }: FieldsProps & { tables: readonly TableName[] }) {
  const { field, register, watch, setValue } = form
  const [table, filters] = watch(['table', 'filters'])
  const shape = shapeOf(table)
  return (
    <>
      <Select
        label="Table"
        options={tables.map((name) => ({ value: name, label: shapeOf(name).title }))}
        {...register('table', { onChange: () => setValue('filters', {}) })}
      />
      {shape.searches ? <Input label="Search" help={shape.searches} {...field('q')} /> : null}
      {Object.entries(shape.filters).map(([name, filter]) => (
        <FilterField
          key={`${table}.${name}`}
          name={name}
          filter={filter}
          value={filters?.[name] ?? ''}
          onChange={(value) => setValue('filters', { ...filters, [name]: value }, { shouldDirty: true })}
        />
      ))}
    </>
  )
}

/** Selects the file format and destination. `missing` names the setting without which Drive cannot be used. */
export function FileFields({ form: { register, watch }, missing }: FieldsProps & { missing: string | null }) {
  return (
    <>
      <Select label="Format" options={formats} {...register('format')} />
      <Select
        label="Send to"
        options={destinations}
        help={
          watch('destination') === 'drive' && missing
            ? `Google Drive is not set up yet: the setting ${missing} is missing.`
            : undefined
        }
        {...register('destination')}
      />
    </>
  )
}

/** Selects when the file is made. */
export function TimeFields({ form: { field, register, watch, setValue } }: FieldsProps) {
  const cadence = watch('cadence')
  return (
    <div className="grid gap-4 wide:grid-cols-3">
      <Select
        label="How often"
        options={cadences}
        {...register('cadence', { onChange: () => setValue('on_day', '1') })}
      />
      {cadence === 'daily' ? null : (
        <Select
          label={cadence === 'weekly' ? 'Day' : 'Day of the month'}
          options={cadence === 'weekly' ? weekdays : monthDays}
          {...field('on_day')}
        />
      )}
      <Select label="At" options={hours} {...register('at_hour')} />
    </div>
  )
}
