import { z } from 'zod'
import { call } from '../call.ts'
import { allPermissions } from '../permissions.ts'
import { storeRoles } from '../store-roles.ts'
import { email, filledText, id, ignored, phone, searchText, secret, success, text } from '../wire.ts'
import { sessionAnswer } from './accounts.ts'
import { address } from './addresses.ts'

/**
 * The person who is signed in to the dashboard: staff with their permissions, or a store owner or a store's employee
 * with their stores (both have the role `store_owner`).
 */
const member = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string().nullable(),
  role: z.enum(['admin', 'staff', 'store_owner']),
  permissions: z.array(z.enum(allPermissions)),
  /** The stores of an owner or an employee, each with the person's role; empty for staff, who may see all stores. */
  stores: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      slug: z.string(),
      role: z.enum(['owner', ...storeRoles]),
      /** Whether the store is a salon, which has a diary. */
      is_salon: z.boolean(),
    }),
  ),
  has_second_factor: z.boolean(),
  /**
   * Whether the person must set up a second factor before they can do anything else, as production requires of
   * administrators.
   */
  needs_second_factor: z.boolean(),
})

const signedIn = z.object({ success: z.literal(true), data: member })
const code = text(32)

export const dashboardLogin = call('dashboard/login', {
  // GAP-76
  summary:
    'Signs staff or a store owner in to the dashboard. The session is an HttpOnly cookie. With a second factor, the answer is a ticket for the next step.',
  auth: 'public',
  input: z.object({ email: email.nullish(), password: secret.nullish() }),
  output: z.union([signedIn, z.object({ success: z.literal(true), second_factor: z.object({ ticket: z.string() }) })]),
  errors: ['STAFF_LOGIN_WRONG', 'FOREIGN_ORIGIN', 'TOO_MANY_REQUESTS'],
})

export const dashboardSecondFactor = call('dashboard/login/second-factor', {
  summary: 'Completes a sign-in with an authenticator code or a recovery code. Each code works once.',
  auth: 'public',
  input: z.object({ ticket: secret, code }),
  output: signedIn,
  errors: ['SECOND_FACTOR_WRONG', 'SIGN_IN_TICKET_OVER', 'FOREIGN_ORIGIN'],
})

export const dashboardSetupState = call('dashboard/setup-state', {
  summary: 'Whether this shop still needs its first administrator.',
  auth: 'public',
  input: z.object(ignored),
  output: z.object({ needs_setup: z.boolean() }),
  errors: [],
})

export const dashboardSetup = call('dashboard/setup', {
  summary: 'Creates the first administrator with the secret that the server printed, once, and signs them in.',
  auth: 'public',
  input: z.object({ secret, name: filledText(255), email: email, password: secret }),
  output: signedIn,
  errors: ['SETUP_SECRET_WRONG', 'EMAIL_PHONE_ALREADY_USED', 'FOREIGN_ORIGIN', 'TOO_MANY_REQUESTS'],
})

export const startSecondFactor = call('dashboard/second-factor/start', {
  summary:
    'Starts the set-up of a second factor: returns the secret for an authenticator (RFC 6238). The second factor takes effect once a code confirms it.',
  auth: 'staff',
  permission: 'any',
  ownersToo: true,
  openToUnenrolled: true,
  needsRecentProof: true,
  /**
   * The secret for a first second factor in production: administrators enter the one that the server printed (`npm run
   * enrolment-secret`), staff and store owners the code that an administrator issued
   * (`dashboard/people/enrolment-code`).
   */
  input: z.object({ ...ignored, operator_secret: secret.nullish(), enrolment_code: secret.nullish() }),
  output: z.object({ success: z.literal(true), secret: z.string(), uri: z.string() }),
  errors: ['SECOND_FACTOR_SET', 'OPERATOR_SECRET_NEEDED', 'ENROLMENT_CODE_NEEDED', 'TOO_MANY_REQUESTS'],
})

export const confirmSecondFactor = call('dashboard/second-factor/confirm', {
  summary: 'Confirms the authenticator with a code. Answers recovery codes, which are shown only once.',
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
  summary: 'Removes the second factor, with one of its codes.',
  auth: 'staff',
  permission: 'any',
  ownersToo: true,
  needsRecentProof: true,
  input: z.object({ ...ignored, code }),
  output: success,
  errors: ['SECOND_FACTOR_WRONG', 'NOT_FOUND', 'TOO_MANY_REQUESTS'],
})

export const changeOwnPassword = call('dashboard/change-password', {
  summary:
    'Changes the password of the signed-in person, who must enter the current one. Ends all their other sessions.',
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
    'Confirms the person in this session with their password and, if set up, a second-factor code. For ten minutes they can make calls that otherwise answer PROOF_NEEDED.',
  auth: 'staff',
  permission: 'any',
  ownersToo: true,
  openToUnenrolled: true,
  input: z.object({ ...ignored, password: secret, code: code.nullish() }),
  output: success,
  errors: ['PROOF_WRONG', 'TOO_MANY_REQUESTS'],
})

export const dashboardLogout = call('dashboard/logout', {
  summary: 'Ends the dashboard session.',
  auth: 'staff',
  permission: 'any',
  ownersToo: true,
  openToUnenrolled: true,
  input: z.object(ignored),
  output: success,
  errors: [],
})

export const dashboardMe = call('dashboard/me', {
  summary: 'The person who is signed in to the dashboard, and their permissions.',
  auth: 'staff',
  permission: 'any',
  ownersToo: true,
  openToUnenrolled: true,
  input: z.object(ignored),
  output: signedIn.extend({
    session_ends_at: z.string(),
    /**
     * The member of staff who acts as this store owner, and the time at which their session ends; null if no member of
     * staff acts.
     */
    acting: z.object({ staff_name: z.string(), until: z.string() }).nullable(),
    /** The shop's own CSS for the dashboard; empty if the shop has none. */
    style: z.string(),
    /** The currency of the shop. */
    currency: z.string(),
  }),
  errors: [],
})

export const actAsOwner = call('dashboard/owners/act', {
  summary:
    "Lets staff act as a store owner in the dashboard for half an hour. The server records the start and notifies the owner. Staff cannot reach the owner's second factor and payout details.",
  auth: 'staff',
  permission: 'login_as_store_owner',
  input: z.object({ ...ignored, id, reason: filledText(300) }),
  output: success,
  errors: ['NOT_FOUND'],
})

export const stopActingAsOwner = call('dashboard/owners/stop-acting', {
  summary: 'Stops acting as a store owner and returns to the staff session.',
  auth: 'staff',
  permission: 'any',
  ownersToo: true,
  input: z.object(ignored),
  output: success,
  errors: [],
})

/**
 * The member of staff who acts for the customer, and the time at which their session ends; the app shows both in a bar.
 */
const acting = z.object({ staff_name: z.string(), until: z.string(), may_use_wallet: z.boolean() })

/**
 * The session in which a person acts for a customer; `store_slug` names the store in which a store owner takes the
 * order.
 */
const actingAnswer = sessionAnswer.extend({ addresses: z.array(address), acting, store_slug: z.string().nullable() })

export const loginAsCustomer = call('login-as-customer', {
  // P-85
  summary:
    "Starts a short session in a customer's name. The server records the start and notifies the customer. Without an id, the answer is that a guest has to be registered first.",
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
  summary: 'Creates an account for a caller, and a short session in their name.',
  auth: 'staff',
  permission: 'login_as_customer',
  ownersToo: true,
  base: 'callandorder',
  input: z.object({
    // The limit is longer than a name may be, so that for a name that is too long, the server's check of the
    // registration gives the reason (GAP-22).
    name: text(1000).nullish(),
    phone: phone.nullish(),
    email: text(1000).nullish(),
    /** A password that older clients send. The server ignores the password, because the guest logs in with a code. */
    password: z.string().max(256).nullish(),
    ...ignored,
  }),
  output: z.union([actingAnswer, z.object({ email_phone_already_used: z.literal(true) })]),
  errors: ['REGISTRATION_INVALID', 'EMAIL_PHONE_ALREADY_USED'],
})

export const findCustomers = call('find-customers', {
  // B-33
  summary: 'Finds at most ten customers by part of the name or the last digits of the phone; phones are shortened.',
  auth: 'staff',
  permission: 'login_as_customer',
  ownersToo: true,
  base: 'callandorder',
  input: z.object({ query: searchText, ...ignored }),
  output: z.object({ customers: z.array(z.object({ id: z.int(), name: z.string(), phone: z.string() })) }),
  errors: ['TOO_MANY_REQUESTS'],
})
