import type { Output } from '@nukkad/contract/contract.ts'
import { wireMoney } from '@nukkad/rules/money.ts'
import { wireTime } from '#http/wire-time.ts'
import { presentFigure } from './coupon-figures.ts'
import type { Discount } from './find-discount.ts'
import type { OfferedCoupon } from './find-usable-coupon.ts'
import type { CouponRow } from './queries.ts'

type OfferOnWire = Output<'get-store-coupons'>['coupons'][number]
type CouponOnWire = Omit<OfferOnWire, 'saves' | 'missing'>

/** Returns a coupon as customers see it (docs/reference/wire.md#coupons); a `max_count` of 0 means no limit. */
export function presentCoupon(row: CouponRow, timeZone: string): CouponOnWire {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    code: row.code,
    discount_type: row.discount_type,
    discount: presentFigure(row),
    expiry_date: row.expires_at && wireTime(row.expires_at, timeZone),
    is_active: row.is_active ? 1 : 0,
    count: row.used_count,
    max_count: row.max_count ?? 0,
    min_subtotal: orNull(row.min_subtotal_minor, row),
    max_discount: orNull(row.max_discount_minor, row),
    subtotal_message: row.subtotal_message,
    user_type: row.user_type,
    max_count_per_user: row.max_count_per_user,
  }
}

/** Returns a coupon for a list, with its effect on the cart. */
export function presentOfferedCoupon(row: OfferedCoupon, timeZone: string): OfferOnWire {
  return { ...presentCoupon(row, timeZone), saves: orNull(row.savesMinor, row), missing: orNull(row.missingMinor, row) }
}

/** Returns a shared code in the form of a coupon: a percentage without expiry or limits (INT-04). */
export function presentSharedCode({ code, terms }: Extract<Discount, { coupon: null }>, name: string): CouponOnWire {
  return {
    id: 0,
    name,
    description: null,
    code,
    discount_type: terms.kind,
    discount: (terms.basisPoints / 100).toFixed(2),
    expiry_date: null,
    is_active: 1,
    count: 0,
    max_count: 0,
    min_subtotal: null,
    max_discount: null,
    subtotal_message: null,
    user_type: 'ALL',
    max_count_per_user: null,
  }
}

function orNull(minor: bigint | null, { currency }: Pick<CouponRow, 'currency'>): string | null {
  return minor === null ? null : wireMoney(minor, currency)
}
