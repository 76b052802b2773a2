import { z } from 'zod'
import { call } from '../call.ts'
import { storeRoles } from '../store-roles.ts'
import { email, filledText, id, ignored, phone, secret, success } from '../wire.ts'

/**
 * Owners, managers (for the roles below theirs), and staff who may set the owners of stores can make the calls about a
 * store's people.
 */
const people = { auth: 'store-owner', staffMay: 'store_owners_manage_stores' } as const
const role = z.enum(storeRoles)
const moment = z.string()
const guarded = ['ORDER_NOT_YOURS', 'NOT_FOUND'] as const

const person = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
})

export const listEmployees = call('store-owner/employees', {
  summary: 'The owners and employees of a store, and the open invitations.',
  ...people,
  input: z.object({ ...ignored, store_id: id }),
  output: z.object({
    success: z.literal(true),
    owners: z.array(person),
    employees: z.array(person.extend({ role, since: moment })),
    invitations: z.array(
      z.object({ id: z.int(), role, email: z.string().nullable(), phone: z.string().nullable(), expires_at: moment }),
    ),
    /** The roles that the reader may give to people and take away from them. */
    may_give: z.array(role),
  }),
  errors: guarded,
})

export const inviteEmployee = call('store-owner/employees/invite', {
  summary:
    'Invites a person to work at a store, by e-mail or text message. The link works once, within 7 days. A new invitation replaces an open one of the same person.',
  ...people,
  needsRecentProof: true,
  idempotent: true,
  input: z.object({ ...ignored, store_id: id, role, email: email.nullish(), phone: phone.nullish() }),
  output: z.object({ success: z.literal(true), id: z.int() }),
  errors: [...guarded, 'EMPLOYEE_ALREADY'],
})

export const withdrawInvitation = call('store-owner/employees/withdraw-invitation', {
  summary: 'Withdraws an open invitation; its link no longer works.',
  ...people,
  input: z.object({ ...ignored, store_id: id, invitation_id: id }),
  output: success,
  errors: guarded,
})

export const setEmployeeRole = call('store-owner/employees/set-role', {
  summary: 'Gives an employee of a store another role, which takes effect with their next request.',
  ...people,
  needsRecentProof: true,
  input: z.object({ ...ignored, store_id: id, employee_id: id, role }),
  output: success,
  errors: guarded,
})

export const removeEmployee = call('store-owner/employees/remove', {
  summary: 'Ends the work of an employee at a store. Their next request is refused.',
  ...people,
  input: z.object({ ...ignored, store_id: id, employee_id: id }),
  output: success,
  errors: guarded,
})

const invitationErrors = [
  'INVITATION_UNKNOWN',
  'INVITATION_USED',
  'INVITATION_EXPIRED',
  'INVITATION_WITHDRAWN',
] as const

export const showInvitation = call('dashboard/invitations/show', {
  summary: 'The invitation of a link, for the person who was sent it.',
  auth: 'public',
  input: z.object({ token: secret }),
  output: z.object({
    success: z.literal(true),
    store: z.string(),
    role,
    /** The invited e-mail address; null for an invitation by phone. */
    email: z.string().nullable(),
    /** The last digits of the invited phone; null for an invitation by e-mail. */
    phone_end: z.string().nullable(),
    /**
     * Whether an account has the invited phone or e-mail address. A person with such an account has to enter its
     * password.
     */
    has_account: z.boolean(),
  }),
  errors: invitationErrors,
})

export const acceptInvitation = call('dashboard/invitations/accept', {
  summary:
    'Accepts an invitation, once. If the invited phone or e-mail address has an account, its password is required; otherwise a new account is created. The person then signs in to the dashboard.',
  auth: 'public',
  input: z.object({ token: secret, email, password: secret, name: filledText(255).nullish() }),
  output: success,
  errors: [
    ...invitationErrors,
    'INVITATION_FOR_ANOTHER',
    'EMPLOYEE_ALREADY',
    'STAFF_LOGIN_WRONG',
    'EMAIL_PHONE_ALREADY_USED',
  ],
})
