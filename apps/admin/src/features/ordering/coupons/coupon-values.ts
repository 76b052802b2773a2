import type { Output, WireInput } from '@nukkad/contract/contract.ts'
import type { Choice } from '#lib/find.ts'
import { fromLocalField, toLocalField } from '#lib/local-moment.ts'

export type Coupon = Output<'dashboard/coupons/show'>['coupon']
export type CouponInput = WireInput<'dashboard/coupons/save'>
export type CouponValues = ReturnType<typeof couponValues>

/** Returns the values of a known coupon, or of a new one. The stores of a coupon are selected next to the form. */
export function couponValues(coupon: Coupon | null) {
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

/** Converts the form values into the input of the call that saves the coupon; an empty field means no limit. */
export function couponInput(typed: CouponValues, coupon: Coupon | null, stores: readonly Choice[]): CouponInput {
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

/** Returns whether two lists hold the same stores in the same order. */
export function areSameStores(one: readonly Choice[], other: readonly Choice[]): boolean {
  return one.map(({ id }) => id).join() === other.map(({ id }) => id).join()
}
