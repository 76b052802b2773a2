import type { Input, Output } from '@nukkad/contract/contract.ts'
import { inTransaction } from '#db/connection.ts'
import { readMobile, requireValidGuest } from '#features/identity/accounts/registration.ts'
import { sessionAnswer } from '#features/identity/accounts/session-answer.ts'
import { signUp } from '#features/identity/accounts/sign-up.ts'
import { readAddresses } from '#features/identity/addresses/read-addresses.ts'
import { beginSession } from '#features/identity/sign-ins/begin-session.ts'
import { trustedLogin } from '#features/identity/sign-ins/held-login.ts'
import type { CallContext } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { ACTING_MINUTES } from '#http/session.ts'
import { logEvent } from '#log-events.ts'
import { noteActing } from './note-acting.ts'
import { lockPlainCustomer } from './queries.ts'
import { memberOf } from './sign-in.ts'

type Context = CallContext<'login-as-customer'> | CallContext<'register-guest-user'>
type Guest = Input<'register-guest-user'>
type ActingAnswer = Exclude<Output<'register-guest-user'>, { email_phone_already_used: true }>

/**
 * Opens a short session in a customer's name. Writes session, audit entry and notification in one transaction (P-85,
 * GAP-74, docs/reference/security.md#acting-for-a-customer).
 * @throws AppError NOT_FOUND for an account that is not a plain customer's
 */
export async function actForCustomer(
  context: Context,
  { userId, reason }: { userId: number; reason: string | null | undefined },
): Promise<ActingAnswer> {
  const { db, session, request } = context
  const token = await inTransaction(db, async (tx) => {
    const customer = await lockPlainCustomer(tx, userId)
    if (!customer) throw new AppError('NOT_FOUND')
    await noteActing(tx, context, {
      userId,
      news: isOwner(session) ? 'store' : 'acting',
      action: 'customer_session.started',
      reason: reason ?? null,
    })
    const login = trustedLogin(userId)
    const entry = { login, audience: 'customer', way: 'staff', actingStaffId: session.userId } as const
    return beginSession(tx, { ...entry, request })
  })
  return answer(context, { userId, token })
}

/**
 * Creates an account for a caller, and a short session in their name. The account records its creator; its phone is
 * unproved until the caller signs in by code (P-86, GAP-74, INT-29).
 * @throws AppError REGISTRATION_INVALID, EMAIL_PHONE_ALREADY_USED, TEMPORARILY_AWAY
 */
export async function registerGuest(context: Context, guest: Guest): Promise<ActingAnswer> {
  const { session, request } = context
  const name = guest.name ?? ''
  const phone = readMobile(guest.phone) ?? ''
  const email = guest.email || null
  requireValidGuest(context, { name, phone, email }, request.language)
  const person = {
    name,
    phone,
    email: email ?? `${phone.replace(/\D/g, '')}@${new URL(request.origin).hostname}`,
    // The account needs no password, because the caller signs in with a code. Staff who chose a password would still
    // know it.
    passwordHash: null,
    code: undefined,
    refid: null,
    address: null,
    staffId: session.userId,
    request,
  }
  const entered = await signUp(context, person, async (tx, userId) => {
    const after = { has_own_email: email !== null }
    await noteActing(tx, context, {
      userId,
      news: isOwner(session) ? 'store-guest' : 'guest',
      action: 'guest.registered',
      after,
    })
  })
  return answer(context, entered!)
}

async function answer(context: Context, entered: { userId: number; token: string }): Promise<ActingAnswer> {
  const { session, log } = context
  const mayUseWallet = session.permissions.includes('all_users_wallet')
  const [answered, addresses, { name, stores }] = await Promise.all([
    sessionAnswer(context, { ...entered, hidesWallet: !mayUseWallet }),
    readAddresses(context.db, { userId: entered.userId, timeZone: context.config.timeZone }),
    memberOf(context, session.userId),
  ])
  logEvent(log, 'customer_session.started', { userId: entered.userId, actingStaffId: session.userId })
  return {
    ...answered,
    addresses,
    acting: {
      staff_name: name,
      until: new Date(Date.now() + ACTING_MINUTES * 60_000).toISOString(),
      may_use_wallet: mayUseWallet,
    },
    store_slug: isOwner(session) ? (stores[0]?.slug ?? null) : null,
  }
}

function isOwner({ audience }: Context['session']): boolean {
  return audience === 'store-owner'
}
