import { z } from 'zod'
import { call } from '../call.ts'
import { gatewayNames } from '../payments/attempts.ts'
import { amount, because, filledText, flag, id, ignored, moneyText, slug, success, text } from '../wire.ts'
import { store } from './stores.ts'

const forStore = { store_id: id, ...ignored }

/** The public row of a store, with further fields that only its owner and the operator see. */
export const ownStore = store.extend({
  commission_rate: z.string(),
  time_zone: z.string(),
  /** The time when the pause of the store ends, in ISO 8601; null if the store is not paused. */
  paused_until: z.string().nullable(),
})

export const storeOwnerDashboard = call('store-owner/dashboard', {
  summary: "A store's figures: orders, earnings, waiting orders and today's sales, in the store's time zone.",
  auth: 'store-owner',
  input: z.object(forStore),
  output: z.object({
    store,
    restaurantsCount: z.int(),
    ordersCount: z.int(),
    orderItemsCount: z.int(),
    /** Total earnings with commas between thousands, as existing apps show them. */
    totalEarning: z.string(),
    newOrdersIds: z.array(z.int()),
    todayOrdersCount: z.int(),
    todayEarning: z.string(),
    topItemsToday: z.array(z.object({ item_id: z.int().nullable(), name: z.string(), price: moneyText, qty: z.int() })),
    inactiveItemCount: z.int(),
  }),
  errors: ['ORDER_NOT_YOURS'],
})

export const toggleStoreStatus = call('store-owner/toggle-store-status', {
  summary: 'Opens or closes a store manually. The store then no longer follows its opening hours.',
  auth: 'store-owner',
  staffMay: 'stores_edit',
  input: z.object(forStore),
  output: z.object({ success: z.literal(true), status: flag }),
  errors: ['ORDER_NOT_YOURS', 'NOT_FOUND'],
})

export const pauseStore = call('store-owner/pause-store', {
  summary: 'Pauses a store for a number of minutes; 0 ends its pause. Of two pauses, the one that ends later counts.',
  auth: 'store-owner',
  staffMay: 'stores_edit',
  input: z.object({ ...forStore, minutes: z.int().min(0).max(240) }),
  output: z.object({ success: z.literal(true), status: flag, paused_until: z.string().nullable() }),
  errors: ['ORDER_NOT_YOURS', 'NOT_FOUND', 'STORE_CLOSED'],
})

export const storeOwnerGetStorePage = call('store-owner/get-store-page', {
  summary: 'One of the site’s pages for the store app, or null.',
  auth: 'store-owner',
  staffMay: 'stores_view',
  input: z.object({ slug, ...ignored }),
  output: z.object({ id: z.int(), name: z.string(), slug: z.string(), body: z.string() }).nullable(),
  errors: [],
})

export const storeOwnerGetAllLanguage = call('store-owner/get-all-language', {
  summary: 'Codes of the active languages. Also answers GET.',
  auth: 'public',
  alsoGet: true,
  input: z.object(ignored),
  output: z.array(z.string()),
  errors: [],
})

export const storeOwnerGetSingleLanguage = call('store-owner/get-single-language', {
  summary: 'The texts of a language by its code; empty for an unknown code. Also answers GET.',
  auth: 'public',
  alsoGet: true,
  path: '/{code}',
  input: z.object({ code: z.string().max(20), ...ignored }),
  output: z.record(z.string(), z.string()),
  errors: [],
})

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/)
const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** The opening windows of one day. A window that closes at or before its opening time ends on the next day. */
const windows = z
  .array(z.object({ open: clockTime.refine((time) => time !== '24:00'), close: clockTime }))
  .max(6)
  .refine((list) => {
    const ranges = list
      .map(({ open, close }) => [minutesOf(open), minutesOf(close)] as const)
      .map(([from, to]) => [from, to > from ? to : to + 1440] as const)
      .toSorted((a, b) => a[0] - b[0])
    return ranges.every(([from], index) => index === 0 || from >= ranges[index - 1]![1])
  })

/** The opening windows of a store, or the working windows of a person who works there, for each day of the week. */
export const week = z.object({
  sunday: windows.default([]),
  monday: windows.default([]),
  tuesday: windows.default([]),
  wednesday: windows.default([]),
  thursday: windows.default([]),
  friday: windows.default([]),
  saturday: windows.default([]),
})

/** Dates with windows that replace those of the week; on a date without windows, the store is closed all day. */
export const exceptions = z
  .array(z.object({ date: z.iso.date(), windows }))
  .max(100)
  .refine((list) => new Set(list.map(({ date }) => date)).size === list.length, because('fieldTwice'))

const hours = z.object({
  schedule_data: week,
  exceptions: z.array(
    z.object({ date: z.string(), windows: z.array(z.object({ open: z.string(), close: z.string() })) }),
  ),
  is_schedulable: flag,
  accept_scheduled_orders: flag,
  schedule_slot_buffer: z.int(),
  time_zone: z.string(),
})

export const storeOwnerGetHours = call('store-owner/get-hours', {
  summary: "A store's opening hours: the open times of each weekday, and the dates with other hours.",
  auth: 'store-owner',
  staffMay: 'stores_view',
  input: z.object(forStore),
  output: hours,
  errors: ['ORDER_NOT_YOURS', 'NOT_FOUND'],
})

export const storeOwnerSaveHours = call('store-owner/save-hours', {
  summary: "Replaces a store's opening hours, and sets whether it follows them and accepts scheduled orders.",
  auth: 'store-owner',
  staffMay: 'stores_edit',
  input: z.object({
    ...forStore,
    schedule_data: week,
    exceptions: exceptions.default([]),
    is_schedulable: flag,
    accept_scheduled_orders: flag.optional(),
    schedule_slot_buffer: z.int().min(0).max(1440).optional(),
  }),
  output: z.object({ success: z.literal(true), status: flag, ...hours.shape }),
  errors: ['ORDER_NOT_YOURS', 'NOT_FOUND'],
})

export const storeOwnerGetStore = call('store-owner/get-store', {
  summary: 'One store of the signed-in person, with the fields that only its owner sees.',
  auth: 'store-owner',
  staffMay: 'stores_view',
  input: z.object(forStore),
  output: ownStore,
  errors: ['ORDER_NOT_YOURS', 'NOT_FOUND'],
})

const distance = z
  .union([z.number(), z.string().regex(/^\d{1,4}(\.\d{1,3})?$/)])
  .transform(Number)
  .pipe(z.number().min(0).max(200))

export const storeOwnerUpdateStore = call('store-owner/update-store', {
  summary:
    "Changes a store's profile, charges, delivery radius and order acceptance. Only the operator changes commission, approval and featured status.",
  auth: 'store-owner',
  staffMay: 'stores_edit',
  input: z.object({
    ...forStore,
    name: filledText(255).optional(),
    description: text(1000).optional(),
    address: text(300).optional(),
    pincode: text(16).nullish(),
    landmark: text(255).nullish(),
    phone: text(24).nullish(),
    certificate: text(64).nullish(),
    delivery_time: text(16).optional(),
    price_range: text(16).optional(),
    is_pureveg: flag.optional(),
    auto_acceptable: flag.optional(),
    is_notifiable: flag.optional(),
    delivery_type: z.union([z.literal(1), z.literal(2), z.literal(3)]).optional(),
    delivery_radius: distance.pipe(z.number().min(0.1)).optional(),
    delivery_charge_type: z.enum(['FIXED', 'DYNAMIC']).optional(),
    base_delivery_distance: distance.optional(),
    extra_delivery_distance: distance.pipe(z.number().min(0.1)).optional(),
    restaurant_charges: amount.optional(),
    delivery_charges: amount.optional(),
    base_delivery_charge: amount.optional(),
    extra_delivery_charge: amount.optional(),
    min_order_price: amount.optional(),
    free_delivery_subtotal: amount.optional(),
  }),
  output: ownStore,
  errors: ['ORDER_NOT_YOURS', 'NOT_FOUND'],
})

export const storeOwnerUpdateStoreImage = call('store-owner/update-store-image', {
  summary: 'Replaces the picture of a store. Takes a form with the file in `image`.',
  auth: 'store-owner',
  staffMay: 'stores_edit',
  takesPicture: true,
  input: z.object(forStore),
  output: ownStore,
  errors: ['ORDER_NOT_YOURS', 'NOT_FOUND', 'UNSUPPORTED_MEDIA_TYPE', 'PICTURES_FULL'],
})

const gatewayList = z.array(z.enum(gatewayNames))
const storeGateways = success.extend({
  /** Whether the shop lets stores choose payment methods; if not, the store's choice is ignored. */
  may_choose: flag,
  /** The payment methods that the shop offers at this store now. */
  offered: gatewayList,
  /** The store's chosen payment methods; an empty list means all methods that the shop offers. */
  chosen: gatewayList,
})

export const getStoreGateways = call('store-owner/get-payment-gateways', {
  summary: 'The payment methods that a store has chosen, and those that the shop offers there.',
  auth: 'store-owner',
  staffMay: 'stores_view',
  input: z.object({ ...ignored, store_id: id }),
  output: storeGateways,
  errors: ['ORDER_NOT_YOURS', 'NOT_FOUND'],
})

export const saveStoreGateways = call('store-owner/save-payment-gateways', {
  summary: 'Sets the payment methods of a store. With none, it accepts all offered methods.',
  auth: 'store-owner',
  staffMay: 'stores_edit',
  input: z.object({
    ...ignored,
    store_id: id,
    gateways: gatewayList
      .max(gatewayNames.length)
      .refine((names) => new Set(names).size === names.length, because('fieldTwice')),
  }),
  output: storeGateways,
  errors: ['ORDER_NOT_YOURS', 'NOT_FOUND'],
})
