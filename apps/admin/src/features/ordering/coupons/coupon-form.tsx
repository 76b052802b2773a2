import { Button } from '@nukkad/ui/components/button.tsx'
import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { useState } from 'react'
import { Chooser } from '#components/chooser.tsx'
import { Confirm } from '#components/confirm.tsx'
import { Switch } from '#components/controls.tsx'
import { call } from '#lib/api.ts'
import { type Choice, findStores } from '#lib/find.ts'
import { newKey } from '#lib/new-key.ts'
import { reread } from '#lib/query.ts'
import { toast, toastError } from '#lib/toasts.ts'
import { useUnsaved } from '#lib/unsaved.ts'
import { useCallForm } from '#lib/use-call-form.ts'
import { DiscountFields, LimitFields, NameFields } from './coupon-fields.tsx'
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
    toast(coupon ? 'The coupon is changed' : 'The coupon is made')
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
      <NameFields form={form} />
      <DiscountFields form={form} />
      <LimitFields form={form} />
      <Chooser
        label="Only in these stores"
        help="All stores if blank."
        chosen={stores}
        onChange={setStores}
        find={findStores}
        error={form.errorOf('store_ids')}
      />
      <Switch label="On" help="Turn off to stop the code immediately." {...form.register('is_active')} />
      <div>
        <Button type="submit" size="small" isBusy={form.formState.isSubmitting}>
          {coupon ? 'Save' : 'Make the coupon'}
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
