import { type CallContext, routes } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { endSession, markNewestByOperator, requireOwnHand } from '#http/session.ts'
import { endedStaffCookie, staffCookie } from '#http/staff-cookie.ts'
import { actForCustomer, registerGuest } from './act.ts'
import { beginActingAsOwner, endActingAsOwner } from './act-as-owner.ts'
import { changeOwnPassword } from './change-password.ts'
import { findForCounter, requireCaller, requireCounter } from './counter.ts'
import { makeFirstAdmin, needsFirstAdmin, requireVoucher } from './first-admin.ts'
import { proveAgain } from './prove-again.ts'
import { beginSecondFactor, proveSecondFactor, removeSecondFactor } from './second-factor.ts'
import { enter, finishSignIn, type Member, memberOf, signInMember } from './sign-in.ts'

const SHOWN_DIGITS = 4

export const staffRoutes = routes({
  'dashboard/login': async ({ input, request, services }) => {
    requireOwnPage(request)
    const { email, password } = input
    if (!email || !password) throw new AppError('STAFF_LOGIN_WRONG')
    const step = await signInMember(services, { email, password, request })
    if ('ticket' in step) return { success: true, second_factor: { ticket: step.ticket } }
    return signedIn(request, step)
  },

  'dashboard/login/second-factor': async ({ input, request, services }) => {
    requireOwnPage(request)
    return signedIn(request, await finishSignIn(services, { ...input, request }))
  },

  'dashboard/setup-state': async ({ db }) => ({ needs_setup: await needsFirstAdmin(db) }),

  'dashboard/setup': async ({ input, request, services }) => {
    requireOwnPage(request)
    const id = await makeFirstAdmin(services, input, request)
    const entered = await enter(services, { userId: id, loginVersion: 0, way: 'registration', request })
    // The secret for creating the first administrator also serves as the secret that the setup of a first second factor
    // requires.
    await markNewestByOperator(services.db, id)
    return signedIn(request, entered)
  },

  'dashboard/logout': {
    write: async ({ tx, session }) => {
      await endSession(tx, session.id)
      return { success: true }
    },
    afterwards: async ({ request }) => request.setHeader('set-cookie', endedStaffCookie(request.origin)),
  },

  'dashboard/me': async ({ session, services }) => ({
    success: true,
    data: await memberOf(services, session.userId, { isInPlace: session.ownerUntil !== null }),
    acting: session.ownerUntil && {
      staff_name: (await memberOf(services, session.actingStaffId!)).name,
      until: session.ownerUntil.toISOString(),
    },
    session_ends_at: session.endsAt.toISOString(),
    style: services.settings.get('adminCustomCss'),
    currency: services.settings.get('currencyId'),
  }),

  'dashboard/owners/act': async (context) => {
    await beginActingAsOwner(context)
    return { success: true }
  },

  'dashboard/owners/stop-acting': async (context) => {
    await endActingAsOwner(context)
    return { success: true }
  },

  'dashboard/prove': async (context) => {
    requireOwnHand(context.session)
    await proveAgain(context)
    return { success: true }
  },

  'dashboard/change-password': async (context) => {
    requireOwnHand(context.session)
    await changeOwnPassword(context)
    return { success: true }
  },

  'dashboard/second-factor/start': async (context) => {
    requireOwnHand(context.session)
    await requireVoucher(context)
    const { name, email } = await memberOf(context, context.session.userId)
    return { success: true, ...(await beginSecondFactor(context, email ?? name)) }
  },

  'dashboard/second-factor/confirm': async (context) => {
    requireOwnHand(context.session)
    return { success: true, recovery_codes: await proveSecondFactor(context, context.input.code) }
  },

  'dashboard/second-factor/stop': async (context) => {
    requireOwnHand(context.session)
    await removeSecondFactor(context)
    return { success: true }
  },

  'login-as-customer': async (context) => {
    requireCounter(context.session, context.settings)
    const { user_id: userId, reason } = context.input
    if (userId == null) return { newCustomer: true }
    await requireCaller(context, userId)
    return { newCustomer: false, ...(await actForCustomer(context, { userId, reason })) }
  },

  'register-guest-user': async (context) => {
    requireCounter(context.session, context.settings)
    return registerGuest(context, context.input)
  },

  'find-customers': async (context) => {
    requireCounter(context.session, context.settings)
    const found = await findForCounter(context)
    return { customers: found.map(({ id, name, phone }) => ({ id, name, phone: shortened(phone) })) }
  },
})

type Request = CallContext<'dashboard/login'>['request']

/** Refuses requests from other sites, because another site could sign a browser in to an account of its choice. */
function requireOwnPage({ isFromOwnPage }: Request): void {
  if (!isFromOwnPage) throw new AppError('FOREIGN_ORIGIN')
}

function signedIn(request: Request, { token, member }: { token: string; member: Member }) {
  request.setHeader('set-cookie', staffCookie(token, request.origin))
  request.setHeader('cache-control', 'no-store')
  return { success: true as const, data: member }
}

/** Returns the last digits of a phone, so that staff can ask the caller whether it is theirs. */
function shortened(phone: string | null): string {
  return phone === null ? '' : `…${phone.slice(-SHOWN_DIGITS)}`
}
