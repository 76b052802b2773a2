import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Coupon, type CouponFacts, couponDiscount, couponEligibility, couponRefusalWire } from './coupon.ts'

const coupon: Coupon = {
  terms: { kind: 'PERCENTAGE', basisPoints: 1000, maxDiscountMinor: 2_500n },
  isActive: true,
  expiresAt: new Date('2027-01-01T00:00:00Z'),
  storeIds: [3, 4],
  minimumSubtotalMinor: 20_000n,
  usedCount: 4,
  maxUses: 5,
  audience: 'ALL',
  maxUsesPerCustomer: null,
}
const facts: CouponFacts = {
  now: new Date('2026-11-21T00:00:00Z'),
  storeId: 3,
  subtotalMinor: 30_000n,
  usesByCustomer: 0,
  ordersByCustomer: 0,
}
const refusal = (over: Partial<Coupon>, known: Partial<CouponFacts> = {}) => {
  const answer = couponEligibility({ ...coupon, ...over }, { ...facts, ...known })
  return answer.ok ? undefined : answer.reason
}

describe('couponDiscount', () => {
  test('a percentage rounds down and stops at its cap, a fixed amount stops at the subtotal', () => {
    expect(couponDiscount(coupon.terms, 30_000n)).toBe(2_500n)
    expect(couponDiscount({ kind: 'PERCENTAGE', basisPoints: 1000 }, 999n)).toBe(99n)
    expect(couponDiscount({ kind: 'PERCENTAGE', basisPoints: 1000, maxDiscountMinor: 0n }, 1_000n)).toBe(100n)
    expect(couponDiscount({ kind: 'AMOUNT', amountMinor: 5_000n }, 30_000n)).toBe(5_000n)
    expect(couponDiscount({ kind: 'AMOUNT', amountMinor: 5_000n }, 3_000n)).toBe(3_000n)
  })

  test('a negative amount gives no discount', () => {
    expect(couponDiscount({ kind: 'AMOUNT', amountMinor: -5n }, 3_000n)).toBe(0n)
  })

  test('property: the discount is between zero and the subtotal', () => {
    const minor = fc.bigInt({ min: 0n, max: 10n ** 8n })
    fc.assert(
      fc.property(minor, minor, fc.integer({ min: 0, max: 20_000 }), (subtotal, value, basisPoints) => {
        for (const terms of [
          { kind: 'AMOUNT', amountMinor: value } as const,
          { kind: 'PERCENTAGE', basisPoints, maxDiscountMinor: value } as const,
        ]) {
          const discount = couponDiscount(terms, subtotal)
          expect(discount >= 0n && discount <= subtotal).toBe(true)
        }
      }),
    )
  })
})

describe('couponEligibility', () => {
  test('a coupon without a reason for refusal is accepted', () => {
    expect(couponEligibility(coupon, facts)).toEqual({ ok: true })
    expect(refusal({ expiresAt: null, storeIds: null, maxUses: null })).toBeUndefined()
    expect(refusal({ maxUses: 0 })).toBeUndefined()
  })

  test('(GAP-26) each reason applies alone, at its limit', () => {
    expect(refusal({ isActive: false })).toBe('inactive')
    expect(refusal({ expiresAt: facts.now })).toBe('expired')
    expect(refusal({}, { storeId: 5 })).toBe('wrong-store')
    expect(refusal({ storeIds: [] })).toBe('wrong-store')
    expect(refusal({ usedCount: 5 })).toBe('used-up')
    expect(refusal({}, { subtotalMinor: 19_999n })).toBe('minimum')
    expect(refusal({}, { subtotalMinor: 20_000n })).toBeUndefined()
    expect(refusal({ audience: 'ONCE' }, { usesByCustomer: 1 })).toBe('already-used')
    expect(refusal({ audience: 'ONCE' }, { ordersByCustomer: 9 })).toBeUndefined()
    expect(refusal({ audience: 'ONCENEW' }, { usesByCustomer: 9 })).toBeUndefined()
    expect(refusal({ audience: 'ONCENEW' }, { ordersByCustomer: 1 })).toBe('new-customers')
    expect(refusal({ audience: 'CUSTOM', maxUsesPerCustomer: 2 }, { usesByCustomer: 1 })).toBeUndefined()
    expect(refusal({ audience: 'CUSTOM', maxUsesPerCustomer: 2 }, { usesByCustomer: 2 })).toBe('customer-limit')
    expect(refusal({ audience: 'ALL', maxUsesPerCustomer: 2 }, { usesByCustomer: 2 })).toBeUndefined()
    expect(refusal({ audience: 'CUSTOM', maxUsesPerCustomer: null }, { usesByCustomer: 2 })).toBeUndefined()
  })

  test('(GAP-26) an expired coupon says so before it requires a larger order', () => {
    expect(refusal({ expiresAt: facts.now, audience: 'ONCE' }, { subtotalMinor: 0n, usesByCustomer: 1 })).toBe(
      'expired',
    )
    expect(refusal({ audience: 'ONCE' }, { subtotalMinor: 0n, usesByCustomer: 1 })).toBe('minimum')
  })

  test('(GAP-26) the reasons are those of the wire', () => {
    const types = Object.values(couponRefusalWire).flatMap((wire) => ('type' in wire ? [wire.type] : []))
    expect(types).toEqual(['MINSUBTOTAL', 'ALREADYUSEDONCE', 'FORNEWUSER', 'MAXLIMITREACHEDPERUSER'])
  })

  test('property: more uses, more orders or a smaller cart never make a refused coupon valid', () => {
    const count = fc.nat(6)
    const audience = fc.constantFrom('ALL', 'ONCE', 'ONCENEW', 'CUSTOM')
    fc.assert(
      fc.property(
        audience,
        count,
        count,
        count,
        fc.bigInt({ min: 0n, max: 40_000n }),
        (kind, cap, uses, orders, subtotal) => {
          const now = { usesByCustomer: uses, ordersByCustomer: orders, subtotalMinor: subtotal }
          const later = { usesByCustomer: uses + 1, ordersByCustomer: orders + 1, subtotalMinor: subtotal / 2n }
          if (!refusal({ audience: kind, maxUsesPerCustomer: cap }, now)) return
          expect(refusal({ audience: kind, maxUsesPerCustomer: cap }, later)).toBeDefined()
        },
      ),
    )
  })
})
