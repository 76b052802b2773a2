import { deliveryTypeWords } from '@nukkad/contract/tables/catalogue.ts'
import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { notice } from '#lib/notices.ts'
import { ask } from '#lib/query.ts'
import { useCallForm } from '#lib/use-call-form.ts'
import { Input, Select, Switch, TextArea } from '#parts/controls.tsx'
import { kindOptions } from './new-store.tsx'
import { SectionForm } from './section.tsx'
import { type DeskStore, rereadStore } from './use-store.ts'

const texts = ['slug', 'sku', 'offer', 'custom_featured_name', 'custom_message', 'custom_message_on_list'] as const
type Typed = Record<(typeof texts)[number] | 'kind' | 'delivery_type' | 'commission_rate' | 'time_zone', string> & {
  is_active: boolean
  is_featured: boolean
  category_ids: string[]
}

const deliveryTypes = Object.entries(deliveryTypeWords).map(([value, label]) => ({ value, label }))

/** Runtimes list a zone under one of its names only, which need not be the store's. */
function timeZones(own: string) {
  return [...new Set([own, ...Intl.supportedValuesOf('timeZone')])].map((zone) => ({ value: zone, label: zone }))
}

/** What only the shop decides of a store. */
export function StandingForm({ store }: { store: DeskStore }) {
  const { register, submit, formError, formState, control, setValue } = useCallForm('dashboard/stores/update', {
    values: {
      ...Object.fromEntries(texts.map((name) => [name, store[name] ?? ''])),
      ...{ kind: store.kind, delivery_type: String(store.delivery_type), commission_rate: store.commission_rate },
      ...{ time_zone: store.time_zone, is_active: store.is_switched_on === 1, is_featured: store.is_featured === 1 },
      category_ids: store.categories_ids.map(String),
    } as Typed,
    toInput: ({ is_active, is_featured, category_ids, kind, delivery_type, ...typed }: Typed) => ({
      ...{ store_id: store.id, ...typed, kind: kind as 'store', delivery_type: Number(delivery_type) as 1 },
      is_active: is_active ? 1 : 0,
      is_featured: is_featured ? 1 : 0,
      category_ids: category_ids.map(Number),
    }),
    onDone: async () => {
      await rereadStore()
      notice('Saved')
    },
  })
  const chosen = useWatch({ control, name: 'category_ids' })
  const { errors } = formState
  const field = (name: (typeof texts)[number] | 'commission_rate', label: string, help?: string) => (
    <Input label={label} help={help} error={errors[name]?.message} {...register(name)} />
  )
  return (
    <SectionForm
      title="Status"
      text="What the shop decides; owners cannot change it."
      onSubmit={submit}
      formError={formError}
      isBusy={formState.isSubmitting}
      isChanged={formState.isDirty}
    >
      <Switch
        label="Takes orders"
        help="Switched off, its page says that it does not take orders right now."
        {...register('is_active')}
      />
      <Switch label="Featured" {...register('is_featured')} />
      <div className="grid gap-4 wide:grid-cols-2">
        {field('slug', 'Page', 'Small letters, digits and hyphens. Old links stop working.')}
        {field('commission_rate', 'Commission in percent')}
        <Select label="Kind" options={kindOptions} error={errors.kind?.message} {...register('kind')} />
        <Select
          label="Takes orders for"
          options={deliveryTypes}
          error={errors.delivery_type?.message}
          {...register('delivery_type')}
        />
        <Select
          label="Time zone"
          options={timeZones(store.time_zone)}
          error={errors.time_zone?.message}
          {...register('time_zone')}
        />
        {field('sku', 'Number of the shop’s own')}
        {field('offer', 'Offer', 'On its card, such as “20 % off”.')}
        {field('custom_featured_name', 'Word for featured')}
      </div>
      {field('custom_message_on_list', 'Message in lists')}
      <TextArea
        label="Message on its page"
        rows={2}
        error={errors.custom_message?.message}
        {...register('custom_message')}
      />
      <Categories
        chosen={chosen}
        error={errors.category_ids?.message}
        onChange={(ids) => setValue('category_ids', ids, { shouldDirty: true })}
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
