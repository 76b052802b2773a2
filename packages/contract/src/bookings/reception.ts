import { z } from 'zod'
import { call } from '../call.ts'
import { day } from '../insight/reports.ts'
import { amount, filledText, id, ignored, moneyText, phone, text } from '../wire.ts'
import {
  keptShare,
  localDate,
  sentMoment,
  visitNumber,
  visitService,
  visitStatus,
  visitTerms,
  wishes,
} from './visits.ts'

/** A time in ISO 8601. */
const moment = z.string()
const guarded = ['ORDER_NOT_YOURS', 'NOT_FOUND'] as const
/**
 * The calls of a salon's reception: people with the role `cashier`, managers and owners, and staff who handle orders
 * may make them.
 */
const reception = { auth: 'staff', permission: 'order_actions', ownersToo: true } as const

const takingMethod = z.enum(['cash', 'card', 'upi'])
/** A part of the amount that the customer paid at the salon, by payment method. */
const taking = z.object({ method: takingMethod, amount: moneyText })
/**
 * The parts of a payment at the salon, as the reception sends them. For each kind of error in the parts, the server
 * answers its own error code.
 */
const namedTakings = z.array(z.object({ method: z.string().max(32), amount })).max(10)

/** The money that a salon took at the end of visits. */
export const takingsSum = z.object({
  /** The total amount, including tips. */
  total: moneyText,
  /** The number of visits at whose end an amount was due. */
  visits: z.int(),
  /** One row for each payment method. A visit that was paid by several methods counts in several rows. */
  methods: z.array(taking.extend({ visits: z.int() })),
  /** The visits for which the reception named no payment method. */
  not_named: z.object({ amount: moneyText, visits: z.int() }),
})

/** A visit as the people of the salon see it. */
const receptionVisit = z.object({
  unique_visit_id: z.string(),
  status: visitStatus,
  customer: z.string(),
  /** The customer's phone; null if the reader may not see it, or the customer has none. */
  phone: z.string().nullable(),
  /** Whether it is the first visit of a customer at this salon. */
  is_first: z.boolean(),
  starts_at: moment,
  ends_at: moment,
  services: z.array(
    visitService.extend({
      /** The price of the service with its add-ons; null for a reader who may not see money. */
      price: moneyText.nullable(),
      /**
       * The times of each segment, with its stylist and resource. A segment in which the stylist is free has no
       * stylist.
       */
      segments: z.array(
        z.object({
          starts_at: moment,
          ends_at: moment,
          stylist_id: z.int().nullable(),
          resource_id: z.int().nullable(),
        }),
      ),
    }),
  ),
  /** The amounts of the order; null for a reader who may not see money, and for visits without an order. */
  order: z
    .object({
      id: z.int(),
      unique_order_id: z.string(),
      total: moneyText,
      paid: moneyText,
      /** The part that the customer pays at the salon. */
      at_store: moneyText,
    })
    .nullable(),
  /**
   * The goods that a guest bought at the end of the visit, because the visit of a guest has no order. The list is empty
   * for a reader who may not see money.
   */
  goods: z.array(z.object({ name: z.string(), quantity: z.int(), price: moneyText, addons: z.array(z.string()) })),
  /**
   * The tip that the customer gave the stylists at the till; null before the end of the visit, and for a reader who may
   * not see money.
   */
  tip: moneyText.nullable(),
  /**
   * The amount that the salon took at the end of the visit, with the tip; null before the end, and for a reader who may
   * not see money.
   */
  taken: moneyText.nullable(),
  /** The parts of the amount in `taken`, by payment method; empty if the reception named none. */
  takings: z.array(taking),
  /** Whether the payment methods can be named or corrected: until the end of the day on which the visit ended. */
  may_correct_takings: z.boolean(),
  /** The terms that the customer accepted; null if the reader sees no order. */
  terms: visitTerms.nullable(),
  kept: keptShare.nullable(),
  /** The time from which the visit can be marked as a no-show; null in all states except `booked`. */
  no_show_from: moment.nullable(),
})

const dayOfReception = z.object({
  date: z.string(),
  stylists: z.array(z.object({ id: z.int(), windows: z.array(z.object({ from: moment, to: moment })) })),
})

export const receptionDay = call('dashboard/bookings/day', {
  summary:
    'The visits of a salon on one day or up to seven, with the hours and absences of its people. A person of the kitchen role sees their own column, without money.',
  auth: 'staff',
  permission: 'order_view',
  ownersToo: true,
  input: z.object({ ...ignored, store_id: id, date: localDate.optional(), days: z.int().min(1).max(7).default(1) }),
  output: z.object({
    success: z.literal(true),
    now: moment,
    time_zone: z.string(),
    currency: z.string(),
    step_minutes: z.int(),
    stylists: z.array(
      z.object({ id: z.int(), name: z.string(), image: z.string().nullable(), service_ids: z.array(z.int()) }),
    ),
    resources: z.array(z.object({ id: z.int(), kind: z.string(), name: z.string() })),
    services: z.array(z.object({ item_id: z.int(), name: z.string(), minutes: z.int(), price: moneyText.nullable() })),
    days: z.array(dayOfReception),
    absences: z.array(
      z.object({ id: z.int(), stylist_id: z.int(), starts_at: moment, ends_at: moment, reason: z.string() }),
    ),
    visits: z.array(receptionVisit),
    may_change: z.boolean(),
  }),
  errors: guarded,
})

const aboutVisit = { ...ignored, store_id: id, unique_visit_id: visitNumber }
const changed = z.object({ success: z.literal(true), visit: receptionVisit })
const takingProblems = ['TAKING_METHOD_UNKNOWN', 'TAKING_AMOUNT_INVALID', 'TAKING_TWICE', 'TAKINGS_DIFFER'] as const
const ofVisits = [...guarded, 'VISIT_UNKNOWN', 'VISIT_CLOSED'] as const

export const receptionMove = call('dashboard/bookings/move', {
  summary: 'Moves a booked visit to another start or to other people. The customer is notified of a new start.',
  ...reception,
  idempotent: true,
  input: z.object({
    ...aboutVisit,
    starts_at: sentMoment,
    /**
     * The stylist for each service, in the order of the services; null if any stylist may do the service. If the list
     * is missing, the visit keeps its stylists.
     */
    stylist_ids: z.array(id.nullable()).min(1).max(20).optional(),
  }),
  output: changed,
  errors: [...ofVisits, 'SLOT_INVALID', 'SLOT_TAKEN', 'STYLIST_CANNOT'],
})

/** The reasons why the salon cannot enter a guest's visit. */
const walkInErrors = [
  ...guarded,
  'STORE_UNKNOWN',
  'ITEM_UNAVAILABLE',
  'ADDON_INVALID',
  'STYLIST_CANNOT',
  'TOO_MANY_SERVICES',
  'SERVICE_TOO_LONG',
  'SLOT_INVALID',
  'SLOT_TAKEN',
] as const

export const receptionQuote = call('dashboard/bookings/quote', {
  summary:
    "The total, the end and the people of a guest's visit as `dashboard/bookings/walk-in` would enter it. The call changes nothing and keeps no time free.",
  ...reception,
  input: z.object({ ...ignored, store_id: id, services: wishes, starts_at: sentMoment }),
  output: z.object({
    success: z.literal(true),
    /** The amount that the guest pays at the salon. */
    total: moneyText,
    ends_at: moment,
    minutes: z.int(),
    /** The stylist for each service, in the order of the services; null for a service that needs none. */
    stylists: z.array(z.int().nullable()),
  }),
  errors: walkInErrors,
})

export const receptionWalkIn = call('dashboard/bookings/walk-in', {
  summary:
    'Enters the visit of a guest or a customer who is at the salon or has called. The visit has no order, because the salon takes the money directly.',
  ...reception,
  idempotent: true,
  input: z.object({
    ...ignored,
    store_id: id,
    services: wishes,
    starts_at: sentMoment,
    /** The name of a guest; required if the visit is not for a customer with an account. */
    guest_name: filledText(80).optional(),
    guest_phone: phone.nullish(),
    /**
     * The account of a customer of this salon. The visit then belongs to the customer, and shows the name and phone of
     * the account.
     */
    customer_id: id.optional(),
    /** Whether the guest has arrived already, so that the visit starts in the state `arrived`. */
    is_there: z.boolean().default(false),
  }),
  output: changed,
  errors: walkInErrors,
})

export const receptionArrive = call('dashboard/bookings/arrive', {
  summary: 'Records that the customer of a booked visit has arrived. Repeating it changes nothing.',
  ...reception,
  input: z.object(aboutVisit),
  output: changed,
  errors: ofVisits,
})

export const receptionTill = call('dashboard/bookings/till', {
  summary:
    'The lines and amounts of a visit whose customer has arrived, and goods of the salon that can be sold at its end, with their current prices.',
  ...reception,
  input: z.object({
    ...aboutVisit,
    /** A part of the name of the goods; empty for the first goods of the menu. */
    search: text(64).default(''),
  }),
  output: z.object({
    success: z.literal(true),
    currency: z.string(),
    lines: z.array(z.object({ name: z.string(), quantity: z.int(), price: moneyText })),
    subtotal: moneyText,
    discount: moneyText,
    store_charge: moneyText,
    /** The tax rate in hundredths of a percent. */
    tax_basis_points: z.int(),
    tax: moneyText,
    total: moneyText,
    paid: moneyText,
    at_store: moneyText,
    /** The people who did the services of the visit. */
    stylists: z.array(z.object({ id: z.int(), name: z.string() })),
    goods: z.array(
      z.object({
        item_id: z.int(),
        name: z.string(),
        image: z.string().nullable(),
        price: moneyText,
        /** The number of units in stock; null if they are not counted. */
        stock: z.int().nullable(),
        /** Whether the chosen add-ons replace the price or add to it. */
        addon_pricing: z.enum(['replace', 'add']),
        /**
         * The add-on categories. The type SINGLE requires exactly one add-on; other types allow up to the limit, and 0
         * means no limit.
         */
        addon_categories: z.array(
          z.object({
            id: z.int(),
            name: z.string(),
            type: z.string(),
            addon_limit: z.int(),
            addons: z.array(z.object({ id: z.int(), name: z.string(), price: moneyText })),
          }),
        ),
      }),
    ),
  }),
  errors: ofVisits,
})

export const receptionFinish = call('dashboard/bookings/finish', {
  summary:
    "Ends a visit whose customer has arrived: sells goods with it, settles its order, and records the stylists' commissions and tips. Repeating it without goods and tip changes nothing.",
  ...reception,
  idempotent: true,
  input: z.object({
    ...aboutVisit,
    /** Goods of the salon, at the current price of its menu. The customer pays the goods at the salon. */
    goods: z
      .array(
        z.object({
          item_id: id,
          quantity: z.int().min(1).max(99),
          /** Ids of the chosen add-ons. */
          addons: z.array(id).max(20).default([]),
        }),
      )
      .max(50)
      .default([]),
    /** The tip. The stylists get the whole tip, which is not part of the order. */
    tip: amount.optional(),
    /**
     * The stylist who gets the tip; null shares the tip among all stylists of the visit, in proportion to the prices of
     * their services.
     */
    tip_stylist_id: id.nullish(),
    /**
     * The amount that the till showed to the customer, without the tip. The server ends the visit only if this amount
     * is still right.
     */
    quoted_at_store: moneyText.optional(),
    /**
     * How the customer paid the amount that is due, with the tip, in parts that add up to it. If `takings` is missing,
     * reports count the amount as paid by a method that was not named, as for visits that an earlier release ended.
     */
    takings: namedTakings.optional(),
  }),
  output: changed,
  errors: [
    ...ofVisits,
    'ITEM_UNAVAILABLE',
    'ADDON_INVALID',
    'ORDER_AMOUNT_OUT_OF_RANGE',
    'PRICE_CHANGED',
    'TIP_INVALID',
    'STYLIST_CANNOT',
    ...takingProblems,
  ],
})

export const receptionSaveTakings = call('dashboard/bookings/takings/save', {
  summary:
    'Names or corrects the payment methods of a finished visit, until the day on which the visit ended is over. The amount stays.',
  ...reception,
  input: z.object({ ...aboutVisit, takings: namedTakings }),
  output: changed,
  errors: [...ofVisits, 'TAKINGS_CLOSED', ...takingProblems],
})

/** A visit on the salon's card of a customer. */
const visitOfCard = z.object({
  unique_visit_id: z.string(),
  status: visitStatus,
  starts_at: moment,
  ends_at: moment,
  /** The price of all services with add-ons. */
  price: moneyText,
  currency: z.string(),
  services: z.array(
    z.object({
      name: z.string(),
      /** The name of the stylist; null for a service that needs none. */
      stylist: z.string().nullable(),
      addons: z.array(z.string()),
      price: moneyText,
    }),
  ),
})

export const receptionCustomer = call('dashboard/bookings/customer', {
  summary:
    "A customer's card at a salon: their past and coming visits there, the goods that they bought there, and totals. Only for customers with a visit or an order at this salon.",
  auth: 'staff',
  permission: 'order_view',
  ownersToo: true,
  input: z.object({ ...ignored, store_id: id, customer_id: id }),
  output: z.object({
    success: z.literal(true),
    currency: z.string(),
    time_zone: z.string(),
    customer: z.object({
      id: z.int(),
      name: z.string(),
      /** The customer's phone; null if the reader may not see it, or the customer has none. */
      phone: z.string().nullable(),
      is_deleted: z.boolean(),
    }),
    /** The number of visits that were completed. */
    visits: z.int(),
    no_shows: z.int(),
    last_visit_at: moment.nullable(),
    next_visit_at: moment.nullable(),
    /** The money spent at this salon in its currency, less refunds. */
    spent: moneyText,
    /** Visits that are held for a payment, booked, or whose customer is there; the next one first. At most 50. */
    coming: z.array(visitOfCard),
    /** Visits that are over, the latest first. At most 100. */
    past: z.array(visitOfCard),
    /** Goods of delivered orders and of visits, the latest first. At most 100. */
    goods: z.array(
      z.object({
        name: z.string(),
        quantity: z.int(),
        /** The price of all units with their add-ons. */
        price: moneyText,
        currency: z.string(),
        sold_at: moment,
      }),
    ),
  }),
  errors: guarded,
})

export const receptionTakings = call('dashboard/bookings/takings', {
  summary:
    'What a salon took on one day by payment method, with the visits that ended on it: for counting the drawer at the end of the day.',
  ...reception,
  input: z.object({
    ...ignored,
    store_id: id,
    /** A date in the salon's time zone. If the date is missing, the answer is about today. */
    date: day.optional(),
  }),
  output: z.object({
    success: z.literal(true),
    currency: z.string(),
    time_zone: z.string(),
    date: z.string(),
    is_today: z.boolean(),
    takings: takingsSum,
    /** The visits that ended on the day with an amount due at their end, at most 500. */
    visits: z.array(
      z.object({
        unique_visit_id: z.string(),
        customer: z.string(),
        ended_at: moment,
        /** The amount that the salon took at the end of the visit, with the tip. */
        taken: moneyText,
        tip: moneyText,
        takings: z.array(taking),
      }),
    ),
  }),
  errors: guarded,
})

/** The earnings of one stylist in a period. */
const earnings = z.object({
  id: z.int(),
  name: z.string(),
  image: z.string().nullable(),
  services: z.int(),
  /** The prices of the stylist's services after discounts, less refunds. */
  sales: moneyText,
  commission: moneyText,
  tips: moneyText,
  /** The part of the stylist's commission that refunds took back. */
  taken_back: moneyText,
  /** The amount that the salon owes the stylist for the period. */
  total: moneyText,
})

export const receptionEarnings = call('dashboard/bookings/earnings', {
  summary:
    'The earnings of the people of a salon in a period: commissions and tips. Owners and staff see everyone, all others only themselves.',
  auth: 'staff',
  permission: 'reports_view',
  ownersToo: true,
  input: z.object({
    ...ignored,
    store_id: id,
    /**
     * The first and the last date in the salon's time zone, at most 731 days. Without the first date, the period starts
     * on the first day of the last date's month. Without the last date, the period ends today.
     */
    from: day.optional(),
    to: day.optional(),
  }),
  output: z.object({
    success: z.literal(true),
    currency: z.string(),
    from: z.string(),
    to: z.string(),
    sees_all: z.boolean(),
    stylists: z.array(earnings),
  }),
  errors: guarded,
})

export const receptionNoShow = call('dashboard/bookings/no-show', {
  summary:
    "Marks a booked visit as missed, when the grace time after its start is over. The salon keeps the accepted share of the deposit after the customer's time to object.",
  ...reception,
  input: z.object(aboutVisit),
  output: changed,
  errors: [...ofVisits, 'NO_SHOW_TOO_EARLY'],
})

export const receptionWaiveShare = call('dashboard/bookings/waive-share', {
  summary:
    "Gives back what the salon keeps of a cancelled or missed visit, during the customer's time to object. This also settles an open objection.",
  ...reception,
  input: z.object(aboutVisit),
  output: changed,
  errors: [...ofVisits, 'REFUND_IMPOSSIBLE', 'CASE_WAITS'],
})

export const receptionCancel = call('dashboard/bookings/cancel', {
  summary: 'Cancels a booked visit on behalf of the salon. The customer gets all money back and is notified.',
  ...reception,
  input: z.object({ ...aboutVisit, reason: text(300).nullish() }),
  output: changed,
  errors: ofVisits,
})
