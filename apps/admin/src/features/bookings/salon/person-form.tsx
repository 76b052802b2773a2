import { classNames } from '@nukkad/ui/class-names.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { AskedAction } from '#components/asked-action.tsx'
import { Input, Select, Switch } from '#components/controls.tsx'
import { ExceptionFields, type HoursForm, WeekFields } from '#components/hours-fields.tsx'
import { OpenTo } from '#components/open-to.tsx'
import { call } from '#lib/api.ts'
import { currencySign } from '#lib/format.ts'
import { useOwns } from '#lib/session.ts'
import { toast } from '#lib/toasts.ts'
import { type CallForm, useCallForm } from '#lib/use-call-form.ts'
import { CoveredVisits } from './covered-visits.tsx'
import { ownTermsText, type StylistValues, stylistInput, stylistValues } from './salon-values.ts'
import { rereadSetup, type Setup, type Stylist } from './use-setup.ts'
import { type Covered, listVisitsOutside } from './visits-outside.ts'

type FormProps = { storeId: number; setup: Setup; stylist: Stylist | undefined; onDone: () => void }

/** Edits a person: name, account, hours and services. */
export function PersonForm({ storeId, setup, stylist, onDone }: FormProps) {
  const [outside, setOutside] = useState<Covered[]>([])
  const isOwner = useOwns(storeId)
  const form = useCallForm('dashboard/bookings/stylists/save', {
    values: stylistValues(setup, stylist),
    toInput: (typed: StylistValues) =>
      stylistInput(typed, { storeId, stylist, isLast: setup.stylists.length, isOwner }),
    onDone: async () => {
      await rereadSetup()
      toast('Saved. Booked visits stay as they are.')
      const found = stylist ? await listVisitsOutside(storeId, stylist.id).catch(() => []) : []
      setOutside(found)
      if (found.length === 0) onDone()
    },
  })
  const { register, control, field, submit, formError, formState } = form
  const hours = { register, control } as unknown as HoursForm
  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-5">
      <FormError text={formError} size="small" />
      {outside.length > 0 ? (
        <CoveredVisits
          storeId={storeId}
          timeZone={setup.time_zone}
          where="outside these hours"
          visits={outside}
          onDecided={(number) => setOutside(outside.filter((visit) => visit.unique_visit_id !== number))}
        />
      ) : null}
      <OpenTo access={{ permission: 'stores_edit', owners: true, storeId }}>
        <Input label="Name" {...field('name')} />
        <Select
          label="Account"
          help="With an account of the store, the person sees their own visits and earnings, but no other amounts. Only an owner can change the account later."
          {...field('account_id')}
          disabled={!isOwner && stylist !== undefined}
          options={[
            { value: '', label: 'None' },
            ...setup.accounts.map(({ user_id, name }) => ({ value: String(user_id), label: name })),
          ]}
        />
        {isOwner ? (
          <Input
            label="Commission"
            after="%"
            inputMode="decimal"
            help="A share of the price of this person’s services, after discounts. The salon pays this commission; the page Earnings shows the total."
            {...field('commission')}
          />
        ) : null}
        <Switch
          label="Takes visits"
          help="If this is off, customers can book no new visits with this person. Booked visits stay."
          {...register('is_active')}
        />
        <Hours form={hours} timeZone={setup.time_zone} />
        <ServiceRows form={form} setup={setup} isOwner={isOwner} />
        <div className="flex flex-wrap justify-between gap-2">
          <Button type="submit" size="small" isBusy={formState.isSubmitting}>
            Save
          </Button>
          {stylist ? <DeletePerson storeId={storeId} stylist={stylist} onDone={onDone} /> : null}
        </div>
      </OpenTo>
    </form>
  )
}

function Hours({ form, timeZone }: { form: HoursForm; timeZone: string }) {
  return (
    <>
      <fieldset className="min-w-0 grid grid-cols-1 gap-1">
        <legend className="text-heading">Hours</legend>
        <p className="text-small text-ink-2">
          Hours are in the time zone {timeZone}. For a break, add a second time window to the day.
        </p>
        <WeekFields form={form} none="Free" />
      </fieldset>
      <ExceptionFields form={form} none="Free" />
    </>
  )
}

function DeletePerson({ storeId, stylist, onDone }: { storeId: number; stylist: Stylist; onDone: () => void }) {
  return (
    <AskedAction
      label="Delete"
      variant="plain"
      question={`Delete ${stylist.name}?`}
      action="Delete"
      says="Booked visits of this person stay in the diary until you move or cancel them."
      act={async () => {
        await call('dashboard/bookings/stylists/delete', { store_id: storeId, id: stylist.id })
        await rereadSetup()
        toast(`${stylist.name} was deleted`)
        onDone()
      }}
    />
  )
}

type RowsProps = { form: CallForm<StylistValues>; setup: Setup; isOwner: boolean }

function ServiceRows({ form, setup, isOwner }: RowsProps) {
  const done = form.watch('services').filter(({ does }) => does).length
  return (
    <fieldset className="min-w-0 grid grid-cols-1 gap-2">
      <legend className="mb-1 text-heading">Services</legend>
      {setup.services.length === 0 ? (
        <p className="text-ink-2">The salon has no services yet.</p>
      ) : (
        <>
          <p className="text-small text-ink-2">
            Does {done} of {setup.services.length}.
          </p>
          <ul className="card divide-y divide-line">
            {setup.services.map(({ item_id }, index) => (
              <ServiceRow key={item_id} index={index} form={form} setup={setup} isOwner={isOwner} />
            ))}
          </ul>
        </>
      )}
    </fieldset>
  )
}

/**
 * Edits a service of a person. The person's own price, duration and rate are folded, because most people have those of
 * the salon.
 */
function ServiceRow({ index, form, setup, isOwner }: RowsProps & { index: number }) {
  const { register, watch } = form
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const { name, price, segments } = setup.services[index]!
  const minutes = segments.reduce((total, segment) => total + segment.minutes, 0)
  const own = watch(`services.${index}`)
  return (
    <li className="grid grid-cols-1 gap-2 px-3 py-2">
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <Switch
            label={name}
            help={ownTermsText(own, { price, minutes, currency: setup.currency })}
            {...register(`services.${index}.does`)}
          />
        </div>
        {own.does ? (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            className="inline-flex min-h-11 shrink-0 items-center gap-1 text-small text-brand"
            onClick={() => setOpen(!isOpen)}
          >
            Own terms
            <span className="sr-only">: {name}</span>
            <ChevronDown aria-hidden="true" className={classNames('size-4', isOpen && 'rotate-180')} />
          </button>
        ) : null}
      </div>
      {own.does && isOpen ? (
        <div id={id} className="grid grid-cols-2 gap-3 pb-1">
          <Input
            label="Price for this person"
            before={currencySign(setup.currency)}
            inputMode="decimal"
            placeholder={price}
            {...register(`services.${index}.price`)}
          />
          <Input
            label="Duration for this person"
            after="min"
            inputMode="numeric"
            placeholder={String(minutes)}
            {...register(`services.${index}.minutes`)}
          />
          {isOwner ? (
            <Input
              label="Commission for this person"
              after="%"
              inputMode="decimal"
              placeholder={watch('commission') || '0'}
              {...register(`services.${index}.commission`)}
            />
          ) : null}
        </div>
      ) : null}
    </li>
  )
}
