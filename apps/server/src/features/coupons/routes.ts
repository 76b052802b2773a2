import { routes } from '#http/calls.ts'
import { applyCoupon, listOwnCoupons } from './apply-coupon.ts'

export const couponRoutes = routes({
  'apply-coupon': async (context) => {
    const code = context.input.coupon?.trim()
    return code ? applyCoupon(context, code) : listOwnCoupons(context)
  },
})
