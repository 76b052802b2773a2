import type { CallForm } from '#lib/use-call-form.ts'
import { Input, Select, TextArea } from '#parts/controls.tsx'
import type { CouponValues } from './coupon-values.ts'

type FieldsProps = { form: CallForm<CouponValues> }

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

/** What customers type and read. */
export function NameFields({ form: { field } }: FieldsProps) {
  return (
    <>
      <Input
        label="Code"
        help="What customers type. Capital and small letters differ."
        autoComplete="off"
        {...field('code')}
      />
      <Input label="Name" help="Shown in the list of coupons at the cart." {...field('name')} />
      <TextArea label="Description" rows={2} {...field('description')} />
    </>
  )
}

/** What the coupon takes off, and from which subtotal on. */
export function DiscountFields({ form: { field, register, watch } }: FieldsProps) {
  const isPercentage = watch('discount_type') === 'PERCENTAGE'
  return (
    <>
      <div className="grid gap-4 wide:grid-cols-2">
        <Select label="Discount" options={kinds} {...register('discount_type')} />
        <Input
          label={isPercentage ? 'Percent off' : 'Amount off'}
          inputMode="decimal"
          after={isPercentage ? '%' : undefined}
          {...field('discount')}
        />
        {isPercentage ? (
          <Input label="Largest discount" help="Empty: no cap." inputMode="decimal" {...field('max_discount')} />
        ) : null}
        <Input label="Smallest subtotal" help="Empty: any order." inputMode="decimal" {...field('min_subtotal')} />
      </div>
      <Input
        label="Message below that"
        help="Instead of the usual words when the cart is too small."
        {...field('subtotal_message')}
      />
    </>
  )
}

/** Who may use the coupon, how often, until when and in which currency. */
export function LimitFields({ form: { field, register, watch } }: FieldsProps) {
  return (
    <>
      <Select label="For whom" options={audiences} {...register('user_type')} />
      {watch('user_type') === 'CUSTOM' ? (
        <Input label="Uses for each customer" inputMode="numeric" {...field('max_count_per_user')} />
      ) : null}
      <div className="grid gap-4 wide:grid-cols-2">
        <Input label="Uses in total" help="Empty: no end." inputMode="numeric" {...field('max_count')} />
        <Input label="Ends" help="Empty: never." type="datetime-local" {...field('expires_at')} />
      </div>
      <Input
        label="Currency"
        help="Empty: the currency of the shop. It holds in stores of its currency."
        maxLength={3}
        {...field('currency')}
      />
    </>
  )
}
