import { z } from 'zod'
import { call } from '../call.ts'
import { because, filledText, flag, id, ignored, latitude, longitude, success, text } from '../wire.ts'
import { ownStore, storeOwnerUpdateStore } from './store-profile.ts'
import { storeKind } from './stores.ts'

const slug = z
  .string()
  .max(120)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)

const payoutDetails = {
  account_holder: text(255),
  bank_name: text(255),
  account_number: text(64),
  branch_code: text(32),
  upi_id: text(255),
  note: text(500),
}
const payoutDetailsOnWire = z.object({
  account_holder: z.string(),
  bank_name: z.string(),
  account_number: z.string(),
  branch_code: z.string(),
  upi_id: z.string(),
  note: z.string(),
})

const member = z.object({ id: z.int(), name: z.string(), email: z.string().nullable() })

/** The corners of one delivery area, each [longitude, latitude]; the first corner is not repeated at the end. */
const ring = z
  .array(z.tuple([longitude, latitude]))
  .min(3)
  .max(200)

/** A store as staff see it: the owner's fields, and those that only the shop decides. */
const adminStore = ownStore.extend({
  /**
   * Whether the store is switched on. `is_switched_on` is a separate field, because `is_active` is also 0 for a store
   * that is not approved.
   */
  is_switched_on: flag,
  offer: z.string().nullable(),
  delivery_areas: z.array(z.array(z.tuple([z.number(), z.number()]))).nullable(),
  owners: z.array(member),
  riders: z.array(member),
})

const answer = success.extend({ store: adminStore })
const forStore = { store_id: id, ...ignored }

export const readAdminStore = call('dashboard/stores/read', {
  summary: 'One store with all settings that staff can change, its owners and its riders.',
  auth: 'staff',
  permission: 'stores_view',
  input: z.object(forStore),
  output: answer,
  errors: ['NOT_FOUND'],
})

export const findAddress = call('dashboard/stores/find-address', {
  summary:
    'Locations for a typed address, best match first, from the geocoder of the settings. `can_search` is false if the geocoder cannot search; a query of fewer than three letters returns only `can_search`.',
  auth: 'staff',
  permission: 'stores_add',
  input: z.object({ ...ignored, query: text(200) }),
  output: z.object({
    success: z.literal(true),
    can_search: z.boolean(),
    places: z.array(z.object({ address: z.string(), latitude: z.number(), longitude: z.number() })),
  }),
  errors: ['ADDRESS_UNREADABLE'],
})

export const createStore = call('dashboard/stores/create', {
  summary: 'Adds a store. Customers see it once it is approved. Without a page name, the server creates one.',
  auth: 'staff',
  permission: 'stores_add',
  idempotent: true,
  input: z.object({
    ...ignored,
    name: filledText(255),
    slug: slug.optional(),
    kind: storeKind.default('store'),
    latitude,
    longitude,
    address: text(300).optional(),
    /**
     * The currency of the store as its ISO 4217 code. The currency cannot change later, because the amounts of the
     * store's orders are in this currency.
     */
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .optional(),
  }),
  output: answer,
  errors: [],
})

/**
 * Returns true for a name in the time-zone database. Old names such as Asia/Kolkata are accepted too; JavaScript
 * runtimes know them but do not list them.
 */
function isTimeZone(zone: string): boolean {
  try {
    return /^([A-Za-z_]+\/[\w+\-/]+|UTC)$/.test(zone) && Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
  } catch {
    return false
  }
}

const percent = z
  .union([z.number(), z.string().regex(/^\d{1,3}(\.\d{1,2})?$/)])
  .transform(Number)
  .pipe(z.number().min(0).max(100))
  .refine((value) => Number.isInteger(Math.round(value * 1e6) / 1e4), because('fieldInvalid'))

export const updateAdminStore = call('dashboard/stores/update', {
  summary:
    'Changes the fields of a store that only the shop decides: page name, kind, location, delivery radius and areas, commission and featured status.',
  auth: 'staff',
  permission: 'stores_edit',
  input: z.object({
    ...forStore,
    slug: slug.optional(),
    kind: storeKind.optional(),
    delivery_type: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]).optional(),
    latitude: latitude.optional(),
    longitude: longitude.optional(),
    delivery_radius: z
      .union([z.number(), z.string().regex(/^\d{1,3}(\.\d{1,3})?$/)])
      .transform(Number)
      .pipe(z.number().min(0.1).max(200))
      .optional(),
    /**
     * The delivery areas, which override the radius. With null or an empty list, the store delivers within its radius.
     */
    delivery_areas: z.array(ring).max(20).nullish(),
    time_zone: z.string().max(64).refine(isTimeZone, because('fieldNotOffered')).optional(),
    commission_rate: percent.optional(),
    is_active: flag.optional(),
    is_featured: flag.optional(),
    is_schedulable: flag.optional(),
    sku: text(64).optional(),
    offer: text(255).nullish(),
    custom_featured_name: text(64).nullish(),
    custom_message: text(500).nullish(),
    custom_message_on_list: text(255).nullish(),
    category_ids: z
      .array(id)
      .max(50)
      .refine((ids) => new Set(ids).size === ids.length, because('fieldTwice'))
      .optional(),
  }),
  output: answer,
  errors: ['NOT_FOUND', 'PROOF_NEEDED'],
})

/**
 * All fields in the forms of a store, for its owner and for the shop. A store file may also set each field of the forms
 * of a store.
 */
export const storeValues = z
  .object({ ...storeOwnerUpdateStore.input.shape, ...updateAdminStore.input.shape })
  .omit({ store_id: true, token: true, user_id: true, delivery_areas: true })

export const approveStore = call('dashboard/stores/approve', {
  summary: 'Approves a store for customers, or withdraws the approval.',
  auth: 'staff',
  permission: 'approve_stores',
  input: z.object({ ...forStore, is_accepted: flag }),
  output: answer,
  errors: ['NOT_FOUND'],
})

export const duplicateStore = call('dashboard/stores/duplicate', {
  summary: 'Copies a store with its menu, hours, add-ons and pictures. The copy needs approval.',
  auth: 'staff',
  permission: 'stores_add',
  idempotent: true,
  input: z.object({ ...forStore, name: filledText(255), slug: slug.optional() }),
  output: answer,
  errors: ['NOT_FOUND'],
})

export const orderStores = call('dashboard/stores/order', {
  summary: 'Puts these stores first in lists, in this order. All other stores follow by distance.',
  auth: 'staff',
  permission: 'stores_sort',
  input: z.object({
    ...ignored,
    ids: z
      .array(id)
      .max(200)
      .refine((ids) => new Set(ids).size === ids.length, because('fieldTwice')),
  }),
  output: success,
  errors: ['NOT_FOUND'],
})

export const listOrderedStores = call('dashboard/stores/ordered', {
  summary: 'The stores with a fixed list position, in order.',
  auth: 'staff',
  permission: 'stores_sort',
  input: z.object(ignored),
  output: success.extend({ stores: z.array(z.object({ id: z.int(), name: z.string() })) }),
  errors: [],
})

const people = {
  ...forStore,
  user_ids: z
    .array(id)
    .max(200)
    .refine((ids) => new Set(ids).size === ids.length, because('fieldTwice')),
}

export const setStoreOwners = call('dashboard/stores/set-owners', {
  summary: 'Sets the owners of a store and removes all others.',
  auth: 'staff',
  permission: 'store_owners_manage_stores',
  needsRecentProof: true,
  input: z.object(people),
  output: answer,
  errors: ['NOT_FOUND'],
})

export const setStoreRiders = call('dashboard/stores/set-riders', {
  summary: 'Sets the riders of a store and removes all others.',
  auth: 'staff',
  permission: 'delivery_guys_manage_stores',
  input: z.object(people),
  output: answer,
  errors: ['NOT_FOUND'],
})

export const createStoreCategory = call('dashboard/store-categories/create', {
  summary: 'Adds a store category.',
  auth: 'staff',
  permission: 'stores_edit',
  input: z.object({ ...ignored, name: filledText(255), is_active: flag.default(1) }),
  output: success.extend({ id: z.int() }),
  errors: ['NAME_TAKEN'],
})

export const updateStoreCategory = call('dashboard/store-categories/update', {
  summary: 'Renames or hides a store category.',
  auth: 'staff',
  permission: 'stores_edit',
  input: z.object({ ...ignored, id, name: filledText(255).optional(), is_active: flag.optional() }),
  output: success,
  errors: ['NOT_FOUND', 'NAME_TAKEN'],
})

export const getPayoutDetails = call('store-owner/get-payout-details', {
  summary: 'The payout details of a store.',
  auth: 'store-owner',
  staffMay: 'store_payouts_manage',
  input: z.object(forStore),
  output: success.extend({ details: payoutDetailsOnWire }),
  errors: ['ORDER_NOT_YOURS', 'NOT_FOUND'],
})

export const savePayoutDetails = call('store-owner/save-payout-details', {
  summary: 'Changes the payout details of a store.',
  auth: 'store-owner',
  staffMay: 'store_payouts_manage',
  needsRecentProof: true,
  input: z.object({ ...forStore, ...payoutDetails }),
  output: success.extend({ details: payoutDetailsOnWire }),
  errors: ['ORDER_NOT_YOURS', 'NOT_FOUND'],
})
