import type { CouponTerms } from '@nukkad/rules/coupon.ts'
import type { Db } from '#db/connection.ts'
import { findSharedCode, type SharedCode } from '#features/ledger/referrals/shared-code.ts'
import type { Services } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { type CouponQuestion, findUsableCoupon } from './find-usable-coupon.ts'
import type { CouponRow } from './queries.ts'

/** The discount of a coupon, or of another customer's shared code. */
export type Discount =
  | { code: string; terms: CouponTerms; coupon: CouponRow; sharedBy: null }
  | { code: string; terms: SharedCode['terms']; coupon: null; sharedBy: number }

/**
 * Finds the discount that a typed code gives on this cart now. A coupon takes precedence over a shared code with the
 * same letters.
 * @throws AppError as `findUsableCoupon`; COUPON_INVALID also for the customer's own code and for a code whose owner
 *   may not share
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
