import { couponFigures, couponKindNames, couponKinds } from '@nukkad/contract/ordering/coupon-kinds.ts'
import { Input, Select } from '#components/controls.tsx'
import { RichField } from '#components/rich-field.tsx'
import type { CallForm } from '#lib/use-call-form.ts'
import type { CouponValues } from './coupon-values.ts'

type FieldsProps = { form: CallForm<CouponValues> }

const kinds = couponKindNames.map((value) => ({ value, label: couponKinds[value].label }))
const audiences = [
  { value: 'ALL', label: 'Everyone, without limit' },
  { value: 'ONCE', label: 'Everyone, once each' },
  { value: 'ONCENEW', label: 'New customers, on their first order' },
  { value: 'CUSTOM', label: 'Everyone, up to a set number of times each' },
]

/** The code, name and description of a coupon. */
export function NameFields({ form: { field, watch, setValue, errorOf }, isNew }: FieldsProps & { isNew: boolean }) {
  return (
    <>
      <Input
        label="Code"
        help="The code that customers type, in capital or small letters."
        autoComplete="off"
        data-takes-focus={isNew ? '' : undefined}
        {...field('code')}
      />
      <Input label="Name" help="Shown in the list of coupons in the cart." {...field('name')} />
      <RichField
        label="Description"
        value={watch('description')}
        error={errorOf('description')}
        onChange={(html) => setValue('description', html, { shouldDirty: true })}
      />
    </>
  )
}

/** The discount, and the subtotal from which it applies. */
export function DiscountFields({ form: { field, register, watch } }: FieldsProps) {
  const { figure, figureLabel } = couponKinds[watch('discount_type')]
  const { unit, hasCap } = couponFigures[figure]
  return (
    <>
      <div className="grid gap-4 wide:grid-cols-2">
        <Select label="Discount" options={kinds} {...register('discount_type')} />
        <Input label={figureLabel} inputMode="decimal" after={unit ?? undefined} {...field('discount')} />
        {hasCap ? (
          <Input
            label="Largest discount"
            help="If blank, the discount has no limit."
            inputMode="decimal"
            {...field('max_discount')}
          />
        ) : null}
        <Input
          label="Minimum order"
          help="If blank, the coupon works for orders of any amount."
          inputMode="decimal"
          {...field('min_subtotal')}
        />
      </div>
      <Input
        label="Message when below minimum"
        help="Customers see this instead of the default message when their cart is too small."
        {...field('subtotal_message')}
      />
    </>
  )
}

/** Limits of the coupon: customers, number of uses and expiry. */
export function LimitFields({ form: { field, register, watch } }: FieldsProps) {
  return (
    <>
      <Select label="For whom" options={audiences} {...register('user_type')} />
      {watch('user_type') === 'CUSTOM' ? (
        <Input label="Uses for each customer" inputMode="numeric" {...field('max_count_per_user')} />
      ) : null}
      <div className="grid gap-4 wide:grid-cols-2">
        <Input label="Uses in total" help="Unlimited if blank." inputMode="numeric" {...field('max_count')} />
        <Input
          label="Ends"
          help="If blank, the coupon does not expire."
          type="datetime-local"
          {...field('expires_at')}
        />
      </div>
    </>
  )
}

/** The field for the currency of the coupon's amounts. The coupon works only in stores of this currency. */
export function CurrencyField({ form: { field } }: FieldsProps) {
  return (
    <Input
      label="Currency"
      help="If blank, the shop’s currency. The coupon works only in stores that sell in its currency."
      maxLength={3}
      {...field('currency')}
    />
  )
}
