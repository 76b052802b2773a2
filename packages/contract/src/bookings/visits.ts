import { z } from 'zod'
import { call } from '../call.ts'
import { id, ignored, moneyText, success } from '../wire.ts'

/** A time in ISO 8601. */
const moment = z.string()
/** A time as a client sends it, with its offset from UTC. */
export const sentMoment = z.iso.datetime({ offset: true })
/** A date in the salon's time zone. */
export const localDate = z.iso.date()
/** The public number of a visit. */
export const visitNumber = z
  .string()
  .min(4)
  .max(64)
  .regex(/^[A-Za-z0-9-]+$/)

/** Maximum number of days in one answer of `free-times`. */
export const MAX_FREE_DAYS = 14

/** The states of a visit. */
export const visitStatus = z.enum(['held', 'booked', 'arrived', 'done', 'no_show', 'cancelled'])

/** A requested service. The server refuses a visit with more than five services with its own error code. */
export const wish = z.object({
  item_id: id,
  /** The id of the requested stylist; null if any stylist may do the service. */
  stylist_id: id.nullish(),
  /** Ids of the chosen add-ons. */
  addons: z.array(id).max(20).default([]),
  /**
   * When the service starts: `after` everything before it has ended, or `beside` the service before it, at the same
   * time.
   */
  mode: z.enum(['after', 'beside']).default('after'),
})
/** The services of a visit, in order. */
export const wishes = z.array(wish).min(1).max(20)

const person = z.object({ id: z.int(), name: z.string(), image: z.string().nullable() })

/** One service of a visit with its times, as the customer booked it. */
export const visitService = z.object({
  /** The item's id; null if the item was deleted. */
  item_id: z.int().nullable(),
  name: z.string(),
  image: z.string().nullable(),
  /** The stylist; null for a service that needs no stylist. */
  stylist: person.nullable(),
  /** Whether the customer chose this stylist. */
  is_wished: z.boolean(),
  mode: z.enum(['after', 'beside']),
  starts_at: moment,
  ends_at: moment,
  addons: z.array(z.object({ id: z.int(), name: z.string() })),
  /** The price of the service with its add-ons. */
  price: moneyText,
})

/** The terms that the customer accepted. Percentages refer to the deposit. */
export const visitTerms = z.object({
  deposit: moneyText,
  free_cancel_hours: z.int(),
  late_cancel_percent: z.int(),
  no_show_percent: z.int(),
  /** The time until which the customer can cancel or move the visit free of charge. */
  free_until: moment,
})

/**
 * The part of the deposit that the salon keeps after a cancellation or a no-show. The state of the part is `waiting`
 * while the customer can still object.
 */
export const keptShare = z.object({
  amount: moneyText,
  state: z.enum(['waiting', 'paid', 'returned']),
  pays_at: moment,
})

/** A visit as its customer sees it. */
export const ownVisit = z.object({
  unique_visit_id: z.string(),
  status: visitStatus,
  starts_at: moment,
  ends_at: moment,
  /** The time when the hold ends; null for a visit that is booked, or whose order awaits its payment. */
  held_until: moment.nullable(),
  time_zone: z.string(),
  currency: z.string(),
  /** The price of all services, before coupons, charges and tax. */
  price: moneyText,
  terms: visitTerms,
  services: z.array(visitService),
  store: z.object({
    id: z.int(),
    name: z.string(),
    slug: z.string(),
    image: z.string().nullable(),
    address: z.string(),
    phone: z.string().nullable(),
    latitude: z.string(),
    longitude: z.string(),
  }),
  /** The order that pays for the visit; null for a hold, and for a visit that the salon entered. */
  order: z
    .object({
      id: z.int(),
      unique_order_id: z.string(),
      orderstatus_id: z.int(),
      total: moneyText,
      payable: moneyText,
      /** The order of the goods of the visit that are delivered; missing if there are none. */
      goods_order: z.object({ unique_order_id: z.string(), orderstatus_id: z.int() }).optional(),
    })
    .nullable(),
  can_move: z.boolean(),
  can_cancel: z.boolean(),
  /** The part of the deposit that the salon would keep if the customer cancelled now. */
  kept_if_cancelled: moneyText,
  kept: keptShare.nullable(),
  /** The version of the visit's times, which grows with each move. */
  sequence: z.int(),
})

export const salonServices = call('salon-services', {
  summary:
    'The services of a salon with prices, lengths and terms, and the people who do them with their next free start.',
  auth: 'public',
  input: z.object({ store_id: id, ...ignored }),
  output: z.object({
    success: z.literal(true),
    currency: z.string(),
    time_zone: z.string(),
    /** Number of days ahead for which visits can be booked. */
    horizon_days: z.int(),
    services: z.array(
      z.object({
        item_id: z.int(),
        name: z.string(),
        image: z.string().nullable(),
        category: z.string(),
        /** The lowest and the highest price among the people who do the service. */
        price_from: moneyText,
        price_to: moneyText,
        minutes: z.int(),
        deposit_kind: z.enum(['none', 'amount', 'percent']),
        /** The deposit: an amount of money, or a whole percentage; "0" means none. */
        deposit_value: z.string(),
        free_cancel_hours: z.int(),
        late_cancel_percent: z.int(),
        no_show_percent: z.int(),
        stylists: z.array(z.object({ id: z.int(), price: moneyText, minutes: z.int() })),
        /** The add-ons that make the service longer. */
        addons: z.array(z.object({ id: z.int(), minutes: z.int() })),
      }),
    ),
    stylists: z.array(
      person.extend({
        rating: z.number().nullable(),
        /**
         * The next start within a week at which the person can do their shortest service. The start is one of those
         * that `free-times` returns.
         */
        next_free: moment.nullable(),
        /** The item of the service that can start at `next_free`; null if there is no start. */
        next_service: z.int().nullable().optional(),
      }),
    ),
  }),
  errors: ['STORE_UNKNOWN'],
})

/** The reasons why services cannot be booked at a salon at any time. */
export const slotErrors = [
  'STORE_UNKNOWN',
  'ITEM_UNAVAILABLE',
  'ADDON_INVALID',
  'STYLIST_CANNOT',
  'TOO_MANY_SERVICES',
  'SERVICE_TOO_LONG',
] as const

export const freeTimes = call('free-times', {
  summary:
    "The free starts for services on a range of days, or those to which the customer can move a visit. Days are in the salon's time zone.",
  auth: 'optional',
  input: z
    .object({
      ...ignored,
      store_id: id.optional(),
      services: wishes.optional(),
      /**
       * The customer's visit that should be moved. The moved visit keeps its services and people, and its current time
       * counts as free.
       */
      unique_visit_id: visitNumber.optional(),
      from: localDate,
      days: z.int().min(1).max(MAX_FREE_DAYS).default(7),
    })
    .refine(
      (input) =>
        (input.unique_visit_id !== undefined) !== (input.store_id !== undefined && input.services !== undefined),
    ),
  output: z.object({
    success: z.literal(true),
    time_zone: z.string(),
    days: z.array(
      z.object({
        date: z.string(),
        /**
         * Whether the salon is open on the date. On a date without opening hours, no time can become free for the wait
         * list.
         */
        is_open: z.boolean().optional(),
        starts: z.array(
          z.object({
            starts_at: moment,
            ends_at: moment,
            /** The local time of the salon, such as 16:30. */
            time: z.string(),
            /** The stylist for each service, in the order of the services; null for a service that needs none. */
            stylists: z.array(z.int().nullable()),
          }),
        ),
      }),
    ),
  }),
  errors: [...slotErrors, 'VISIT_UNKNOWN', 'VISIT_CLOSED'],
})

export const holdVisit = call('hold-visit', {
  summary:
    'Holds people and resources of a salon for two minutes, so that the customer can place the order. The error `SLOT_TAKEN` lists the next three starts.',
  auth: 'customer',
  idempotent: true,
  input: z.object({
    ...ignored,
    store_id: id,
    services: wishes,
    starts_at: sentMoment,
    /** Whether the server first releases the hold that the customer already has. */
    replaces: z.boolean().default(false),
  }),
  output: z.object({ success: z.literal(true), visit: ownVisit }),
  errors: [...slotErrors, 'SLOT_INVALID', 'SLOT_TAKEN', 'HOLD_OPEN'],
})

export const releaseHold = call('release-hold', {
  summary: 'Releases a hold of the customer, so that others can book its time.',
  auth: 'customer',
  input: z.object({ ...ignored, unique_visit_id: visitNumber }),
  output: success,
  errors: ['VISIT_UNKNOWN', 'VISIT_CLOSED'],
})

export const myVisits = call('my-visits', {
  summary: "The customer's visits: first the coming ones, then the past ones, newest first; at most a hundred.",
  auth: 'customer',
  input: z.object(ignored),
  output: z.object({ success: z.literal(true), visits: z.array(ownVisit) }),
  errors: [],
})

export const oneVisit = call('visit', {
  summary: 'One visit of the customer.',
  auth: 'customer',
  input: z.object({ ...ignored, unique_visit_id: visitNumber }),
  output: z.object({ success: z.literal(true), visit: ownVisit }),
  errors: ['VISIT_UNKNOWN'],
})

export const moveVisit = call('move-visit', {
  summary:
    'Moves a booked visit of the customer to another start, as long as moving is free of charge. Price and deposit stay.',
  auth: 'customer',
  idempotent: true,
  input: z.object({ ...ignored, unique_visit_id: visitNumber, starts_at: sentMoment }),
  output: z.object({ success: z.literal(true), visit: ownVisit }),
  errors: ['VISIT_UNKNOWN', 'VISIT_CLOSED', 'MOVE_TOO_LATE', 'SLOT_INVALID', 'SLOT_TAKEN'],
})

export const cancelVisit = call('cancel-visit', {
  summary:
    'Cancels a booked visit of the customer. While cancelling is free of charge, all money comes back; later the salon keeps the accepted part of the deposit.',
  auth: 'customer',
  idempotent: true,
  input: z.object({ ...ignored, unique_visit_id: visitNumber }),
  output: z.object({
    success: z.literal(true),
    visit: ownVisit,
    refunded: moneyText,
    kept: moneyText,
  }),
  errors: ['VISIT_UNKNOWN', 'VISIT_CLOSED'],
})
