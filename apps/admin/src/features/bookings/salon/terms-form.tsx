import { Input } from '#components/controls.tsx'
import { SectionForm } from '#features/catalogue/stores/section.tsx'
import { toast } from '#lib/toasts.ts'
import { useCallForm } from '#lib/use-call-form.ts'
import { rereadSetup, type Setup } from './use-setup.ts'

/** The terms that are whole numbers, with their units. */
const numbers = [
  {
    name: 'step_minutes',
    label: 'Minutes between starts',
    help: 'With 15, customers can start at 9:00, 9:15 or 9:30.',
  },
  { name: 'horizon_days', label: 'Bookable ahead', after: 'days' },
  {
    name: 'lead_minutes',
    label: 'Earliest start after booking',
    help: 'Customers cannot book a visit that starts earlier. The reception can still take guests earlier.',
    after: 'min',
  },
  {
    name: 'no_show_grace_minutes',
    label: 'Time before a no-show',
    help: 'How long after the start of a visit the salon can record that the customer did not come.',
    after: 'min',
  },
  {
    name: 'objection_hours',
    label: 'Time to object',
    help: 'How long a customer can object before the salon receives the part of the deposit that it keeps.',
    after: 'h',
  },
] as const

/** Edits how a salon takes visits: time grid, days ahead, notice before a visit, no-shows, objections and reminders. */
export function TermsForm({ storeId, setup: { terms } }: { storeId: number; setup: Setup }) {
  const { field, submit, formError, formState } = useCallForm('dashboard/bookings/terms/save', {
    values: {
      step_minutes: String(terms.step_minutes),
      horizon_days: String(terms.horizon_days),
      lead_minutes: String(terms.lead_minutes),
      no_show_grace_minutes: String(terms.no_show_grace_minutes),
      objection_hours: String(terms.objection_hours),
      reminder_hours: terms.reminder_hours.join(', '),
    },
    toInput: ({ reminder_hours, ...typed }) => ({
      store_id: storeId,
      step_minutes: wholeOf(typed.step_minutes),
      horizon_days: wholeOf(typed.horizon_days),
      lead_minutes: wholeOf(typed.lead_minutes),
      no_show_grace_minutes: wholeOf(typed.no_show_grace_minutes),
      objection_hours: wholeOf(typed.objection_hours),
      reminder_hours: reminder_hours
        .split(',')
        .filter((part) => part.trim())
        .map(Number),
    }),
    onDone: async () => {
      await rereadSetup()
      toast('Saved')
    },
  })
  return (
    <SectionForm
      title="Terms"
      text="Rules for booking visits. Booked visits keep the terms that their customers accepted."
      onSubmit={submit}
      formError={formError}
      isBusy={formState.isSubmitting}
      isChanged={formState.isDirty}
      access={{ permission: 'stores_edit', owners: true, storeId }}
    >
      <div className="grid grid-cols-1 gap-4 wide:grid-cols-2">
        {numbers.map(({ name, ...about }) => (
          <Input key={name} inputMode="numeric" {...about} {...field(name)} />
        ))}
        <Input
          label="Reminders"
          help="Hours before the start of a visit, separated by commas. Leave blank to send no reminders."
          {...field('reminder_hours')}
        />
      </div>
    </SectionForm>
  )
}

const wholeOf = (typed: string) => (typed.trim() === '' ? Number.NaN : Number(typed))
