import { type Minor, percentOf } from './money.ts'

/** The link a customer shares: the site with the code as `ref` (I-07, R-29). */
export function referralLink(siteAddress: string, code: string): string {
  return `${siteAddress.replace(/\/+$/, '')}/?ref=${encodeURIComponent(code)}`
}

/**
 * Commission on a service amount, rounded down (security §5, GAP-68, R-28).
 * @param serviceMinor subtotal after coupon, without charges, tax and tip
 * @param basisPoints 500 for the default 5 %
 */
export function commissionMinor(serviceMinor: Minor, basisPoints: number): Minor {
  return percentOf(serviceMinor, basisPoints, 'down')
}
