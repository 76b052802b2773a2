import type { CouponTerms } from '@nukkad/rules/coupon.ts'
import type { Db } from '#db/connection.ts'
import type { Services } from '#http/calls.ts'
import { findCodeOwner } from './queries.ts'
import { sharedCodeDiscount } from './terms.ts'

export type SharedCode = { code: string; ownerId: number; terms: CouponTerms & { kind: 'PERCENTAGE' } }

/**
 * Finds another customer's referral code, which this customer used in place of a coupon. Returns undefined, without a
 * reason, for the customer's own or an unknown code, for the code of a banned or deleted account, and while the
 * programme is off.
 * @see INT-03, INT-04, I-05
 */
export async function findSharedCode(
  db: Db,
  settings: Services['settings'],
  { code, userId }: { code: string; userId: number },
): Promise<SharedCode | undefined> {
  if (!settings.isOn('enableReferAndEarn')) return undefined
  const referralCode = code.trim().toUpperCase()
  const owner = await findCodeOwner(db, referralCode)
  if (!owner || owner.userId === userId) return undefined
  return {
    code: referralCode,
    ownerId: owner.userId,
    terms: { kind: 'PERCENTAGE', basisPoints: sharedCodeDiscount(settings) },
  }
}
