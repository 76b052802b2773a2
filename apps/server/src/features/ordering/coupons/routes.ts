import { inTransaction } from '#db/connection.ts'
import { routes } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { once } from '#http/idempotency.ts'
import { writeAudit } from '#platform/audit/write-audit.ts'
import { deleteUnusedCoupon, findAdminCoupon, switchCoupons } from './admin-queries.ts'
import { applyCoupon } from './apply-coupon.ts'
import { presentAdminCoupon, saveCoupon } from './save-coupon.ts'

export const couponRoutes = routes({
  'apply-coupon': applyCoupon,

  'dashboard/coupons/show': async ({ input, db }) => {
    const coupon = await findAdminCoupon(db, input.id)
    if (!coupon) throw new AppError('NOT_FOUND')
    return { success: true, coupon: presentAdminCoupon(coupon) }
  },

  'dashboard/coupons/save': async (context) => {
    const { db, request, session } = context
    const scope = { db, request, userId: session.userId, call: 'dashboard/coupons/save' } as const
    return once(scope, async (tx) => ({ success: true as const, coupon: await saveCoupon(tx, context) }))
  },

  'dashboard/coupons/set-active': async ({ input, db, session, request }) =>
    inTransaction(db, async (tx) => {
      const ids = [...new Set(input.ids)]
      const isActive = input.is_active === 1
      const codes = await switchCoupons(tx, ids, isActive)
      if (codes.length !== ids.length) throw new AppError('NOT_FOUND')
      await writeAudit(tx, {
        actorId: session.userId,
        action: isActive ? 'coupons.activated' : 'coupons.deactivated',
        object: { type: 'coupon', id: ids.join(',') },
        after: { codes, is_active: isActive },
        request,
      })
      return { success: true }
    }),

  'dashboard/coupons/delete': async ({ input, db, session, request }) =>
    inTransaction(db, async (tx) => {
      const coupon = await findAdminCoupon(tx, input.id)
      if (!coupon) throw new AppError('NOT_FOUND')
      if (!(await deleteUnusedCoupon(tx, input.id))) throw new AppError('COUPON_HAS_ORDERS')
      await writeAudit(tx, {
        actorId: session.userId,
        action: 'coupon.deleted',
        object: { type: 'coupon', id: input.id },
        before: presentAdminCoupon(coupon),
        request,
      })
      return { success: true }
    }),
})
