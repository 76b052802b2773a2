import { inTransaction } from '#db/connection.ts'
import { writeAudit } from '#features/audit/write-audit.ts'
import { routes } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { endSession } from '#http/session.ts'
import { endedStaffCookie, staffCookie } from '#http/staff-cookie.ts'
import { actForCustomer, registerGuest } from './act.ts'
import { searchCustomers } from './queries.ts'
import { signInStaff, staffMember } from './sign-in.ts'

const SHOWN_DIGITS = 4

export const staffRoutes = routes({
  'dashboard/login': async ({ input, request, ...services }) => {
    if (!request.isFromOwnPage) throw new AppError('FOREIGN_ORIGIN')
    const { email, password } = input
    if (!email || !password) throw new AppError('STAFF_LOGIN_WRONG')
    const { token, member } = await signInStaff({ ...services }, { email, password, request })
    request.setHeader('set-cookie', staffCookie(token, request.origin))
    request.setHeader('cache-control', 'no-store')
    return { success: true, data: member }
  },

  'dashboard/logout': async ({ session, db, request }) => {
    await inTransaction(db, (tx) => endSession(tx, session.id))
    request.setHeader('set-cookie', endedStaffCookie(request.origin))
    return { success: true }
  },

  'dashboard/me': async ({ session, db }) => ({ success: true, data: await staffMember({ db }, session.userId) }),

  'login-as-customer': async (context) => {
    const { user_id: userId, reason } = context.input
    if (userId == null) return { newCustomer: true }
    return { newCustomer: false, ...(await actForCustomer(context, { userId, reason })) }
  },

  'register-guest-user': async (context) => registerGuest(context, context.input),

  'find-customers': async ({ input, session, db, request }) => {
    const found = await searchCustomers(db, input.query)
    await inTransaction(db, (tx) =>
      writeAudit(tx, {
        actorId: session.userId,
        action: 'looked for customers',
        after: { found: found.map(({ id }) => id) },
        request,
      }),
    )
    return { customers: found.map(({ id, name, phone }) => ({ id, name, phone: shortened(phone) })) }
  },
})

/** Enough to ask the caller whether it is his. */
function shortened(phone: string | null): string {
  return phone === null ? '' : `…${phone.slice(-SHOWN_DIGITS)}`
}
