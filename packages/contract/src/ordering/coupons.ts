import { z } from 'zod'
import { call } from '../call.ts'
import { amount, flag, id, ignored, moneyText } from '../wire.ts'
import { couponKindNames } from './coupon-kinds.ts'

const couponRow = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string().nullable(),
  code: z.string(),
  discount_type: z.enum(couponKindNames),
  discount: z.string(),
  expiry_date: z.string().nullable(),
  is_active: flag,
  count: z.int(),
  max_count: z.int(),
  min_subtotal: moneyText.nullable(),
  max_discount: moneyText.nullable(),
  subtotal_message: z.string().nullable(),
  user_type: z.enum(['ALL', 'ONCE', 'ONCENEW', 'CUSTOM']),
  max_count_per_user: z.int().nullable(),
})

/** A coupon in a list, with its effect on a cart of the given subtotal; without a subtotal both effects are null. */
const offeredCoupon = couponRow.extend({
  /** The discount that the coupon gives now; null if the subtotal is below the coupon's minimum. */
  saves: moneyText.nullable(),
  /** The amount by which the subtotal is below the coupon's minimum; null if the subtotal reaches the minimum. */
  missing: moneyText.nullable(),
})

export const applyCoupon = call('apply-coupon', {
  // P-20, P-21, INT-09
  summary: 'Checks a coupon for a subtotal. Without a code, lists the coupons that the customer can use.',
  auth: 'customer',
  forCallers: true,
  input: z.object({
    coupon: z.string().max(64).nullish(),
    restaurant_id: id.nullish(),
    subtotal: amount.nullish(),
    ...ignored,
  }),
  output: z.union([
    couponRow.extend({ success: z.literal(true), appliedAmount: moneyText }),
    z.object({ success: z.literal(true), coupons: z.array(offeredCoupon) }),
  ]),
  errors: [
    'COUPON_INVALID',
    'COUPON_MINIMUM_NOT_MET',
    'COUPON_USED_ONCE',
    'COUPON_FOR_NEW_CUSTOMERS',
    'COUPON_LIMIT_REACHED',
  ],
})

export const getStoreCoupons = call('get-store-coupons', {
  summary: 'The coupons that a new customer could use at a store, best first, with the effect of each on a subtotal.',
  auth: 'public',
  input: z.object({ restaurant_id: id, subtotal: amount.nullish(), ...ignored }),
  output: z.object({ success: z.literal(true), coupons: z.array(offeredCoupon) }),
  errors: [],
})
