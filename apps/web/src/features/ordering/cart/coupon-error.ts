import { ApiError } from '#lib/api.ts'
import { t } from '#lib/catalogue.ts'

/**
 * Returns NOTLOGGEDIN for a 401, the coupon's own message for a cart below its minimum, and one general sentence
 * for any other error.
 */
export function couponError(error: Error): string {
  if (!(error instanceof ApiError)) return t('cartInvalidCoupon')
  if (error.status === 401) return 'NOTLOGGEDIN'
  if (error.code === 'COUPON_MINIMUM_NOT_MET' && error.message) return error.message
  return t('cartInvalidCoupon')
}
