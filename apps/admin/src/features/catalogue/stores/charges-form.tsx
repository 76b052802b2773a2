import { useWatch } from 'react-hook-form'
import { Input, Select } from '#components/controls.tsx'
import { currencySign } from '#lib/format.ts'
import { toast } from '#lib/toasts.ts'
import { useCallForm } from '#lib/use-call-form.ts'
import { SectionForm } from './section.tsx'
import { rereadStore, type ShownStore } from './use-store.ts'

const names = [
  ...(['restaurant_charges', 'delivery_charge_type', 'delivery_charges', 'base_delivery_charge'] as const),
  ...(['base_delivery_distance', 'extra_delivery_charge', 'extra_delivery_distance'] as const),
  ...(['min_order_price', 'free_delivery_subtotal'] as const),
]
type Typed = Record<(typeof names)[number], string>

/** Edits the charges that a customer pays in addition to the items. */
export function ChargesForm({ store }: { store: ShownStore }) {
  const { register, submit, formError, formState, control } = useCallForm('store-owner/update-store', {
    values: Object.fromEntries(names.map((name) => [name, String(store[name])])) as Typed,
    toInput: ({ delivery_charge_type, ...typed }: Typed) => ({
      store_id: store.id,
      ...typed,
      delivery_charge_type: delivery_charge_type as 'FIXED',
    }),
    onDone: async () => {
      await rereadStore()
      toast('Saved')
    },
  })
  const isByDistance = useWatch({ control, name: 'delivery_charge_type' }) === 'DYNAMIC'
  const field = (name: (typeof names)[number], label: string, unit: string, help?: string) => (
    <Input
      label={label}
      {...(unit === 'km' ? { after: unit } : { before: currencySign(unit) })}
      inputMode="decimal"
      help={help}
      error={formState.errors[name]?.message}
      {...register(name)}
    />
  )
  const { currency } = store
  return (
    <SectionForm
      title="Charges"
      onSubmit={submit}
      formError={formError}
      isBusy={formState.isSubmitting}
      isChanged={formState.isDirty}
    >
      {field('restaurant_charges', 'Store charge', currency, 'Customers pay this charge with each order.')}
      <Select
        label="Delivery charge"
        options={[
          { value: 'FIXED', label: 'The same for every distance' },
          { value: 'DYNAMIC', label: 'By distance' },
        ]}
        {...register('delivery_charge_type')}
      />
      {isByDistance ? (
        <div className="grid gap-4 wide:grid-cols-2">
          {field('base_delivery_charge', 'Base charge', currency)}
          {field('base_delivery_distance', 'Distance included', 'km')}
          {field('extra_delivery_charge', 'Extra charge', currency)}
          {field('extra_delivery_distance', 'Extra charge for each further', 'km')}
        </div>
      ) : (
        field('delivery_charges', 'Delivery charge', currency)
      )}
      <div className="grid gap-4 wide:grid-cols-2">
        {field('min_order_price', 'Minimum order', currency, 'With 0, any amount can be ordered.')}
        {field('free_delivery_subtotal', 'Free delivery above', currency, 'With 0, delivery is never free.')}
      </div>
    </SectionForm>
  )
}
