import { type TableName, tableNames } from '@nukkad/contract/tables/shapes.ts'
import { Button } from '@nukkad/ui/parts/button.tsx'
import { FormError } from '@nukkad/ui/parts/form-error.tsx'
import { useWatch } from 'react-hook-form'
import { FilterField } from '#features/shell/table/filters.tsx'
import { shapeOf } from '#features/shell/table/shapes.ts'
import { type Plan, weekdays } from '#lib/export-words.ts'
import { notice } from '#lib/notices.ts'
import { reread } from '#lib/query.ts'
import { may, useMember } from '#lib/session.ts'
import { useCallForm } from '#lib/use-call-form.ts'
import { Input, Select, Switch } from '#parts/controls.tsx'
import { Panel } from '#parts/panel.tsx'

const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}))
const monthDays = Array.from({ length: 28 }, (_, day) => ({ value: String(day + 1), label: String(day + 1) }))

type Typed = {
  name: string
  table: TableName
  q: string
  filters: Record<string, string>
  format: 'csv' | 'xml'
  destination: 'drive' | 'mail'
  cadence: 'daily' | 'weekly' | 'monthly'
  on_day: string
  at_hour: string
  is_active: boolean
}

type PlanFormProps = { plan: Plan | 'new' | undefined; missing: string | null; onClose: () => void }

/** What is exported, in which form, where to and when. */
export function PlanForm({ plan, missing, onClose }: PlanFormProps) {
  const member = useMember()
  const known = plan === 'new' ? undefined : plan
  const tables = tableNames.filter((name) => {
    const { permission, ownersToo = false } = shapeOf(name)
    return may(member, { permission, owners: ownersToo })
  })
  const { register, control, submit, formError, formState, setValue } = useCallForm('dashboard/export-plans/save', {
    values: valuesOf(known, tables[0]),
    toInput: ({ on_day, at_hour, ...typed }: Typed) => ({
      ...typed,
      ...(known && { id: known.id, sort: known.sort }),
      on_day: typed.cadence === 'daily' ? null : Number(on_day),
      at_hour: Number(at_hour),
    }),
    onDone: async () => {
      await reread('dashboard/exports')
      notice('The plan was saved')
      onClose()
    },
  })
  const { table, cadence, filters, destination } = useWatch({ control }) as Typed
  const errors = formState.errors
  return (
    <Panel
      isOpen={plan !== undefined}
      onClose={onClose}
      title={known ? 'Change the plan' : 'Plan an export'}
      isUnsaved={formState.isDirty}
      foot={
        <>
          <Button size="small" look="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button size="small" type="submit" form="plan" isBusy={formState.isSubmitting}>
            Save the plan
          </Button>
        </>
      }
    >
      <form id="plan" onSubmit={submit} noValidate className="grid gap-4">
        <FormError text={formError} size="small" />
        <Input label="Name" error={errors.name?.message} {...register('name')} />
        <Select
          label="Table"
          options={tables.map((name) => ({ value: name, label: shapeOf(name).title }))}
          {...register('table', { onChange: () => setValue('filters', {}) })}
        />
        {shapeOf(table).searches ? (
          <Input label="Search" help={shapeOf(table).searches} error={errors.q?.message} {...register('q')} />
        ) : null}
        {Object.entries(shapeOf(table).filters).map(([name, filter]) => (
          <FilterField
            key={`${table}.${name}`}
            name={name}
            filter={filter}
            value={filters?.[name] ?? ''}
            onChange={(value) => setValue('filters', { ...filters, [name]: value }, { shouldDirty: true })}
          />
        ))}
        <Select
          label="Format"
          options={[
            { value: 'csv', label: 'CSV' },
            { value: 'xml', label: 'XML' },
          ]}
          {...register('format')}
        />
        <Select
          label="Send to"
          options={[
            { value: 'mail', label: 'By mail, as a link that wants a sign-in' },
            { value: 'drive', label: 'Into the folder at Google Drive' },
          ]}
          help={
            destination === 'drive' && missing
              ? `Google Drive is not set up yet: the setting ${missing} is missing.`
              : undefined
          }
          {...register('destination')}
        />
        <div className="grid gap-4 wide:grid-cols-3">
          <Select
            label="How often"
            options={[
              { value: 'daily', label: 'Every day' },
              { value: 'weekly', label: 'Every week' },
              { value: 'monthly', label: 'Every month' },
            ]}
            {...register('cadence', { onChange: () => setValue('on_day', '1') })}
          />
          {cadence === 'daily' ? null : (
            <Select
              label={cadence === 'weekly' ? 'Day' : 'Day of the month'}
              options={cadence === 'weekly' ? weekdays : monthDays}
              error={errors.on_day?.message}
              {...register('on_day')}
            />
          )}
          <Select label="At" options={hours} {...register('at_hour')} />
        </div>
        <Switch label="Active" help="Switched off, the plan is kept and makes no files." {...register('is_active')} />
      </form>
    </Panel>
  )
}

function valuesOf(plan: Plan | undefined, table: TableName | undefined): Typed {
  return {
    name: plan?.name ?? '',
    table: plan?.table ?? table ?? 'audit',
    q: plan?.q ?? '',
    filters: plan?.filters ?? {},
    format: plan?.format ?? 'csv',
    destination: plan?.destination ?? 'mail',
    cadence: plan?.cadence ?? 'daily',
    on_day: String(plan?.on_day ?? 1),
    at_hour: String(plan?.at_hour ?? 6),
    is_active: plan?.is_active ?? true,
  }
}
