import { z } from 'zod'
import { call } from '../call.ts'
import { amount, because, filledText, flag, id, ignored, moneyText, success, text } from '../wire.ts'
import { couponKindNames } from './coupon-kinds.ts'

/**
 * The fields of a coupon. A change of a coupon's fields does not change the discount of orders that used the coupon.
 */
const terms = {
  discount_type: z.enum(couponKindNames),
  user_type: z.enum(['ALL', 'ONCE', 'ONCENEW', 'CUSTOM']),
} as const

const most = z.int().min(1).max(10_000_000)

const coupon = z.object({
  id: z.int(),
  code: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  ...terms,
  /** The discount, as an amount in the coupon's currency or as a percentage. */
  discount: moneyText,
  max_discount: moneyText.nullable(),
  min_subtotal: moneyText.nullable(),
  subtotal_message: z.string().nullable(),
  max_count: z.int().nullable(),
  max_count_per_user: z.int().nullable(),
  count: z.int(),
  currency: z.string(),
  /** The time from which on the server refuses the coupon; null means never. */
  expires_at: z.iso.datetime().nullable(),
  is_active: z.boolean(),
  stores: z.array(z.object({ id: z.int(), name: z.string() })),
})

export const showCoupon = call('dashboard/coupons/show', {
  summary: 'One coupon with the stores that accept it; none means all stores.',
  auth: 'staff',
  permission: 'coupons_manage',
  input: z.object({ ...ignored, id }),
  output: z.object({ success: z.literal(true), coupon }),
  errors: ['NOT_FOUND'],
})

export const saveCoupon = call('dashboard/coupons/save', {
  summary:
    'Creates a coupon, or changes one with `id`. The terms of a used coupon change only with `change_money`; its orders keep their discount.',
  auth: 'staff',
  permission: 'coupons_manage',
  idempotent: true,
  input: z.object({
    ...ignored,
    id: id.nullish(),
    code: z
      .string()
      .transform((value) => value.trim())
      .refine((value) => /^[A-Za-z0-9_-]{3,40}$/.test(value), because('fieldCouponCode')),
    name: filledText(120),
    description: text(500).nullish(),
    ...terms,
    discount: amount,
    max_discount: amount.nullish(),
    min_subtotal: amount.nullish(),
    subtotal_message: text(300).nullish(),
    max_count: most.nullish(),
    max_count_per_user: most.nullish(),
    /**
     * The coupon's currency. If `currency` is missing, the coupon has the currency of the site. A coupon is valid in
     * stores with its currency.
     */
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .nullish(),
    expires_at: z.iso.datetime({ offset: true }).nullish(),
    is_active: flag,
    store_ids: z.array(id).max(500).default([]),
    change_money: z.boolean().default(false),
  }),
  output: z.object({ success: z.literal(true), coupon }),
  errors: ['NOT_FOUND', 'COUPON_IN_USE'],
})

export const setCouponsActive = call('dashboard/coupons/set-active', {
  summary: 'Turns coupons on or off.',
  auth: 'staff',
  permission: 'coupons_manage',
  input: z.object({ ...ignored, ids: z.array(id).min(1).max(100), is_active: flag }),
  output: success,
  errors: ['NOT_FOUND'],
})

export const deleteCoupon = call('dashboard/coupons/delete', {
  summary: 'Deletes a coupon that no order has used. A used coupon can only be turned off.',
  auth: 'staff',
  permission: 'coupons_manage',
  input: z.object({ ...ignored, id }),
  output: success,
  errors: ['NOT_FOUND', 'COUPON_HAS_ORDERS'],
})
