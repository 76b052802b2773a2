import { z } from 'zod'
import { call } from '../call.ts'
import { allPermissions } from '../permissions.ts'
import { email, filledText, id, ignored, phone, searchText, secret, success, text } from '../wire.ts'
import { sessionAnswer } from './accounts.ts'
import { address } from './addresses.ts'

/** Who is signed in to the dashboard: staff by their permissions, a store owner with his stores. */
const member = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string().nullable(),
  role: z.enum(['admin', 'staff', 'store_owner']),
  permissions: z.array(z.enum(allPermissions)),
  /** The stores of an owner; empty for staff, who reach all of them. */
  stores: z.array(z.object({ id: z.int(), name: z.string(), slug: z.string() })),
  has_second_factor: z.boolean(),
  /** An administrator in production may do nothing else before he has set one up. */
  needs_second_factor: z.boolean(),
})

const signedIn = z.object({ success: z.literal(true), data: member })
const code = text(32)

export const dashboardLogin = call('dashboard/login', {
  // GAP-76
  summary:
    'Signs staff or a store owner in to the dashboard; the session is an HttpOnly cookie. With a second factor the answer is a ticket for the next step.',
  auth: 'public',
  input: z.object({ email: email.nullish(), password: secret.nullish() }),
  output: z.union([signedIn, z.object({ success: z.literal(true), second_factor: z.object({ ticket: z.string() }) })]),
  errors: ['STAFF_LOGIN_WRONG', 'FOREIGN_ORIGIN', 'TOO_MANY_REQUESTS'],
})

export const dashboardSecondFactor = call('dashboard/login/second-factor', {
  summary: 'The second step of signing in: a code of the authenticator, or a recovery code, each good once.',
  auth: 'public',
  input: z.object({ ticket: secret, code }),
  output: signedIn,
  errors: ['SECOND_FACTOR_WRONG', 'SIGN_IN_TICKET_OVER', 'FOREIGN_ORIGIN'],
})

export const dashboardSetupState = call('dashboard/setup-state', {
  summary: 'Whether this shop still waits for its first administrator.',
  auth: 'public',
  input: z.object(ignored),
  output: z.object({ needs_setup: z.boolean() }),
  errors: [],
})

export const dashboardSetup = call('dashboard/setup', {
  summary: 'Makes the first administrator with the secret that the server printed, once, and signs him in.',
  auth: 'public',
  input: z.object({ secret, name: filledText(255), email: email, password: secret }),
  output: signedIn,
  errors: ['SETUP_SECRET_WRONG', 'EMAIL_PHONE_ALREADY_USED', 'FOREIGN_ORIGIN', 'TOO_MANY_REQUESTS'],
})

export const startSecondFactor = call('dashboard/second-factor/start', {
  summary: 'Begins a second factor: the secret for an authenticator (RFC 6238), which counts once a code proves it.',
  auth: 'staff',
  permission: 'any',
  ownersToo: true,
  openToUnenrolled: true,
  needsRecentProof: true,
  /**
   * In production an administrator's first one needs the secret that the server printed (`npm run enrolment-secret`), and
   * that of staff and store owners the code that an administrator issued (`dashboard/people/enrolment-code`).
   */
  input: z.object({ ...ignored, operator_secret: secret.nullish(), enrolment_code: secret.nullish() }),
  output: z.object({ success: z.literal(true), secret: z.string(), uri: z.string() }),
  errors: ['SECOND_FACTOR_SET', 'OPERATOR_SECRET_NEEDED', 'ENROLMENT_CODE_NEEDED', 'TOO_MANY_REQUESTS'],
})

export const confirmSecondFactor = call('dashboard/second-factor/confirm', {
  summary: 'Proves the authenticator by a code; answers recovery codes, which are shown this once.',
  auth: 'staff',
  permission: 'any',
  ownersToo: true,
  openToUnenrolled: true,
  needsRecentProof: true,
  input: z.object({ ...ignored, code }),
  output: z.object({ success: z.literal(true), recovery_codes: z.array(z.string()) }),
  errors: ['SECOND_FACTOR_WRONG', 'SECOND_FACTOR_SET', 'NOT_FOUND', 'TOO_MANY_REQUESTS'],
})

export const stopSecondFactor = call('dashboard/second-factor/stop', {
  summary: 'Takes the second factor off, with a code of it.',
  auth: 'staff',
  permission: 'any',
  ownersToo: true,
  needsRecentProof: true,
  input: z.object({ ...ignored, code }),
  output: success,
  errors: ['SECOND_FACTOR_WRONG', 'NOT_FOUND', 'TOO_MANY_REQUESTS'],
})

export const changeOwnPassword = call('dashboard/change-password', {
  summary: 'Gives one’s own account another password, for who knows the present one; all other sessions end.',
  auth: 'staff',
  permission: 'any',
  ownersToo: true,
  needsRecentProof: true,
  input: z.object({ ...ignored, current_password: secret, password: secret }),
  output: success,
  errors: ['TOO_MANY_REQUESTS'],
})

export const proveAgain = call('dashboard/prove', {
  summary:
    'Proves again who is in this session, with the password and, where there is one, a code of the second factor. For ten minutes calls that answer PROOF_NEEDED are open.',
  auth: 'staff',
  permission: 'any',
  ownersToo: true,
  openToUnenrolled: true,
  input: z.object({ ...ignored, password: secret, code: code.nullish() }),
  output: success,
  errors: ['PROOF_WRONG', 'TOO_MANY_REQUESTS'],
})

export const dashboardLogout = call('dashboard/logout', {
  summary: 'Ends the session at the dashboard.',
  auth: 'staff',
  permission: 'any',
  ownersToo: true,
  openToUnenrolled: true,
  input: z.object(ignored),
  output: success,
  errors: [],
})

export const dashboardMe = call('dashboard/me', {
  summary: 'Who is signed in to the dashboard, and what he may do.',
  auth: 'staff',
  permission: 'any',
  ownersToo: true,
  openToUnenrolled: true,
  input: z.object(ignored),
  output: signedIn.extend({
    session_ends_at: z.string(),
    /** The member of staff who acts for this store owner, and until when; null in everybody's own session. */
    acting: z.object({ staff_name: z.string(), until: z.string() }).nullable(),
    /** Style rules of the shop's own for the dashboard; empty without any. */
    style: z.string(),
  }),
  errors: [],
})

export const actAsOwner = call('dashboard/owners/act', {
  summary:
    "Makes the session at the dashboard a store owner's for half an hour, written down and told to him; his second factor and payout details stay out of reach.",
  auth: 'staff',
  permission: 'login_as_store_owner',
  input: z.object({ ...ignored, id, reason: filledText(300) }),
  output: success,
  errors: ['NOT_FOUND'],
})

export const stopActingAsOwner = call('dashboard/owners/stop-acting', {
  summary: 'Makes the session the own one of the member of staff again.',
  auth: 'staff',
  permission: 'any',
  ownersToo: true,
  input: z.object(ignored),
  output: success,
  errors: [],
})

/** That somebody else acts, for the bar that says so, and until when. */
const acting = z.object({ staff_name: z.string(), until: z.string(), may_use_wallet: z.boolean() })

/** `store_slug`: where a store owner takes the order, in his own store. */
const actingAnswer = sessionAnswer.extend({ addresses: z.array(address), acting, store_slug: z.string().nullable() })

export const loginAsCustomer = call('login-as-customer', {
  // P-85
  summary: 'A short session in the name of a customer, written down and told to him; without an id the guest form.',
  auth: 'staff',
  permission: 'login_as_customer',
  ownersToo: true,
  base: 'callandorder',
  input: z.object({ user_id: id.nullish(), reason: text(300).nullish(), token: z.unknown().optional() }),
  output: z.union([actingAnswer.extend({ newCustomer: z.literal(false) }), z.object({ newCustomer: z.literal(true) })]),
  errors: ['NOT_FOUND'],
})

export const registerGuestUser = call('register-guest-user', {
  // P-86, GAP-74
  summary: 'Makes an account for somebody who calls, and a short session in his name.',
  auth: 'staff',
  permission: 'login_as_customer',
  ownersToo: true,
  base: 'callandorder',
  input: z.object({
    // Longer than an account takes, so that the rule of registrations answers and says why (GAP-22).
    name: text(1000).nullish(),
    phone: phone.nullish(),
    email: text(1000).nullish(),
    /** Not used: older clients send one, and the person signs in by code. */
    password: z.string().max(256).nullish(),
    ...ignored,
  }),
  output: z.union([actingAnswer, z.object({ email_phone_already_used: z.literal(true) })]),
  errors: ['REGISTRATION_INVALID', 'EMAIL_PHONE_ALREADY_USED'],
})

export const findCustomers = call('find-customers', {
  // B-33
  summary: 'Customers by a part of the name or the last digits of the phone, at most ten; phones are shortened.',
  auth: 'staff',
  permission: 'login_as_customer',
  ownersToo: true,
  base: 'callandorder',
  input: z.object({ query: searchText, ...ignored }),
  output: z.object({ customers: z.array(z.object({ id: z.int(), name: z.string(), phone: z.string() })) }),
  errors: ['TOO_MANY_REQUESTS'],
})
