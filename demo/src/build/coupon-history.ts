import { type Coupon, couponEligibility } from '@nukkad/rules/coupon.ts'
import type { Random } from '../random.ts'
import type { City, CouponRow } from '../types.ts'
import type { Visit } from './visits.ts'

/** Keeps the coupon uses of earlier orders, which the coupon rules need. */
export class CouponHistory {
  readonly #coupons: readonly { row: CouponRow; coupon: Coupon }[]
  readonly #ordersBy = new Map<number, number>()
  readonly #usesBy = new Map<string, number>()

  constructor({ coupons, couponStores }: Pick<City, 'coupons' | 'couponStores'>) {
    this.#coupons = coupons.map((row) => ({ row, coupon: couponOf(row, couponStores) }))
  }

  /** Returns a coupon that a customer can use at the store of a visit, if there is one. */
  couponFor(visit: Visit, subtotalMinor: bigint, draw: Random): { row: CouponRow; coupon: Coupon } | undefined {
    if (!draw.chance(0.3)) return undefined
    const usable = this.#coupons.filter(({ row, coupon }) => {
      const facts = {
        now: visit.placedAt,
        storeId: visit.store.id,
        subtotalMinor,
        usesByCustomer: this.#usesBy.get(`${row.id}/${visit.customer.id}`) ?? 0,
        ordersByCustomer: this.#ordersBy.get(visit.customer.id) ?? 0,
      }
      return couponEligibility({ ...coupon, usedCount: row.count }, facts).ok
    })
    return usable.length > 0 ? draw.pick(usable) : undefined
  }

  /** Records another order of a customer, and increments the uses in the row of its coupon. */
  note(customerId: number, used: CouponRow | undefined): void {
    this.#ordersBy.set(customerId, (this.#ordersBy.get(customerId) ?? 0) + 1)
    if (!used) return
    used.count += 1
    const key = `${used.id}/${customerId}`
    this.#usesBy.set(key, (this.#usesBy.get(key) ?? 0) + 1)
  }
}

const termsOf: Readonly<Record<CouponRow['discountType'], (row: CouponRow) => Coupon['terms']>> = {
  AMOUNT: ({ discountMinor: amountMinor }) => ({ kind: 'AMOUNT', amountMinor }),
  PERCENTAGE: ({ discountPercent, maxDiscountMinor }) => ({
    kind: 'PERCENTAGE',
    basisPoints: discountPercent * 100,
    maxDiscountMinor,
  }),
}

function couponOf(row: CouponRow, links: City['couponStores']): Coupon {
  return {
    terms: termsOf[row.discountType](row),
    isActive: row.isActive,
    expiresAt: row.expiresAt,
    storeIds: row.isForAllStores
      ? null
      : links.filter(({ couponId }) => couponId === row.id).map(({ storeId }) => storeId),
    minimumSubtotalMinor: row.minSubtotalMinor,
    usedCount: row.count,
    maxUses: row.maxCount,
    audience: row.userType,
    maxUsesPerCustomer: row.maxCountPerUser,
  }
}
