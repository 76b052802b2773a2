import {
  type Coupon,
  type CouponEligibility,
  type CouponTerms,
  couponEligibility,
  couponRefusalWire,
} from '@nukkad/rules/coupon.ts'
import type { Db } from '#db/connection.ts'
import { AppError } from '#http/errors.ts'
import { termsOf } from './coupon-figures.ts'
import { type CouponRow, findCoupon, listCoupons } from './queries.ts'

export type CouponQuestion = { code: string; storeId: number; userId: number; subtotalMinor: bigint; currency: string }

/**
 * Finds the coupon of a code and checks that this customer can use it now, at this store and on this subtotal;
 * undefined when no coupon has the code.
 * @throws AppError COUPON_INVALID, COUPON_MINIMUM_NOT_MET, COUPON_USED_ONCE, COUPON_FOR_NEW_CUSTOMERS,
 *   COUPON_LIMIT_REACHED
 * @see GAP-26, docs/reference/wire.md#coupons
 */
export async function findUsableCoupon(
  db: Db,
  { code, storeId, userId, subtotalMinor, currency }: CouponQuestion,
): Promise<(CouponRow & { terms: CouponTerms }) | undefined> {
  const row = await findCoupon(db, { code: code.trim(), userId })
  if (!row) return undefined
  // A coupon holds only in its own currency, because amounts never cross currencies.
  if (row.currency !== currency) throw new AppError('COUPON_INVALID')
  const eligibility = eligibilityOf(row, { storeId, subtotalMinor })
  if (!eligibility.ok) throw refusalOf(eligibility.reason, row)
  return { ...row, terms: termsOf(row) }
}

/** Lists the coupons that this customer could use once their cart is big enough, at one store or at any (INT-09). */
export async function listUsableCoupons(
  db: Db,
  { userId, store }: { userId: number; store: { id: number; currency: string } | null },
): Promise<CouponRow[]> {
  const rows = await listCoupons(db, userId)
  return rows.filter((row) => {
    const storeId = store?.id ?? row.store_ids?.[0] ?? 0
    const isOurs = !store || store.currency === row.currency
    return isOurs && eligibilityOf(row, { storeId, subtotalMinor: row.min_subtotal_minor ?? 0n }).ok
  })
}

function eligibilityOf(
  row: CouponRow,
  { storeId, subtotalMinor }: { storeId: number; subtotalMinor: bigint },
): CouponEligibility {
  return couponEligibility(couponOf(row), {
    now: row.now,
    storeId,
    subtotalMinor,
    usesByCustomer: row.uses_by_customer,
    ordersByCustomer: row.orders_by_customer,
  })
}

function refusalOf(reason: keyof typeof couponRefusalWire, row: CouponRow): AppError {
  const message = reason === 'minimum' ? row.subtotal_message : null
  return new AppError(couponRefusalWire[reason].code, message ? { message } : {})
}

/** Returns a coupon's row in the form that the rules take. */
function couponOf(row: CouponRow): Coupon {
  return {
    terms: termsOf(row),
    isActive: row.is_active,
    expiresAt: row.expires_at,
    storeIds: row.store_ids,
    minimumSubtotalMinor: row.min_subtotal_minor ?? 0n,
    usedCount: row.used_count,
    maxUses: row.max_count,
    audience: row.user_type,
    maxUsesPerCustomer: row.max_count_per_user,
  }
}
