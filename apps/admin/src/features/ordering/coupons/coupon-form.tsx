import type { Output, WireInput } from '@nukkad/contract/contract.ts'
import { Button } from '@nukkad/ui/parts/button.tsx'
import { FormError } from '@nukkad/ui/parts/form-error.tsx'
import { useState } from 'react'
import { type ApiError, call } from '#lib/api.ts'
import { type Choice, findStores } from '#lib/find.ts'
import { fromLocalField, toLocalField } from '#lib/local-moment.ts'
import { newKey } from '#lib/new-key.ts'
import { notice, noticeOf } from '#lib/notices.ts'
import { reread } from '#lib/query.ts'
import { useUnsaved } from '#lib/unsaved.ts'
import { useCallForm } from '#lib/use-call-form.ts'
import { Chooser } from '#parts/chooser.tsx'
import { Confirm } from '#parts/confirm.tsx'
import { Input, Select, Switch, TextArea } from '#parts/controls.tsx'

type Coupon = Output<'dashboard/coupons/show'>['coupon']
type Sent = WireInput<'dashboard/coupons/save'>

const kinds = [
  { value: 'AMOUNT', label: 'An amount' },
  { value: 'PERCENTAGE', label: 'A percentage' },
]
const audiences = [
  { value: 'ALL', label: 'Everybody, as often as they like' },
  { value: 'ONCE', label: 'Everybody, once each' },
  { value: 'ONCENEW', label: 'New customers, on their first order' },
  { value: 'CUSTOM', label: 'Everybody, so many times each' },
]

const idsOf = (stores: readonly Choice[]) => stores.map(({ id }) => id).join()

/** A coupon as it is made or changed. Of one in use the money changes only after a warning. */
export function CouponForm({ coupon, onDone }: { coupon: Coupon | null; onDone: () => void }) {
  const [stores, setStores] = useState<Choice[]>(coupon?.stores ?? [])
  useUnsaved(idsOf(stores) !== idsOf(coupon?.stores ?? []))
  const [asked, setAsked] = useState<{ input: Sent; reason: string }>()
  const [isBusy, setBusy] = useState(false)
  const done = async () => {
    await reread('dashboard/table', 'dashboard/coupons/show')
    notice(coupon ? 'The coupon is changed' : 'The coupon is made')
    onDone()
  }
  const toInput = (typed: ReturnType<typeof valuesOf>): Sent => inputOf(typed, coupon, stores)
  const { register, submit, formError, formState, watch } = useCallForm('dashboard/coupons/save', {
    values: valuesOf(coupon),
    toInput,
    onDone: done,
    onRefusal: (error: ApiError, typed: ReturnType<typeof valuesOf>) => {
      if (error.code !== 'COUPON_IN_USE') return false
      setAsked({ input: toInput(typed), reason: error.message })
      return true
    },
  })
  const errorOf = (field: keyof ReturnType<typeof valuesOf>) => formState.errors[field]?.message
  const isPercentage = watch('discount_type') === 'PERCENTAGE'
  const changeMoney = async () => {
    if (!asked) return
    setBusy(true)
    try {
      await call('dashboard/coupons/save', { ...asked.input, change_money: true }, { idempotencyKey: newKey() })
      setAsked(undefined)
      await done()
    } catch (error) {
      noticeOf(error)
    }
    setBusy(false)
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <FormError text={formError} size="small" />
      <Input
        label="Code"
        help="What customers type. Capital and small letters differ."
        autoComplete="off"
        error={errorOf('code')}
        {...register('code')}
      />
      <Input
        label="Name"
        help="Shown in the list of coupons at the cart."
        error={errorOf('name')}
        {...register('name')}
      />
      <TextArea label="Description" rows={2} error={errorOf('description')} {...register('description')} />
      <div className="grid gap-4 wide:grid-cols-2">
        <Select label="Discount" options={kinds} {...register('discount_type')} />
        <Input
          label={isPercentage ? 'Percent off' : 'Amount off'}
          inputMode="decimal"
          after={isPercentage ? '%' : undefined}
          error={errorOf('discount')}
          {...register('discount')}
        />
        {isPercentage ? (
          <Input
            label="Largest discount"
            help="Empty: no cap."
            inputMode="decimal"
            error={errorOf('max_discount')}
            {...register('max_discount')}
          />
        ) : null}
        <Input
          label="Smallest subtotal"
          help="Empty: any order."
          inputMode="decimal"
          error={errorOf('min_subtotal')}
          {...register('min_subtotal')}
        />
      </div>
      <Input
        label="Message below that"
        help="Instead of the usual words when the cart is too small."
        error={errorOf('subtotal_message')}
        {...register('subtotal_message')}
      />
      <Select label="For whom" options={audiences} {...register('user_type')} />
      {watch('user_type') === 'CUSTOM' ? (
        <Input
          label="Uses for each customer"
          inputMode="numeric"
          error={errorOf('max_count_per_user')}
          {...register('max_count_per_user')}
        />
      ) : null}
      <div className="grid gap-4 wide:grid-cols-2">
        <Input
          label="Uses in total"
          help="Empty: no end."
          inputMode="numeric"
          error={errorOf('max_count')}
          {...register('max_count')}
        />
        <Input
          label="Ends"
          help="Empty: never."
          type="datetime-local"
          error={errorOf('expires_at')}
          {...register('expires_at')}
        />
      </div>
      <Input
        label="Currency"
        help="Empty: the currency of the shop. It holds in stores of its currency."
        maxLength={3}
        error={errorOf('currency')}
        {...register('currency')}
      />
      <Chooser
        label="Only in these stores"
        help="None: everywhere."
        chosen={stores}
        onChange={setStores}
        find={findStores}
        error={errorOf('store_ids')}
      />
      <Switch label="On" help="Switched off, it is refused at once." {...register('is_active')} />
      <div>
        <Button type="submit" size="small" isBusy={formState.isSubmitting}>
          {coupon ? 'Save' : 'Make the coupon'}
        </Button>
      </div>
      <Confirm
        isOpen={asked !== undefined}
        onClose={() => setAsked(undefined)}
        onConfirm={() => void changeMoney()}
        isBusy={isBusy}
        title="Change what it gives?"
        action="Change it"
      >
        {asked?.reason}
      </Confirm>
    </form>
  )
}

function valuesOf(coupon: Coupon | null) {
  const text = (value: string | number | null | undefined) => String(value ?? '')
  return {
    code: coupon?.code ?? '',
    name: coupon?.name ?? '',
    description: text(coupon?.description),
    discount_type: coupon?.discount_type ?? 'AMOUNT',
    discount: coupon?.discount ?? '',
    max_discount: text(coupon?.max_discount),
    min_subtotal: text(coupon?.min_subtotal),
    subtotal_message: text(coupon?.subtotal_message),
    user_type: coupon?.user_type ?? 'ALL',
    max_count_per_user: text(coupon?.max_count_per_user),
    max_count: text(coupon?.max_count),
    expires_at: toLocalField(coupon?.expires_at),
    currency: coupon?.currency ?? '',
    store_ids: '',
    is_active: coupon?.is_active ?? true,
  }
}

function inputOf(typed: ReturnType<typeof valuesOf>, coupon: Coupon | null, stores: readonly Choice[]): Sent {
  const number = (value: string) => (value.trim() === '' ? null : Number(value))
  return {
    ...typed,
    id: coupon?.id ?? null,
    discount: typed.discount.trim(),
    max_discount: typed.max_discount.trim() || null,
    min_subtotal: typed.min_subtotal.trim() || null,
    max_count_per_user: typed.user_type === 'CUSTOM' ? number(typed.max_count_per_user) : null,
    max_count: number(typed.max_count),
    expires_at: fromLocalField(typed.expires_at),
    currency: typed.currency.trim().toUpperCase() || null,
    store_ids: stores.map(({ id }) => id),
    is_active: typed.is_active ? 1 : 0,
  }
}
