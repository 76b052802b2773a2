import { couponFigures, couponKindNames, couponKinds } from '@nukkad/contract/ordering/coupon-kinds.ts'
import { Input, Select } from '#components/controls.tsx'
import { RichField } from '#components/rich-field.tsx'
import type { CallForm } from '#lib/use-call-form.ts'
import type { CouponValues } from './coupon-values.ts'

type FieldsProps = { form: CallForm<CouponValues> }

const kinds = couponKindNames.map((value) => ({ value, label: couponKinds[value].label }))
const audiences = [
  { value: 'ALL', label: 'Everyone, any number of times' },
  { value: 'ONCE', label: 'Everyone, once each' },
  { value: 'ONCENEW', label: 'New customers, on their first order' },
  { value: 'CUSTOM', label: 'Everyone, up to a chosen number of times each' },
]

/** The code, name and description of a coupon. */
export function NameFields({ form: { field, watch, setValue, errorOf }, isNew }: FieldsProps & { isNew: boolean }) {
  return (
    <>
      <Input
        label="Code"
        help="Customers type this code in the cart, in capital or small letters."
        autoComplete="off"
        data-takes-focus={isNew ? '' : undefined}
        {...field('code')}
      />
      <Input label="Name" help="The cart shows this name in the list of coupons." {...field('name')} />
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
        label="Message below the minimum order"
        help="Customers see this message instead of the default one when their cart is below the minimum order."
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
        <Input
          label="Uses in total"
          help="If blank, the coupon can be used without limit."
          inputMode="numeric"
          {...field('max_count')}
        />
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

/**
 * The field for the currency of the coupon's amounts, which must be the currency of the stores where the coupon works.
 */
export function CurrencyField({ form: { field } }: FieldsProps) {
  return (
    <Input
      label="Currency"
      help="If blank, the coupon has the shop’s currency. A coupon works only in stores that sell in its currency."
      maxLength={3}
      {...field('currency')}
    />
  )
}
