import { z } from 'zod'
import { call } from '../call.ts'
import { exceptions, week } from '../catalogue/store-profile.ts'
import { amount, because, filledText, flag, id, ignored, moneyText, success, text } from '../wire.ts'

/** Maximum number of minutes of one service: a day. */
export const MAX_SERVICE_MINUTES = 1440
const MAX_SEGMENTS = 12

/** Managers and owners of a store, and staff who may change stores, can make the calls about its salon. */
const salon = { auth: 'staff', permission: 'stores_edit', ownersToo: true } as const
const guarded = ['ORDER_NOT_YOURS', 'NOT_FOUND'] as const
const forStore = { ...ignored, store_id: id }
/** A time in ISO 8601. */
const moment = z.string()
/** A time as a client sends it, with its offset from UTC. */
const sentMoment = z.iso.datetime({ offset: true })

/**
 * A part of a service. If `needs_stylist` is false, the stylist is free during this part. `resource_kind` names the
 * kind of resource that is in use.
 */
const segment = z.object({
  minutes: z.int().min(1).max(MAX_SERVICE_MINUTES),
  needs_stylist: z.boolean(),
  resource_kind: filledText(32).nullable(),
})

/** A percentage of at most 100 with up to two decimals. */
const rate = z
  .string()
  .regex(/^\d{1,3}(\.\d{1,2})?$/)
  .refine((value) => Number(value) <= 100, because('fieldTooLarge'))

const depositKind = z.enum(['none', 'amount', 'percent'])
const percent = z.int().min(0).max(100)

const window = z.object({ open: z.string(), close: z.string() })
const hoursOfStylist = {
  hours: z.record(z.string(), z.array(window)),
  exceptions: z.array(z.object({ date: z.string(), windows: z.array(window) })),
}

const absence = z.object({ id: z.int(), starts_at: moment, ends_at: moment, reason: z.string() })

const stylistOfSalon = z.object({
  id: z.int(),
  name: z.string(),
  image: z.string().nullable(),
  /** The account with which the person sees their own day; null if the person has none. */
  user_id: z.int().nullable(),
  position: z.int(),
  is_active: flag,
  ...hoursOfStylist,
  /**
   * The percentage of the prices of their services, after discounts, that the stylist earns; null for a reader who is
   * not an owner.
   */
  commission: z.string().nullable(),
  services: z.array(
    z.object({
      item_id: z.int(),
      price: moneyText.nullable(),
      minutes: z.int().nullable(),
      /** The commission rate for this service; null for the person's usual rate. */
      commission: z.string().nullable(),
    }),
  ),
  /** The person's absences that are not over. */
  absences: z.array(absence),
})

const resourceOfSalon = z.object({
  id: z.int(),
  kind: z.string(),
  name: z.string(),
  position: z.int(),
  is_active: flag,
})

const serviceOfSalon = z.object({
  item_id: z.int(),
  name: z.string(),
  price: moneyText,
  segments: z.array(segment),
  buffer_minutes: z.int(),
  deposit_kind: depositKind,
  /** The deposit: an amount of money, or a whole percentage; "0" means none. */
  deposit_value: z.string(),
  free_cancel_hours: z.int(),
  late_cancel_percent: z.int(),
  no_show_percent: z.int(),
  /** The item's add-ons, with the minutes that each adds to the service; most add-ons add 0 minutes. */
  addons: z.array(
    z.object({
      addon_id: z.int(),
      name: z.string(),
      minutes: z.int(),
      category_id: z.int(),
      /**
       * Whether the add-on is the first option of a choice of exactly one. The minutes of the service usually include
       * the minutes of its first option.
       */
      is_first: z.boolean(),
    }),
  ),
})

const termsOfSalon = z.object({
  step_minutes: z.int(),
  horizon_days: z.int(),
  lead_minutes: z.int(),
  no_show_grace_minutes: z.int(),
  objection_hours: z.int(),
  reminder_hours: z.array(z.int()),
})

export const salonSetup = call('dashboard/bookings/salon', {
  summary: 'Everything that decides the free times of a salon: its people, resources, services and terms.',
  auth: 'staff',
  permission: 'stores_view',
  ownersToo: true,
  input: z.object(forStore),
  output: z.object({
    success: z.literal(true),
    currency: z.string(),
    time_zone: z.string(),
    stylists: z.array(stylistOfSalon),
    resources: z.array(resourceOfSalon),
    services: z.array(serviceOfSalon),
    terms: termsOfSalon,
    /** The accounts that a stylist can have: those of the store's owners and employees. */
    accounts: z.array(z.object({ user_id: z.int(), name: z.string() })),
  }),
  errors: guarded,
})

export const saveStylist = call('dashboard/bookings/stylists/save', {
  summary:
    "Adds or changes a person who does services: name, account, hours, and services with the person's price and length. Booked visits stay as they are. Only owners can drop a service with a separate commission rate.",
  ...salon,
  idempotent: true,
  input: z.object({
    ...forStore,
    /** The id of the person to change. If the id is missing, the call adds a new person. */
    id: id.optional(),
    name: filledText(80),
    /**
     * The account of the person, who must be an owner or employee of the store; null for a person without an account.
     * If the field is missing, the person keeps their account. Only owners may change the account of an existing
     * person.
     */
    account_id: id.nullish(),
    position: z.int().min(0).max(1000).default(0),
    is_active: flag.default(1),
    hours: week,
    exceptions: exceptions.default([]),
    /**
     * The percentage of the prices of their services that the person earns. Only owners may change the percentage; if
     * it is missing, the percentage stays.
     */
    commission: rate.optional(),
    services: z
      .array(
        z.object({
          item_id: id,
          /** The price for which this person does the service; null for the price of the item. */
          price: amount.nullish(),
          /**
           * The minutes that this person needs for all segments of the service; null for the usual length of the
           * service.
           */
          minutes: z.int().min(1).max(MAX_SERVICE_MINUTES).nullish(),
          /**
           * The commission rate in percent; null for the person's usual rate. Only owners may change the rate; if it is
           * missing, the rate stays.
           */
          commission: rate.nullish(),
        }),
      )
      .max(500)
      .refine((list) => new Set(list.map(({ item_id }) => item_id)).size === list.length, because('fieldTwice')),
  }),
  output: z.object({ success: z.literal(true), stylist: stylistOfSalon }),
  errors: [...guarded, 'PERMISSION_MISSING'],
})

export const saveStylistPicture = call('dashboard/bookings/stylists/picture', {
  summary: 'Replaces the picture of a person of a salon, or removes it. Takes a form with the file in `image`.',
  ...salon,
  takesPicture: true,
  input: z.object({
    ...forStore,
    id,
    /** The value 1 removes the person's picture; the form then has no file. */
    remove: flag.default(0),
  }),
  output: z.object({ success: z.literal(true), image: z.string().nullable() }),
  errors: [...guarded, 'UNSUPPORTED_MEDIA_TYPE', 'PICTURES_FULL'],
})

export const deleteStylist = call('dashboard/bookings/stylists/delete', {
  summary: 'Deletes a person from a salon. Their booked visits stay until someone moves or cancels them.',
  ...salon,
  input: z.object({ ...forStore, id }),
  output: success,
  errors: guarded,
})

/** A booked visit during an absence, with the next free start for the same services. */
const covered = z.object({
  unique_visit_id: z.string(),
  customer: z.string(),
  starts_at: moment,
  ends_at: moment,
  services: z.array(z.string()),
  suggestion: moment.nullable(),
})

export const saveAbsence = call('dashboard/bookings/absences/save', {
  summary:
    'Records that a person is absent. Booked visits in that time stay; the answer lists each with a suggested new start.',
  ...salon,
  idempotent: true,
  input: z.object({
    ...forStore,
    stylist_id: id,
    starts_at: sentMoment,
    ends_at: sentMoment,
    reason: text(200).default(''),
  }),
  output: z.object({ success: z.literal(true), absence, visits: z.array(covered) }),
  errors: [...guarded, 'ABSENCE_OVERLAPS'],
})

export const deleteAbsence = call('dashboard/bookings/absences/delete', {
  summary: 'Deletes an absence.',
  ...salon,
  input: z.object({ ...forStore, id }),
  output: success,
  errors: guarded,
})

export const saveResource = call('dashboard/bookings/resources/save', {
  summary: 'Adds or changes a chair, room or machine of a salon. Booked visits stay as they are.',
  ...salon,
  idempotent: true,
  input: z.object({
    ...forStore,
    /** The id of the resource to change. If the id is missing, the call adds a new resource. */
    id: id.optional(),
    kind: filledText(32),
    name: filledText(80),
    position: z.int().min(0).max(1000).default(0),
    is_active: flag.default(1),
  }),
  output: z.object({ success: z.literal(true), resource: resourceOfSalon }),
  errors: guarded,
})

export const deleteResource = call('dashboard/bookings/resources/delete', {
  summary: 'Deletes a chair, room or machine. Booked visits keep it.',
  ...salon,
  input: z.object({ ...forStore, id }),
  output: success,
  errors: guarded,
})

export const saveService = call('dashboard/bookings/services/save', {
  summary:
    'Makes an item of the menu a service, or changes it: segments, buffer, deposit and terms. Booked visits keep the terms that their customers accepted.',
  ...salon,
  idempotent: true,
  input: z.object({
    ...forStore,
    item_id: id,
    segments: z.array(segment).min(1).max(MAX_SEGMENTS),
    buffer_minutes: z.int().min(0).max(240).default(0),
    deposit_kind: depositKind.default('none'),
    deposit_value: amount.default('0'),
    free_cancel_hours: z.int().min(0).max(720).default(24),
    late_cancel_percent: percent.default(100),
    no_show_percent: percent.default(100),
    /** The add-ons of the item that make the service longer. */
    addons: z
      .array(z.object({ addon_id: id, minutes: z.int().min(0).max(480) }))
      .max(200)
      .default([]),
  }),
  output: z.object({ success: z.literal(true), service: serviceOfSalon }),
  errors: [...guarded, 'SERVICE_TOO_LONG'],
})

export const deleteService = call('dashboard/bookings/services/delete', {
  summary: 'Makes a service an ordinary product of the menu again. Booked visits stay as they are.',
  ...salon,
  input: z.object({ ...forStore, item_id: id }),
  output: success,
  errors: [...guarded, 'PERMISSION_MISSING'],
})

export const saveTerms = call('dashboard/bookings/terms/save', {
  summary:
    'Changes how a salon takes visits: minutes between starts, how far and how shortly ahead customers can book, no-shows, objections and reminders.',
  ...salon,
  input: z.object({
    ...forStore,
    step_minutes: z.int().min(5).max(60),
    horizon_days: z.int().min(1).max(365),
    lead_minutes: z.int().min(0).max(20_160),
    no_show_grace_minutes: z.int().min(0).max(240),
    objection_hours: z.int().min(1).max(720),
    reminder_hours: z
      .array(z.int().min(1).max(720))
      .max(5)
      .refine((list) => new Set(list).size === list.length, because('fieldTwice')),
  }),
  output: z.object({ success: z.literal(true), terms: termsOfSalon }),
  errors: guarded,
})
