import { ApiError } from '#lib/api.ts'
import { t } from '#lib/catalogue.ts'

/** NOTLOGGEDIN for a 401; the store's own words for a cart that is too small; else one plain sentence. */
export function couponError(error: Error): string {
  if (!(error instanceof ApiError)) return t('cartInvalidCoupon')
  if (error.status === 401) return 'NOTLOGGEDIN'
  if (error.code === 'COUPON_MINIMUM_NOT_MET' && error.message) return error.message
  return t('cartInvalidCoupon')
}
