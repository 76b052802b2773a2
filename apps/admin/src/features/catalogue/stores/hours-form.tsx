import type { Output } from '@nukkad/contract/contract.ts'
import { weekdays } from '@nukkad/rules/opening-hours.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { type Control, type UseFormRegister, useFieldArray } from 'react-hook-form'
import { Input, Switch } from '#components/controls.tsx'
import { ask, reread } from '#lib/query.ts'
import { toast } from '#lib/toasts.ts'
import { useCallForm } from '#lib/use-call-form.ts'
import { SectionForm } from './section.tsx'
import { rereadStore } from './use-store.ts'

type Hours = Output<'store-owner/get-hours'>
type Window = { open: string; close: string }
type Typed = {
  schedule_data: Record<(typeof weekdays)[number], Window[]>
  exceptions: { date: string; windows: Window[] }[]
  is_schedulable: boolean
  accept_scheduled_orders: boolean
  schedule_slot_buffer: string
}

/** Weeks are shown from Monday. */
const week = [...weekdays.slice(1), weekdays[0]]
const MAX_WINDOWS = 6

/** Edits when the store is open: time windows of each weekday, and exceptional days. */
export function HoursForm({ storeId }: { storeId: number }) {
  const { data, error } = useQuery(ask('store-owner/get-hours', { store_id: storeId }))
  if (error) return <p role="alert">{error.message}</p>
  return data ? <WeekForm storeId={storeId} hours={data} /> : null
}

function WeekForm({ storeId, hours }: { storeId: number; hours: Hours }) {
  const { register, submit, formError, formState, control } = useCallForm('store-owner/save-hours', {
    values: {
      ...shownHours(hours),
      is_schedulable: hours.is_schedulable === 1,
      accept_scheduled_orders: hours.accept_scheduled_orders === 1,
      schedule_slot_buffer: String(hours.schedule_slot_buffer),
    } as Typed,
    toInput: (typed: Typed) => ({
      store_id: storeId,
      schedule_data: typed.schedule_data,
      exceptions: typed.exceptions,
      is_schedulable: typed.is_schedulable ? 1 : 0,
      accept_scheduled_orders: typed.accept_scheduled_orders ? 1 : 0,
      schedule_slot_buffer: Number(typed.schedule_slot_buffer),
    }),
    onDone: async () => {
      await Promise.all([reread('store-owner/get-hours'), rereadStore()])
      toast('Saved')
    },
  })
  const form = { control, register }
  return (
    <SectionForm
      title="Hours"
      text={`By the clock of ${hours.time_zone}. A window that closes at or before it opens ends on the next day.`}
      onSubmit={submit}
      formError={formError}
      isBusy={formState.isSubmitting}
      isChanged={formState.isDirty}
    >
      <div className="divide-y divide-line">
        {week.map((day) => (
          <Windows key={day} name={`schedule_data.${day}`} label={capital(day)} {...form} />
        ))}
      </div>
      <Exceptions {...form} />
      <Switch
        label="Open and close at these times"
        help="If off, the store is opened and closed manually."
        {...register('is_schedulable')}
      />
      <Switch label="Take orders for later" {...register('accept_scheduled_orders')} />
      <Input
        label="Minutes before the earliest slot"
        inputMode="numeric"
        error={formState.errors.schedule_slot_buffer?.message}
        {...register('schedule_slot_buffer')}
      />
    </SectionForm>
  )
}

/**
 * A time field cannot show 24:00 and would be empty. A window that closes at 00:00 ends at the same moment, because a
 * close that is not after the open is on the next day.
 */
function shownHours({ schedule_data, exceptions }: Pick<Hours, 'schedule_data' | 'exceptions'>) {
  const shown = (windows: readonly Window[]) =>
    windows.map(({ open, close }) => ({ open, close: close === '24:00' ? '00:00' : close }))
  return {
    schedule_data: Object.fromEntries(Object.entries(schedule_data).map(([day, windows]) => [day, shown(windows)])),
    exceptions: exceptions.map(({ date, windows }) => ({ date, windows: shown(windows) })),
  }
}

type FormProps = { control: Control<Typed>; register: UseFormRegister<Typed> }
type WindowsName = `schedule_data.${(typeof weekdays)[number]}` | `exceptions.${number}.windows`

function Windows({ name, label, control, register }: FormProps & { name: WindowsName; label: string }) {
  const { fields, append, remove } = useFieldArray({ control, name })
  return (
    <fieldset className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
      <legend className="float-start w-28 text-label">{label}</legend>
      {fields.length === 0 ? <span className="text-ink-2">Closed</span> : null}
      {fields.map((field, index) => (
        <span key={field.id} className="flex items-center gap-1">
          <Input
            isLabelHidden
            label={`${label}, opens`}
            type="time"
            required
            {...register(`${name}.${index}.open` as const)}
          />
          <span aria-hidden="true">–</span>
          <Input
            isLabelHidden
            label={`${label}, closes`}
            type="time"
            required
            {...register(`${name}.${index}.close` as const)}
          />
          <RemoveButton label={`Remove the window of ${label}`} onClick={() => remove(index)} />
        </span>
      ))}
      {fields.length < MAX_WINDOWS ? (
        <button
          type="button"
          className="inline-flex min-h-9 items-center gap-1 text-small text-brand"
          aria-label={`Add a window to ${label}`}
          onClick={() => append({ open: '09:00', close: '22:00' })}
        >
          <Plus aria-hidden="true" className="size-4" />
          Add
        </button>
      ) : null}
    </fieldset>
  )
}

function Exceptions({ control, register }: FormProps) {
  const { fields, append, remove } = useFieldArray({ control, name: 'exceptions' })
  return (
    <section aria-label="Exceptions" className="grid gap-2">
      <h3 className="text-label">Exceptions</h3>
      {fields.map((field, index) => (
        <div key={field.id} className="flex flex-wrap items-center gap-3">
          <Input isLabelHidden label="Date" type="date" required {...register(`exceptions.${index}.date` as const)} />
          <Windows name={`exceptions.${index}.windows`} label="That day" control={control} register={register} />
          <RemoveButton label="Remove this day" onClick={() => remove(index)} />
        </div>
      ))}
      <div>
        <Button size="small" variant="outline" onClick={() => append({ date: '', windows: [] })}>
          Add a day
        </Button>
      </div>
    </section>
  )
}

function RemoveButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" aria-label={label} onClick={onClick} className="grid size-9 place-items-center text-ink-2">
      <X aria-hidden="true" className="size-4" />
    </button>
  )
}

const capital = (day: string) => day[0]!.toUpperCase() + day.slice(1)
