import { routes } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { unlessChanged } from '#http/idempotency.ts'
import { deleteUnusedCoupon, findAdminCoupon, switchCoupons } from './admin-queries.ts'
import { applyCoupon, listStoreCoupons } from './apply-coupon.ts'
import { presentAdminCoupon, saveCoupon } from './save-coupon.ts'

export const couponRoutes = routes({
  'apply-coupon': applyCoupon,
  'get-store-coupons': listStoreCoupons,

  'dashboard/coupons/show': async ({ input, db }) => {
    const coupon = await findAdminCoupon(db, input.id)
    if (!coupon) throw new AppError('NOT_FOUND')
    return { success: true, coupon: presentAdminCoupon(coupon) }
  },

  'dashboard/coupons/save': {
    write: async (context) => ({ success: true, coupon: await saveCoupon(context) }),
    present: async ({ tx }, stored) => {
      const coupon = await findAdminCoupon(tx, stored.coupon.id)
      return coupon && unlessChanged(stored, { success: true, coupon: presentAdminCoupon(coupon) })
    },
  },

  'dashboard/coupons/set-active': {
    write: async ({ tx, input, audit }) => {
      const ids = [...new Set(input.ids)]
      const isActive = input.is_active === 1
      const codes = await switchCoupons(tx, ids, isActive)
      if (codes.length !== ids.length) throw new AppError('NOT_FOUND')
      await audit(isActive ? 'coupons.activated' : 'coupons.deactivated', {
        object: { type: 'coupon', id: ids.join(',') },
        after: { codes, is_active: isActive },
      })
      return { success: true }
    },
  },

  'dashboard/coupons/delete': {
    write: async ({ tx, input: { id }, audit }) => {
      const coupon = await findAdminCoupon(tx, id)
      if (!coupon) throw new AppError('NOT_FOUND')
      if (!(await deleteUnusedCoupon(tx, id))) throw new AppError('COUPON_HAS_ORDERS')
      await audit('coupon.deleted', { object: { type: 'coupon', id }, before: presentAdminCoupon(coupon) })
      return { success: true }
    },
  },
})
