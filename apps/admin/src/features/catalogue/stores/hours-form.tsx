import type { Output } from '@nukkad/contract/contract.ts'
import { useQuery } from '@tanstack/react-query'
import { Input, Switch } from '#components/controls.tsx'
import {
  ExceptionFields,
  type HoursForm as Form,
  type HoursValues,
  shownHours,
  WeekFields,
} from '#components/hours-fields.tsx'
import { ask, reread } from '#lib/query.ts'
import { toast } from '#lib/toasts.ts'
import { useCallForm } from '#lib/use-call-form.ts'
import { SectionForm } from './section.tsx'
import { rereadStore } from './use-store.ts'

type Hours = Output<'store-owner/get-hours'>
type Typed = HoursValues & {
  is_schedulable: boolean
  accept_scheduled_orders: boolean
  schedule_slot_buffer: string
}

/** Edits when the store is open: time windows of each weekday, and exceptional days. */
export function HoursForm({ storeId }: { storeId: number }) {
  const { data, error } = useQuery(ask('store-owner/get-hours', { store_id: storeId }))
  if (error) return <p role="alert">{error.message}</p>
  return data ? <WeekForm storeId={storeId} hours={data} /> : null
}

function WeekForm({ storeId, hours }: { storeId: number; hours: Hours }) {
  const { register, field, submit, formError, formState, control } = useCallForm('store-owner/save-hours', {
    values: {
      ...shownHours(hours.schedule_data, hours.exceptions),
      is_schedulable: hours.is_schedulable === 1,
      accept_scheduled_orders: hours.accept_scheduled_orders === 1,
      schedule_slot_buffer: String(hours.schedule_slot_buffer),
    },
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
  const form = { control, register } as unknown as Form
  return (
    <SectionForm
      title="Hours"
      text={`Times are in the time zone of ${hours.time_zone}. A time window whose closing time is not after its opening time ends on the next day.`}
      onSubmit={submit}
      formError={formError}
      isBusy={formState.isSubmitting}
      isChanged={formState.isDirty}
    >
      <WeekFields form={form} />
      <ExceptionFields form={form} />
      <Switch
        label="Open and close automatically at these times"
        help="If this is off, people open and close the store manually."
        {...register('is_schedulable')}
      />
      <Switch label="Take orders for a later time" {...register('accept_scheduled_orders')} />
      <Input
        label="Minutes from the order to the earliest slot"
        inputMode="numeric"
        {...field('schedule_slot_buffer')}
      />
    </SectionForm>
  )
}
