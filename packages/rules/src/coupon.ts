import type { CouponKind, couponKinds } from '@nukkad/contract/ordering/coupon-kinds.ts'
import { type Minor, percentOf } from './money.ts'

/** The value of a coupon: an amount in minor units, or hundredths of a percent with an optional cap in minor units. */
type Figures = {
  money: { amountMinor: Minor }
  percent: { basisPoints: number; maxDiscountMinor?: Minor | null }
}
type TermsOf<Kind extends CouponKind> = { kind: Kind } & Figures[(typeof couponKinds)[Kind]['figure']]

/** The terms of a coupon: its kind, and the value that this kind has. */
export type CouponTerms = { [Kind in CouponKind]: TermsOf<Kind> }[CouponKind]

/**
 * The rule of each kind of coupon: the discount on a subtotal, before it is limited to the range from 0 to the
 * subtotal. The discount and the subtotal are in minor units.
 */
const discounts: { readonly [Kind in CouponKind]: (terms: TermsOf<Kind>, subtotalMinor: Minor) => Minor } = {
  AMOUNT: ({ amountMinor }) => amountMinor,
  PERCENTAGE: ({ basisPoints, maxDiscountMinor }, subtotalMinor) => {
    const share = percentOf(subtotalMinor, basisPoints, 'down')
    return maxDiscountMinor ? least(share, maxDiscountMinor) : share
  },
}

/**
 * The customers who can use a coupon, where `ALL` means everyone, `ONCE` each customer once, `ONCENEW` a customer's
 * first order, and `CUSTOM` each customer up to a number of uses (docs/reference/wire.md#rules-of-coupons).
 */
export type CouponAudience = 'ALL' | 'ONCE' | 'ONCENEW' | 'CUSTOM'

/** The fields of a coupon that decide whether a customer can use it. */
export type Coupon = {
  terms: CouponTerms
  isActive: boolean
  expiresAt: Date | null
  /** The stores that accept the coupon; null means every store. */
  storeIds: readonly number[] | null
  minimumSubtotalMinor: Minor
  usedCount: number
  /** Maximum number of uses; null or 0 means no limit. */
  maxUses: number | null
  audience: CouponAudience
  maxUsesPerCustomer: number | null
}

/** The facts about the cart and the customer that decide whether the customer can use a coupon. */
export type CouponFacts = {
  now: Date
  storeId: number
  subtotalMinor: Minor
  usesByCustomer: number
  ordersByCustomer: number
}

/** The reasons why the server refuses a coupon. */
export type CouponRefusal =
  | 'inactive'
  | 'expired'
  | 'wrong-store'
  | 'used-up'
  | 'minimum'
  | 'already-used'
  | 'new-customers'
  | 'customer-limit'

/** The result of the coupon checks. */
export type CouponEligibility = { ok: true } | { ok: false; reason: CouponRefusal }

/**
 * Returns the discount of a coupon on a subtotal.
 * @param subtotalMinor ≥ 0
 * @returns minor units, 0 ≤ discount ≤ subtotal; percentages round down and stop at the coupon's cap
 * (docs/reference/security.md#money, docs/reference/wire.md#how-the-server-prices-an-order)
 */
export function couponDiscount(terms: CouponTerms, subtotalMinor: Minor): Minor {
  // The cast is needed because the compiler cannot know that `discounts[terms.kind]` is the rule for `terms`.
  const rule = discounts[terms.kind] as (terms: CouponTerms, subtotalMinor: Minor) => Minor
  const discount = least(rule(terms, subtotalMinor), subtotalMinor)
  return discount > 0n ? discount : 0n
}

/**
 * Checks whether a customer can use a coupon now, at a store. Returns the first reason why the customer cannot use it
 * (docs/reference/wire.md#rules-of-coupons).
 */
export function couponEligibility(coupon: Coupon, facts: CouponFacts): CouponEligibility {
  const refused = couponChecks.find(({ fails }) => fails(coupon, facts))
  return refused ? { ok: false, reason: refused.reason } : { ok: true }
}

/**
 * How the wire reports each refusal. `type` is the word of the wire; it is missing where the wire sends only `{success:
 * false}`. `code` is the error code (docs/reference/wire.md#coupons, GAP-26).
 */
export const couponRefusalWire = {
  inactive: { code: 'COUPON_INVALID' },
  expired: { code: 'COUPON_INVALID' },
  'wrong-store': { code: 'COUPON_INVALID' },
  'used-up': { code: 'COUPON_INVALID' },
  minimum: { type: 'MINSUBTOTAL', code: 'COUPON_MINIMUM_NOT_MET' },
  'already-used': { type: 'ALREADYUSEDONCE', code: 'COUPON_USED_ONCE' },
  'new-customers': { type: 'FORNEWUSER', code: 'COUPON_FOR_NEW_CUSTOMERS' },
  'customer-limit': { type: 'MAXLIMITREACHEDPERUSER', code: 'COUPON_LIMIT_REACHED' },
} as const satisfies Record<CouponRefusal, { type?: string; code: string }>

type CouponCheck = { reason: CouponRefusal; fails: (coupon: Coupon, facts: CouponFacts) => boolean }

// The order of the checks decides which reason the customer sees: first reasons that the customer cannot change, next
// the minimum order, and last reasons about the customer.
const couponChecks: readonly CouponCheck[] = [
  { reason: 'inactive', fails: (coupon) => !coupon.isActive },
  { reason: 'expired', fails: (coupon, { now }) => coupon.expiresAt !== null && coupon.expiresAt <= now },
  { reason: 'wrong-store', fails: ({ storeIds }, { storeId }) => storeIds !== null && !storeIds.includes(storeId) },
  { reason: 'used-up', fails: ({ maxUses, usedCount }) => reached(usedCount, maxUses) },
  { reason: 'minimum', fails: (coupon, { subtotalMinor }) => subtotalMinor < coupon.minimumSubtotalMinor },
  { reason: 'already-used', fails: ({ audience }, { usesByCustomer }) => audience === 'ONCE' && usesByCustomer > 0 },
  {
    reason: 'new-customers',
    fails: ({ audience }, { ordersByCustomer }) => audience === 'ONCENEW' && ordersByCustomer > 0,
  },
  {
    reason: 'customer-limit',
    fails: (coupon, facts) => coupon.audience === 'CUSTOM' && reached(facts.usesByCustomer, coupon.maxUsesPerCustomer),
  },
]

function reached(count: number, limit: number | null): boolean {
  return limit !== null && limit > 0 && count >= limit
}

function least(a: Minor, b: Minor): Minor {
  return a < b ? a : b
}
