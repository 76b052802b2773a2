import { type OpeningWindow, type Weekday, weekdays } from '@nukkad/rules/opening-hours.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { Plus, X } from 'lucide-react'
import { type Control, type UseFormRegister, useFieldArray } from 'react-hook-form'
import { Input } from './controls.tsx'

/** The form values for the hours of a store or a person: time windows of each weekday, and of exceptional days. */
export type HoursValues = {
  schedule_data: Record<Weekday, OpeningWindow[]>
  exceptions: { date: string; windows: OpeningWindow[] }[]
}
/** The form around the fields, which may have other values than the hours too. */
export type HoursForm = { control: Control<HoursValues>; register: UseFormRegister<HoursValues> }

/** The weekdays in the order in which they are shown, from Monday on. */
const week = [...weekdays.slice(1), weekdays[0]]
const MAX_WINDOWS = 6

/** Edits the windows of each weekday; two windows of a day have a break between them. */
export function WeekFields({ form, none = 'Closed' }: { form: HoursForm; none?: string }) {
  return (
    <div className="divide-y divide-line">
      {week.map((day) => (
        <Windows key={day} name={`schedule_data.${day}`} label={capital(day)} none={none} {...form} />
      ))}
    </div>
  )
}

/**
 * Returns stored hours for the form. A closing time of 24:00 becomes 00:00, because a time field cannot show 24:00.
 * 24:00 and 00:00 end the window at the same moment: a closing time that is not after the opening time is on the next
 * day.
 */
export function shownHours(
  weekly: Readonly<Record<string, readonly OpeningWindow[]>>,
  exceptions: readonly { date: string; windows: readonly OpeningWindow[] }[],
): HoursValues {
  const shown = (windows: readonly OpeningWindow[] = []) =>
    windows.map(({ open, close }) => ({ open, close: close === '24:00' ? '00:00' : close }))
  return {
    schedule_data: Object.fromEntries(week.map((day) => [day, shown(weekly[day])])) as HoursValues['schedule_data'],
    exceptions: exceptions.map(({ date, windows }) => ({ date, windows: shown(windows) })),
  }
}

type WindowsName = `schedule_data.${Weekday}` | `exceptions.${number}.windows`
type WindowsProps = HoursForm & { name: WindowsName; label: string; none: string }

function Windows({ name, label, none, control, register }: WindowsProps) {
  const { fields, append, remove } = useFieldArray({ control, name })
  return (
    <fieldset className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2 py-2">
      <legend className="float-start w-28 text-label">{label}</legend>
      {fields.length === 0 ? <span className="text-ink-2">{none}</span> : null}
      {fields.map((field, index) => (
        <span key={field.id} className="flex max-w-full flex-wrap items-center gap-1">
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
          <RemoveButton label={`Remove the time window of ${label}`} onClick={() => remove(index)} />
        </span>
      ))}
      {fields.length < MAX_WINDOWS ? (
        <button
          type="button"
          className="inline-flex min-h-9 items-center gap-1 text-small text-brand"
          aria-label={`Add a time window to ${label}`}
          onClick={() => append({ open: '09:00', close: '22:00' })}
        >
          <Plus aria-hidden="true" className="size-4" />
          Add
        </button>
      ) : null}
    </fieldset>
  )
}

/** Edits the windows of single days, which replace those of their weekday. */
export function ExceptionFields({ form, none = 'Closed' }: { form: HoursForm; none?: string }) {
  const { control, register } = form
  const { fields, append, remove } = useFieldArray({ control, name: 'exceptions' })
  return (
    <section aria-label="Exceptions" className="grid gap-2">
      <h3 className="text-label">Exceptions</h3>
      {fields.map((field, index) => (
        <div key={field.id} className="flex flex-wrap items-center gap-3">
          <Input isLabelHidden label="Date" type="date" required {...register(`exceptions.${index}.date` as const)} />
          <Windows name={`exceptions.${index}.windows`} label="That day" none={none} {...form} />
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
