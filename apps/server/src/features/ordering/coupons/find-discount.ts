import type { CouponTerms } from '@nukkad/rules/coupon.ts'
import type { Db } from '#db/connection.ts'
import { findSharedCode } from '#features/ledger/referrals/shared-code.ts'
import type { Services } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { type CouponQuestion, findUsableCoupon } from './find-usable-coupon.ts'
import type { CouponRow } from './queries.ts'

/** What a code gives: a coupon of the operator's, or another customer's own code. */
export type Discount = { code: string; terms: CouponTerms } & (
  | { coupon: CouponRow; sharedBy: null }
  | { coupon: null; sharedBy: number }
)

/**
 * What the code that a customer types gives on this cart, here and now. A coupon comes before a customer's code of the
 * same letters.
 * @throws AppError as `findUsableCoupon`; COUPON_INVALID also for one's own code and that of nobody who may share
 * @see GAP-26, INT-04
 */
export async function findDiscount(
  db: Db,
  settings: Services['settings'],
  question: CouponQuestion,
): Promise<Discount> {
  const found = await findUsableCoupon(db, question)
  if (found) return { code: found.code, terms: found.terms, coupon: found, sharedBy: null }
  const shared = await findSharedCode(db, settings, question)
  if (!shared) throw new AppError('COUPON_INVALID')
  return { code: shared.code, terms: shared.terms, coupon: null, sharedBy: shared.ownerId }
}
