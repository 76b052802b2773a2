import { z } from 'zod'
import { sessionAnswer } from './accounts.ts'
import { address } from './addresses.ts'
import { call } from './call.ts'
import { allPermissions } from './permissions.ts'
import { email, id, ignored, phone, searchText, secret, success, text } from './wire.ts'

const staffMember = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string().nullable(),
  role: z.enum(['admin', 'staff']),
  permissions: z.array(z.enum(allPermissions)),
})

export const dashboardLogin = call('dashboard/login', {
  summary: 'Signs a member of staff in; the session is an HttpOnly cookie (GAP-76).',
  auth: 'public',
  input: z.object({ email: email.nullish(), password: secret.nullish() }),
  output: z.object({ success: z.literal(true), data: staffMember }),
  errors: ['STAFF_LOGIN_WRONG', 'FOREIGN_ORIGIN', 'TOO_MANY_REQUESTS'],
})

export const dashboardLogout = call('dashboard/logout', {
  summary: 'Ends the session of a member of staff.',
  auth: 'staff',
  permission: 'any',
  input: z.object(ignored),
  output: success,
  errors: [],
})

export const dashboardMe = call('dashboard/me', {
  summary: 'Who is signed in to the dashboard, and what he may do.',
  auth: 'staff',
  permission: 'any',
  input: z.object(ignored),
  output: z.object({ success: z.literal(true), data: staffMember }),
  errors: [],
})

/** That somebody else acts, for the bar that says so, and until when. */
const acting = z.object({ staff_name: z.string(), until: z.string(), may_use_wallet: z.boolean() })

const actingAnswer = sessionAnswer.extend({ addresses: z.array(address), acting })

export const loginAsCustomer = call('login-as-customer', {
  summary:
    'A short session in the name of a customer, written down and told to him; without an id the guest form (P-85).',
  auth: 'staff',
  permission: 'login_as_customer',
  base: 'callandorder',
  input: z.object({ user_id: id.nullish(), reason: text(300).nullish(), token: z.unknown().optional() }),
  output: z.union([actingAnswer.extend({ newCustomer: z.literal(false) }), z.object({ newCustomer: z.literal(true) })]),
  errors: ['NOT_FOUND'],
})

export const registerGuestUser = call('register-guest-user', {
  summary: 'Makes an account for somebody who calls, and a short session in his name (P-86, GAP-74).',
  auth: 'staff',
  permission: 'login_as_customer',
  base: 'callandorder',
  input: z.object({
    // Longer than an account takes, so that the rule of registrations answers and says why (GAP-22).
    name: text(1000).nullish(),
    phone: phone.nullish(),
    email: text(1000).nullish(),
    password: z.string().max(256).nullish(),
    ...ignored,
  }),
  output: z.union([actingAnswer, z.object({ email_phone_already_used: z.literal(true) })]),
  errors: ['REGISTRATION_INVALID', 'EMAIL_PHONE_ALREADY_USED'],
})

export const findCustomers = call('find-customers', {
  summary: 'Customers by a part of the name or the last digits of the phone, at most ten; phones are shortened (B-33).',
  auth: 'staff',
  permission: 'login_as_customer',
  base: 'callandorder',
  input: z.object({ query: searchText, ...ignored }),
  output: z.object({ customers: z.array(z.object({ id: z.int(), name: z.string(), phone: z.string() })) }),
  errors: [],
})
