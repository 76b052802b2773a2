import { type Minor, parseMoney, parsePercent } from '@nukkad/rules/money.ts'
import type { BonusTerms, CommissionCaps, CommissionKind } from '@nukkad/rules/referral.ts'
import type { Settings } from '#platform/settings/settings.ts'

type Reader = Pick<Settings, 'get' | 'isOn' | 'number'>

const WHOLE_BASIS_POINTS = 10_000

/** Returns the commission rates in hundredths of a percent (INT-03). */
export function commissionRates(settings: Reader): Record<CommissionKind, number> {
  return {
    referral: basisPoints(settings.get('referralCommissionPercent')),
    share: basisPoints(settings.get('couponShareCommissionPercent')),
  }
}

/**
 * Returns the amounts up to which the commissions of a day need no approval, in the site's currency. For other
 * currencies and for settings that are not amounts, returns zeros, so that every commission needs an approval.
 */
export function commissionCaps(settings: Reader, currency: string): CommissionCaps {
  const isOwn = currency === settings.get('currencyId')
  const cap = (key: 'commissionCapPerson' | 'commissionCapPair' | 'commissionCapDay'): Minor =>
    (isOwn && parseMoney(settings.get(key).trim(), currency)) || 0n
  return {
    personMinor: cap('commissionCapPerson'),
    pairMinor: cap('commissionCapPair'),
    allMinor: cap('commissionCapDay'),
  }
}

/** Returns a friend's saving with a shared code, in hundredths of a percent (INT-04). */
export function sharedCodeDiscount(settings: Reader): number {
  return basisPoints(settings.get('sharedCouponDiscountPercent'))
}

/** Returns the terms of welcome bonus and reward; amounts in minor units of the site's currency. */
export function bonusTerms(settings: Reader): BonusTerms {
  return {
    isOn: settings.isOn('enableReferAndEarn'),
    paidOn: settings.get('referralBonusType') === 'order' ? 'order' : 'registration',
    scope: settings.get('signupBonusScope') === 'referred' ? 'referred' : 'all',
    minimumOrderMinor: amount(settings, 'minimumSuccessfulReferralOrderAmount'),
  }
}

/** Returns the amount of a setting in minor units of the site's currency; 0 if its value is not an amount. */
export function amount(
  settings: Reader,
  key:
    | 'referralSuccessAmountReferredUser'
    | 'referralSuccessAmountReferringUser'
    | 'minimumSuccessfulReferralOrderAmount',
): Minor {
  return parseMoney(settings.get(key).trim(), settings.get('currencyId')) ?? 0n
}

/** Returns a percentage in hundredths of a percent: 0 if the setting cannot be parsed, and at most 100 %. */
function basisPoints(percent: string): number {
  return Math.min(parsePercent(percent.trim()) ?? 0, WHOLE_BASIS_POINTS)
}
