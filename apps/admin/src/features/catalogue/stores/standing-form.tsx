import { deliveryTypeLabels } from '@nukkad/contract/tables/catalogue.ts'
import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { Input, Select, Switch } from '#components/controls.tsx'
import { RichField } from '#components/rich-field.tsx'
import { ask } from '#lib/query.ts'
import { toast } from '#lib/toasts.ts'
import { useCallForm } from '#lib/use-call-form.ts'
import { kindOptions } from './new-store.tsx'
import { SectionForm } from './section.tsx'
import { type StandingValues, standingInput, standingValues } from './standing-values.ts'
import { type AdminStore, rereadStore } from './use-store.ts'

const deliveryTypes = Object.entries(deliveryTypeLabels).map(([value, label]) => ({ value, label }))

/** The store's time zone is added to the list, because a browser lists only one of the names of a zone. */
function timeZones(own: string) {
  return [...new Set([own, ...Intl.supportedValuesOf('timeZone')])].map((zone) => ({ value: zone, label: zone }))
}

/** Edits the fields of a store that only staff can change. */
export function StandingForm({ store }: { store: AdminStore }) {
  const form = useCallForm('dashboard/stores/update', {
    values: standingValues(store),
    toInput: (typed: StandingValues) => standingInput(typed, store.id),
    onDone: async () => {
      await rereadStore()
      toast('Saved')
    },
  })
  const chosen = useWatch({ control: form.control, name: 'category_ids' })
  const { field, register, formState } = form
  return (
    <SectionForm
      title="Status"
      text="Only staff can change these fields; owners cannot."
      onSubmit={form.submit}
      formError={form.formError}
      isBusy={formState.isSubmitting}
      isChanged={formState.isDirty}
    >
      <Switch
        label="Takes orders"
        help="If this is off, the store’s page says that the store doesn’t take orders right now."
        {...register('is_active')}
      />
      <Switch label="Featured" {...register('is_featured')} />
      <div className="grid gap-4 wide:grid-cols-2">
        <Input
          label="Page"
          help="Use lowercase letters, digits and hyphens. If you change the page, links to the old page stop working."
          {...field('slug')}
        />
        <Input label="Commission in percent" {...field('commission_rate')} />
        <Select label="Kind" options={kindOptions} {...field('kind')} />
        <Select label="Takes orders for" options={deliveryTypes} {...field('delivery_type')} />
        <Select label="Time zone" options={timeZones(store.time_zone)} {...field('time_zone')} />
        <Input label="The store’s own number (SKU)" {...field('sku')} />
        <Input label="Offer" help="The store’s card shows this text, such as “20% off”." {...field('offer')} />
        <Input label="Label on the card of a featured store" {...field('custom_featured_name')} />
      </div>
      <Input label="Message in lists" {...field('custom_message_on_list')} />
      <RichField
        label="Message on the store’s page"
        value={form.watch('custom_message')}
        error={form.errorOf('custom_message')}
        onChange={(html) => form.setValue('custom_message', html, { shouldDirty: true })}
      />
      <Categories
        chosen={chosen}
        error={form.errorOf('category_ids')}
        onChange={(ids) => form.setValue('category_ids', ids, { shouldDirty: true })}
      />
    </SectionForm>
  )
}

type CategoriesProps = { chosen: string[]; error: string | undefined; onChange: (ids: string[]) => void }

function Categories({ chosen, error, onChange }: CategoriesProps) {
  const { data } = useQuery(ask('dashboard/table', { table: 'store_categories', per_page: 100 }))
  return (
    <fieldset>
      <legend className="mb-1 text-label">Categories</legend>
      <div className="grid gap-x-4 wide:grid-cols-3">
        {data?.rows.map((row) => {
          const id = String(row.id)
          return (
            <label key={id} className="flex min-h-9 items-center gap-3">
              <input
                type="checkbox"
                className="size-5"
                checked={chosen.includes(id)}
                onChange={() => onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])}
              />
              {String(row.name)}
            </label>
          )
        })}
      </div>
      {error ? (
        <p role="alert" className="text-small text-error">
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}
