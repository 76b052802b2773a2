import { z } from 'zod'
import { call } from '../call.ts'
import { allPermissions } from '../permissions.ts'
import { email, filledText, id, ignored, moneyText, phone, secret, success } from '../wire.ts'

const edits = { auth: 'staff', permission: 'all_users_edit' } as const

const ofOne = z.object({ ...ignored, id })

const made = z.object({ success: z.literal(true), id: z.int() })

const moment = z.string()

const reason = filledText(300)

/**
 * The errors of a call about an account that a member of staff may not change, because the account is their own or has
 * more rights than they have.
 */
const guarded = ['NOT_FOUND', 'PERMISSION_MISSING'] as const

export const showPerson = call('dashboard/people/show', {
  summary: 'One account with the data that staff need to help: roles, addresses, wallet, sessions and sign-ins.',
  auth: 'staff',
  permission: 'all_users_view',
  input: ofOne,
  output: z.object({
    success: z.literal(true),
    data: z.object({
      id: z.int(),
      name: z.string(),
      email: z.string().nullable(),
      phone: z.string().nullable(),
      is_phone_proved: z.boolean(),
      is_active: z.boolean(),
      is_deleted: z.boolean(),
      language: z.string().nullable(),
      tax_number: z.string().nullable(),
      created_at: moment,
      roles: z.array(z.enum(['customer', 'rider', 'store_owner', 'staff', 'admin'])),
      permissions: z.array(z.enum(allPermissions)),
      has_second_factor: z.boolean(),
      made_by: z.string().nullable(),
      referral: z.object({ code: z.string(), referred_by: z.string().nullable(), brought: z.int() }),
      wallets: z.array(z.object({ currency: z.string(), own: moneyText, promotion: moneyText })),
      orders: z.object({ placed: z.int(), delivered: z.int(), cancelled: z.int() }),
      addresses: z.array(
        z.object({ id: z.int(), tag: z.string().nullable(), address: z.string(), is_default: z.boolean() }),
      ),
      sessions: z.array(
        z.object({
          audience: z.string(),
          created_at: moment,
          last_seen_at: moment,
          acting_staff: z.string().nullable(),
        }),
      ),
      push_devices: z.int(),
      rider: z
        .object({
          vehicle_number: z.string().nullable(),
          description: z.string().nullable(),
          /** The rider's commission in percent, with at most two decimals. */
          commission: z.string(),
          tip_share: z.string(),
          max_open_orders: z.int(),
          cash_limit: moneyText,
          is_on_duty: z.boolean(),
        })
        .nullable(),
      owned_stores: z.array(z.object({ id: z.int(), name: z.string() })),
      served_stores: z.array(z.object({ id: z.int(), name: z.string() })),
      /** The open data requests of this person. */
      open_requests: z.array(
        z.object({
          id: z.int(),
          kind: z.enum(['export', 'deletion']),
          asked_at: moment,
          due_at: moment,
          note: z.string().nullable(),
        }),
      ),
    }),
  }),
  errors: ['NOT_FOUND'],
})

export const createPerson = call('dashboard/people/create', {
  summary:
    'Creates an account for a member of staff, a rider or a store owner. Only administrators can create administrators.',
  ...edits,
  needsRecentProof: true,
  idempotent: true,
  input: z.object({
    ...ignored,
    role: z.enum(['admin', 'staff', 'rider', 'store_owner']),
    name: filledText(255),
    email,
    phone: phone.nullish(),
    password: secret,
  }),
  output: made,
  errors: ['PERMISSION_MISSING', 'EMAIL_PHONE_ALREADY_USED'],
})

export const updatePerson = call('dashboard/people/update', {
  summary: 'Changes the name, email address and phone of an account. A changed phone needs to be confirmed again.',
  ...edits,
  input: z.object({ ...ignored, id, name: filledText(255), email: email.nullish(), phone: phone.nullish() }),
  output: success,
  errors: [...guarded, 'EMAIL_PHONE_ALREADY_USED', 'PROOF_NEEDED'],
})

export const setPersonPassword = call('dashboard/people/set-password', {
  summary: 'Sets a new password for an account and ends its sessions.',
  ...edits,
  needsRecentProof: true,
  input: z.object({ ...ignored, id, password: secret }),
  output: success,
  errors: guarded,
})

export const issueEnrolmentCode = call('dashboard/people/enrolment-code', {
  summary:
    'Issues a code with which a member of staff or a store owner sets up their first second factor. Only administrators with a second factor can issue it.',
  ...edits,
  needsRecentProof: true,
  input: ofOne,
  output: z.object({ success: z.literal(true), code: z.string(), expires_at: moment }),
  errors: [...guarded, 'SECOND_FACTOR_SET', 'SECOND_FACTOR_NEEDED'],
})

export const banPerson = call('dashboard/people/ban', {
  // T-11, U-18, U-20
  summary: "Bans an account with a reason, or lifts the ban. The change takes effect with the account's next request.",
  ...edits,
  input: z.object({ ...ignored, id, is_banned: z.boolean(), reason }),
  output: success,
  errors: [...guarded, 'LAST_ADMINISTRATOR'],
})

export const endPersonSessions = call('dashboard/people/end-sessions', {
  summary: 'Ends all sessions of an account.',
  ...edits,
  input: ofOne,
  output: success,
  errors: guarded,
})

export const deletePersonAddress = call('dashboard/people/delete-address', {
  summary: 'Deletes an address of a customer.',
  ...edits,
  input: z.object({ ...ignored, id, address_id: id }),
  output: success,
  errors: guarded,
})

export const exportPerson = call('dashboard/people/export', {
  // GAP-81
  summary:
    "All data about a customer, at the customer's request. The audit log names the customer and the member of staff.",
  ...edits,
  input: z.object({ ...ignored, id, reason }),
  output: z.object({ success: z.literal(true), data: z.record(z.string(), z.unknown()) }),
  errors: [...guarded, 'TOO_MANY_REQUESTS'],
})

export const deletePerson = call('dashboard/people/delete', {
  summary: "Deletes a customer's account and personal data at their request. Orders and postings stay, without a name.",
  ...edits,
  input: z.object({ ...ignored, id, reason }),
  output: success,
  errors: [...guarded, 'ACCOUNT_HAS_ORDERS', 'WALLET_NOT_EMPTY'],
})

export const setPermissions = call('dashboard/staff/set-permissions', {
  // U-21
  summary:
    'Sets the role and permissions of a member of staff. Staff cannot change their own or grant permissions that they do not have. The last administrator stays an administrator.',
  ...edits,
  needsRecentProof: true,
  input: z.object({
    ...ignored,
    id,
    role: z.enum(['admin', 'staff']),
    permissions: z.array(z.enum(allPermissions)).max(100),
  }),
  output: success,
  errors: [...guarded, 'LAST_ADMINISTRATOR'],
})

const storeIds = z.array(id).max(500)

export const setRiderStores = call('dashboard/riders/set-stores', {
  summary: 'Sets the stores of a rider. Without any, the rider serves all stores.',
  auth: 'staff',
  permission: 'delivery_guys_manage_stores',
  input: z.object({ ...ignored, id, store_ids: storeIds }),
  output: success,
  errors: ['NOT_FOUND'],
})

export const setOwnerStores = call('dashboard/owners/set-stores', {
  summary: 'Sets the stores of an owner.',
  auth: 'staff',
  permission: 'store_owners_manage_stores',
  needsRecentProof: true,
  input: z.object({ ...ignored, id, store_ids: storeIds }),
  output: success,
  errors: ['NOT_FOUND'],
})
