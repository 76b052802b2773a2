import {
  type Coupon,
  type CouponEligibility,
  type CouponTerms,
  couponDiscount,
  couponEligibility,
  couponRefusalWire,
} from '@nukkad/rules/coupon.ts'
import type { Db } from '#db/connection.ts'
import { AppError } from '#http/errors.ts'
import { termsOf } from './coupon-figures.ts'
import { type CouponForCustomer, type CouponRow, findCoupon, listCoupons } from './queries.ts'

export type CouponQuestion = { code: string; storeId: number; userId: number; subtotalMinor: bigint; currency: string }

/**
 * Finds the coupon of a code and checks that this customer can use it now, at this store and on this subtotal;
 * undefined if no coupon has the code.
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
  // A coupon is valid only in its own currency, because amounts are never converted.
  if (row.currency !== currency) throw new AppError('COUPON_INVALID')
  const eligibility = eligibilityOf(row, { storeId, subtotalMinor })
  if (!eligibility.ok) throw refusalOf(eligibility.reason, row)
  return { ...row, terms: termsOf(row) }
}

/** A coupon with its effect on a cart: the discount now, or the amount missing to its minimum. */
export type OfferedCoupon = CouponRow & { savesMinor: bigint | null; missingMinor: bigint | null }

type Cart = { store: { id: number; currency: string } | null; subtotalMinor: bigint | null }

/**
 * Lists the coupons that this customer, or a new one, could use at one store or at any store, once their cart is big
 * enough (INT-09). With a subtotal, the usable coupons come first, the largest discount first; the coupons whose
 * minimum is not reached follow, the smallest missing amount first.
 */
export async function listUsableCoupons(
  db: Db,
  { userId, store, subtotalMinor }: Cart & { userId: number | null },
): Promise<OfferedCoupon[]> {
  const rows = await listCoupons(db, userId)
  const usable = rows.filter((row) => {
    const storeId = store?.id ?? row.store_ids?.[0] ?? 0
    const isOurs = !store || store.currency === row.currency
    return isOurs && eligibilityOf(row, { storeId, subtotalMinor: row.min_subtotal_minor ?? 0n }).ok
  })
  const offered = usable.map((row) => ({ ...row, ...offerOf(row, subtotalMinor) }))
  return subtotalMinor === null ? offered : offered.toSorted(bestFirst)
}

function offerOf(row: CouponRow, subtotalMinor: bigint | null): Pick<OfferedCoupon, 'savesMinor' | 'missingMinor'> {
  if (subtotalMinor === null) return { savesMinor: null, missingMinor: null }
  const missingMinor = (row.min_subtotal_minor ?? 0n) - subtotalMinor
  if (missingMinor > 0n) return { savesMinor: null, missingMinor }
  return { savesMinor: couponDiscount(termsOf(row), subtotalMinor), missingMinor: null }
}

function bestFirst(a: OfferedCoupon, b: OfferedCoupon): number {
  return (
    Number((b.savesMinor ?? -1n) - (a.savesMinor ?? -1n)) || Number((a.missingMinor ?? 0n) - (b.missingMinor ?? 0n))
  )
}

function eligibilityOf(
  row: CouponForCustomer,
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

/** Converts the database row of a coupon to the form that the rules take. */
function couponOf(row: CouponForCustomer): Coupon {
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
