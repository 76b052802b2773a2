import { Input, Select, Switch } from '#components/controls.tsx'
import { RichField } from '#components/rich-field.tsx'
import { toast } from '#lib/toasts.ts'
import { useCallForm } from '#lib/use-call-form.ts'
import { SectionForm } from './section.tsx'
import { rereadStore, type ShownStore } from './use-store.ts'

const fields = ['name', 'description', 'address', 'landmark', 'pincode', 'phone', 'certificate'] as const
const orderTypes = [
  { value: '1', label: 'Delivery' },
  { value: '2', label: 'Self-pickup' },
  { value: '3', label: 'Delivery and pickup' },
]

/** Edits the profile of a store and how it takes orders. Store owners may change all fields of this form. */
export function ProfileForm({ store }: { store: ShownStore }) {
  const isSalon = store.kind === 'salon' || store.delivery_type === 4
  const { register, field, submit, formError, formState, watch, setValue } = useCallForm('store-owner/update-store', {
    values: {
      ...Object.fromEntries(fields.map((field) => [field, store[field] ?? ''])),
      delivery_time: store.delivery_time,
      price_range: store.price_range,
      delivery_type: String(store.delivery_type),
      is_pureveg: store.is_pureveg === 1,
      auto_acceptable: store.auto_acceptable === 1,
      is_notifiable: store.is_notifiable === 1,
    } as Typed,
    toInput: ({ delivery_type, is_pureveg, auto_acceptable, is_notifiable, ...texts }: Typed) => ({
      store_id: store.id,
      ...texts,
      ...(!isSalon && { delivery_type: Number(delivery_type) as 1 }),
      is_pureveg: is_pureveg ? 1 : 0,
      auto_acceptable: auto_acceptable ? 1 : 0,
      is_notifiable: is_notifiable ? 1 : 0,
    }),
    onDone: async () => {
      await rereadStore()
      toast('Saved')
    },
  })
  const { errors } = formState
  return (
    <SectionForm
      title="Profile"
      text="Texts that customers read about the store."
      onSubmit={submit}
      formError={formError}
      isBusy={formState.isSubmitting}
      isChanged={formState.isDirty}
    >
      <Input label="Name" {...field('name')} />
      <RichField
        label="Description"
        help="Cards and search results show this text without formatting."
        value={watch('description')}
        error={errors.description?.message}
        onChange={(html) => setValue('description', html, { shouldDirty: true })}
      />
      <Input label="Address" {...field('address')} />
      <div className="grid gap-4 wide:grid-cols-2">
        <Input label="Landmark" {...field('landmark')} />
        <Input label="Postal code" {...field('pincode')} />
        <Input label="Phone" inputMode="tel" {...field('phone')} />
        <Input label="Licence number" {...field('certificate')} />
        <Input label="Delivery time (minutes)" {...field('delivery_time')} />
        <Input label="Price for two" {...field('price_range')} />
      </div>
      {isSalon ? null : <Select label="Takes orders for" options={orderTypes} {...register('delivery_type')} />}
      <Switch label="Vegetarian only" {...register('is_pureveg')} />
      <Switch
        label="Accept orders automatically"
        help="If this is on, the store accepts every new order immediately."
        {...register('auto_acceptable')}
      />
      <Switch label="Notify the store of new orders" {...register('is_notifiable')} />
    </SectionForm>
  )
}

type Typed = Record<(typeof fields)[number] | 'delivery_time' | 'price_range' | 'delivery_type', string> &
  Record<'is_pureveg' | 'auto_acceptable' | 'is_notifiable', boolean>
