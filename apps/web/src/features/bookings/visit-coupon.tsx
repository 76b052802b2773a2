import { useEffect } from 'react'
import { couponError } from '#features/ordering/cart/coupon-error.ts'
import { CouponRow } from '#features/ordering/cart/coupons.tsx'
import { type Basket, useApply } from '#features/ordering/cart/use-coupons.tsx'
import { ApiError } from '#lib/api.ts'
import { noCoupon } from '#stores/cart.ts'

/**
 * Shows the coupon of a held visit. `refusal` is the server's error in place of a quote: a coupon can stop being valid
 * after it was applied, such as when the customer removes a product.
 */
export default function VisitCoupon({ basket, refusal }: { basket: Basket; refusal: Error | null }) {
  const { onCoupon } = basket
  useEffect(() => {
    if (refusal instanceof ApiError && refusal.code.startsWith('COUPON_'))
      onCoupon({ ...noCoupon, hideMessage: false, coupon_error: couponError(refusal) })
  }, [refusal, onCoupon])
  return <CouponRow basket={basket} apply={useApply(basket)} />
}
