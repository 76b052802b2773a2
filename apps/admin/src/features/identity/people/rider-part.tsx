import { Button } from '@nukkad/ui/components/button.tsx'
import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { Input, TextArea } from '#components/controls.tsx'
import { Section } from '#components/section.tsx'
import { reread } from '#lib/query.ts'
import { toast } from '#lib/toasts.ts'
import { useCallForm } from '#lib/use-call-form.ts'
import { type Person, useMayChange } from './person.ts'

/** Edits the pay and limits of a rider, and the profile that customers see (U-18). */
export function RiderPart({ person, rider }: { person: Person; rider: NonNullable<Person['rider']> }) {
  const mayChange = useMayChange(person)
  const { field, submit, formError, formState } = useCallForm('dashboard/riders/update', {
    values: {
      vehicle_number: rider.vehicle_number ?? '',
      description: rider.description ?? '',
      commission: rider.commission,
      tip_share: rider.tip_share,
      max_open_orders: String(rider.max_open_orders),
      cash_limit: rider.cash_limit,
    },
    toInput: ({ max_open_orders, ...typed }) => ({ id: person.id, ...typed, max_open_orders: Number(max_open_orders) }),
    onDone: async () => {
      await reread('dashboard/people/show', 'dashboard/table')
      toast('Saved')
    },
  })
  return (
    <Section title={rider.is_on_duty ? 'Rider, on duty' : 'Rider, off duty'}>
      <form onSubmit={submit} noValidate>
        <fieldset disabled={!mayChange} className="grid gap-4 wide:grid-cols-2">
          <Input label="Vehicle" {...field('vehicle_number')} />
          <Input label="Open orders at the same time" inputMode="numeric" {...field('max_open_orders')} />
          <Input label="Share of the delivery charge" after="%" inputMode="decimal" {...field('commission')} />
          <Input label="Share of the tip" after="%" inputMode="decimal" {...field('tip_share')} />
          <Input label="Maximum cash to hold" help="0 means no limit." inputMode="decimal" {...field('cash_limit')} />
          <div className="wide:col-span-2">
            <TextArea label="Shown to customers" rows={2} {...field('description')} />
          </div>
          <FormError text={formError} size="small" />
          {mayChange ? (
            <div className="wide:col-span-2">
              <Button type="submit" size="small" isBusy={formState.isSubmitting} disabled={!formState.isDirty}>
                Save
              </Button>
            </div>
          ) : null}
        </fieldset>
      </form>
    </Section>
  )
}
