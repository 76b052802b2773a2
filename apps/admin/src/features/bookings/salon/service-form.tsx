import { Button } from '@nukkad/ui/components/button.tsx'
import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { Plus, TriangleAlert, X } from 'lucide-react'
import { useFieldArray } from 'react-hook-form'
import { AskedAction } from '#components/asked-action.tsx'
import { Input, Select, Switch } from '#components/controls.tsx'
import { OpenTo } from '#components/open-to.tsx'
import { call } from '#lib/api.ts'
import { currencySign } from '#lib/format.ts'
import { toast } from '#lib/toasts.ts'
import { type CallForm, useCallForm } from '#lib/use-call-form.ts'
import { kindsOf } from './resources.tsx'
import { depositText, optionsWithoutTime, type ServiceValues, serviceInput, serviceValues } from './salon-values.ts'
import { SegmentBar } from './segment-bar.tsx'
import { rereadSetup, type Service, type Setup } from './use-setup.ts'

const MAX_SEGMENTS = 12

type FormProps = {
  storeId: number
  setup: Setup
  itemId: number
  service: Service | undefined
  onDone: () => void
}

/** Edits the duration and the needs of a service, and the terms of its deposit. */
export function ServiceForm({ storeId, setup, itemId, service, onDone }: FormProps) {
  const form = useCallForm('dashboard/bookings/services/save', {
    values: serviceValues(service, kindsOf(setup)[0]),
    toInput: (typed: ServiceValues) => serviceInput(typed, { storeId, itemId }),
    onDone: async () => {
      await rereadSetup()
      toast('Saved. Booked visits keep their terms.')
      onDone()
    },
  })
  return (
    <form onSubmit={form.submit} noValidate className="grid grid-cols-1 gap-6">
      <FormError text={form.formError} size="small" />
      <OpenTo access={{ permission: 'stores_edit', owners: true, storeId }}>
        <Segments form={form} setup={setup} />
        <Deposit form={form} currency={setup.currency} />
        <Addons form={form} />
        <div className="flex flex-wrap justify-between gap-2">
          <Button type="submit" size="small" isBusy={form.formState.isSubmitting}>
            Save
          </Button>
          {service ? (
            <AskedAction
              label="Turn this service into a product"
              variant="plain"
              question={`Turn ${service.name} into a product?`}
              action="Turn into a product"
              says="Customers then order this item without choosing a time. Booked visits stay."
              act={async () => {
                await call('dashboard/bookings/services/delete', { store_id: storeId, item_id: itemId })
                await rereadSetup()
                toast(`${service.name} is now a product`)
                onDone()
              }}
            />
          ) : null}
        </div>
      </OpenTo>
    </form>
  )
}

type PartProps = { form: CallForm<ServiceValues> }

/** Edits the parts of a service in their order, with a drawing of them. */
function Segments({ form, setup }: PartProps & { setup: Setup }) {
  const { control, field, watch, errorOf } = form
  const { fields, append, remove } = useFieldArray({ control, name: 'segments' })
  const segments = watch('segments')
  const kinds = [...new Set([...kindsOf(setup), ...segments.map((segment) => segment.resource_kind).filter(Boolean)])]
  return (
    <fieldset className="min-w-0 grid grid-cols-1 gap-3">
      <legend className="mb-1 text-heading">Time</legend>
      <SegmentBar segments={segments} buffer={Number(watch('buffer_minutes')) || 0} />
      {errorOf('segments') ? (
        <p role="alert" className="text-small text-error">
          {errorOf('segments')}
        </p>
      ) : null}
      <ol className="grid grid-cols-1 gap-2">
        {fields.map((row, index) => (
          <SegmentRow
            key={row.id}
            form={form}
            index={index}
            kinds={kinds}
            {...(fields.length > 1 && { onRemove: () => remove(index) })}
          />
        ))}
      </ol>
      {fields.length < MAX_SEGMENTS ? (
        <div>
          <Button
            size="small"
            variant="outline"
            onClick={() =>
              append({
                minutes: '15',
                needs_stylist: !segments.at(-1)?.needs_stylist,
                resource_kind: segments.at(-1)?.resource_kind ?? '',
              })
            }
          >
            <Plus aria-hidden="true" className="size-4.5" />
            Add a part
          </Button>
        </div>
      ) : null}
      <Input
        label="Time to clean up"
        help="For this time after the visit, no one can book the person and the resource."
        after="min"
        inputMode="numeric"
        {...field('buffer_minutes')}
      />
    </fieldset>
  )
}

type RowProps = PartProps & {
  index: number
  kinds: readonly string[]
  /** Removes the part of the service; undefined for the only part, which must stay. */
  onRemove?: () => void
}

function SegmentRow({ form: { register }, index, kinds, onRemove }: RowProps) {
  return (
    <li className="card grid grid-cols-1 gap-3 p-3">
      <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)_2.75rem] items-end gap-2">
        <Input label={`Part ${index + 1}`} after="min" inputMode="numeric" {...register(`segments.${index}.minutes`)} />
        <Select
          label="Needs"
          options={[{ value: '', label: 'No resource' }, ...kinds.map((kind) => ({ value: kind, label: `A ${kind}` }))]}
          {...register(`segments.${index}.resource_kind`)}
        />
        <button
          type="button"
          aria-label={`Remove part ${index + 1}`}
          disabled={!onRemove}
          onClick={onRemove}
          className="grid size-11 place-items-center text-ink-2 disabled:opacity-45"
        >
          <X aria-hidden="true" className="size-4" />
        </button>
      </div>
      <Switch
        label="Hands-on"
        help="If this is off, the person is free for other customers during this part, for example while colour develops."
        {...register(`segments.${index}.needs_stylist`)}
      />
    </li>
  )
}

/** Edits the deposit and the share of it that the salon keeps, with the sentences that the customer reads. */
function Deposit({ form, currency }: PartProps & { currency: string }) {
  const { field, watch } = form
  const typed = watch()
  const isPercent = typed.deposit_kind === 'percent'
  return (
    <fieldset className="min-w-0 grid grid-cols-1 gap-3">
      <legend className="mb-1 text-heading">Deposit</legend>
      <div className="grid grid-cols-2 gap-3">
        <Select
          label="Kind"
          options={[
            { value: 'none', label: 'None' },
            { value: 'amount', label: 'An amount' },
            { value: 'percent', label: 'A percentage of the price' },
          ]}
          {...field('deposit_kind')}
        />
        {typed.deposit_kind === 'none' ? null : (
          <Input
            label="Deposit"
            inputMode="decimal"
            {...(isPercent ? { after: '%' } : { before: currencySign(currency) })}
            {...field('deposit_value')}
          />
        )}
      </div>
      {typed.deposit_kind === 'none' ? null : (
        <>
          <Input
            label="Free cancellation until, in hours before the start"
            after="h"
            inputMode="numeric"
            {...field('free_cancel_hours')}
          />
          <div className="grid grid-cols-2 gap-3">
            <Input
              label="Salon keeps after a late cancellation"
              after="%"
              inputMode="numeric"
              {...field('late_cancel_percent')}
            />
            <Input label="Salon keeps after a no-show" after="%" inputMode="numeric" {...field('no_show_percent')} />
          </div>
        </>
      )}
      <div className="rounded-control bg-sunken p-3">
        <p className="text-small text-ink-2">Customers see these terms:</p>
        <p>{depositText(typed, currency)}</p>
      </div>
    </fieldset>
  )
}

function Addons({ form }: PartProps) {
  const addons = form.watch('addons')
  if (addons.length === 0) return null
  const untimed = optionsWithoutTime(addons)
  return (
    <fieldset className="min-w-0 grid grid-cols-1 gap-3">
      <legend className="mb-1 text-heading">Add-ons</legend>
      <p className="text-small text-ink-2">
        Enter the minutes by which each add-on lengthens the first hands-on part of the service.
      </p>
      {addons.map(({ addon_id, name }, index) => (
        <Input
          key={addon_id}
          label={name}
          after="min"
          inputMode="numeric"
          help={untimed.includes(addon_id) ? <NoTime /> : undefined}
          {...form.register(`addons.${index}.minutes`)}
        />
      ))}
    </fieldset>
  )
}

/** Warns next to an add-on that adds no time although other add-ons do. */
function NoTime() {
  return (
    <span className="flex items-center gap-1 text-gold-ink">
      <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
      This add-on adds no time, although others do. If this add-on makes the service longer, enter the minutes.
    </span>
  )
}
