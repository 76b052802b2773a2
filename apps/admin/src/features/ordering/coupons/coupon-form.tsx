import { Button } from '@nukkad/ui/components/button.tsx'
import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Chooser } from '#components/chooser.tsx'
import { Confirm } from '#components/confirm.tsx'
import { Switch } from '#components/controls.tsx'
import { call } from '#lib/api.ts'
import { type Choice, findStores } from '#lib/find.ts'
import { newKey } from '#lib/new-key.ts'
import { ask, reread } from '#lib/query.ts'
import { toast, toastError } from '#lib/toasts.ts'
import { useUnsaved } from '#lib/unsaved.ts'
import { type CallForm, useCallForm } from '#lib/use-call-form.ts'
import { CurrencyField, DiscountFields, LimitFields, NameFields } from './coupon-fields.tsx'
import { couponSentence } from './coupon-sentence.ts'
import {
  areSameStores,
  type Coupon,
  type CouponInput,
  type CouponValues,
  couponInput,
  couponValues,
} from './coupon-values.ts'

/** Creates or edits a coupon. Changing the discount of a used coupon needs confirmation. */
export function CouponForm({ coupon, onDone }: { coupon: Coupon | null; onDone: () => void }) {
  const [stores, setStores] = useState<Choice[]>(coupon?.stores ?? [])
  useUnsaved(!areSameStores(stores, coupon?.stores ?? []))
  const [asked, setAsked] = useState<{ input: CouponInput; reason: string }>()
  const [isBusy, setBusy] = useState(false)
  const done = async () => {
    await reread('dashboard/table', 'dashboard/coupons/show')
    toast(coupon ? 'The coupon is saved' : 'The coupon is created')
    onDone()
  }
  const toInput = (typed: CouponValues) => couponInput(typed, coupon, stores)
  const form = useCallForm('dashboard/coupons/save', {
    values: couponValues(coupon),
    toInput,
    onDone: done,
    onRefusal: (error, typed) => {
      if (error.code !== 'COUPON_IN_USE') return false
      setAsked({ input: toInput(typed), reason: error.message })
      return true
    },
  })
  const changeMoney = async (input: CouponInput) => {
    setBusy(true)
    try {
      await call('dashboard/coupons/save', { ...input, change_money: true }, { idempotencyKey: newKey() })
      setAsked(undefined)
      await done()
    } catch (error) {
      toastError(error)
    }
    setBusy(false)
  }
  return (
    <form onSubmit={form.submit} noValidate className="grid gap-4">
      <FormError text={form.formError} size="small" />
      <Sentence values={form.watch()} stores={stores} />
      <Terms form={form} isNew={coupon === null} />
      <Group title="Where">
        <Chooser
          label="Only in these stores"
          help="If blank, the coupon works in all stores."
          chosen={stores}
          onChange={setStores}
          find={findStores}
          error={form.errorOf('store_ids')}
        />
        <CurrencyField form={form} />
      </Group>
      <Switch label="On" help="If this is off, customers cannot use the coupon." {...form.register('is_active')} />
      <div>
        <Button type="submit" size="small" isBusy={form.formState.isSubmitting}>
          {coupon ? 'Save' : 'Create coupon'}
        </Button>
      </div>
      <Confirm
        isOpen={asked !== undefined}
        onClose={() => setAsked(undefined)}
        onConfirm={() => asked && void changeMoney(asked.input)}
        isBusy={isBusy}
        title="Change the discount?"
        action="Change it"
      >
        {asked?.reason}
      </Confirm>
    </form>
  )
}

/** Shows a sentence about the effect of the coupon, which follows the typed values. */
function Sentence({ values, stores }: { values: CouponValues; stores: readonly Choice[] }) {
  const { data } = useQuery({ ...ask('get-settings', {}), staleTime: Number.POSITIVE_INFINITY })
  const own = data?.find(({ key }) => key === 'currencyId')?.value ?? ''
  const currency = values.currency.trim().toUpperCase() || own
  const said = couponSentence(values, { currency, stores: stores.map(({ name }) => name) })
  return (
    <output className="sticky top-0 z-10 block rounded-control bg-tint px-4 py-3 text-on-tint">
      {said ?? 'Enter a discount to see a summary.'}
    </output>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="card grid min-w-0 gap-4 p-4">
      <legend className="sr-only">{title}</legend>
      <p aria-hidden="true" className="text-heading">
        {title}
      </p>
      {children}
    </fieldset>
  )
}

function Terms({ form, isNew }: { form: CallForm<CouponValues>; isNew: boolean }) {
  return (
    <>
      <Group title="Code">
        <NameFields form={form} isNew={isNew} />
      </Group>
      <Group title="Discount">
        <DiscountFields form={form} />
      </Group>
      <Group title="Limits">
        <LimitFields form={form} />
      </Group>
    </>
  )
}
