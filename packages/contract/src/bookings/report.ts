import { z } from 'zod'
import { call } from '../call.ts'
import { day, isPeriod, noPeriod } from '../insight/reports.ts'
import { id, ignored, moneyText } from '../wire.ts'
import { takingsSum } from './reception.ts'

/** Maximum number of weeks within which a customer can return and count as coming back. */
const MAX_WEEKS = 52

/**
 * The minutes that customers could book, the part of these minutes that visits claimed, and the minutes that visits
 * claimed outside of them.
 */
const use = { open_minutes: z.int(), claimed_minutes: z.int(), extra_minutes: z.int() }
/** Services of completed visits, at the prices that the customers accepted, with add-ons. */
const sold = { services: z.int(), sales: moneyText }

export const salonReport = call('dashboard/bookings/report', {
  summary:
    "How a salon was used in a period: people, resources, missed and cancelled visits, customers who came back, and sales by person. Days are in the salon's time zone.",
  auth: 'staff',
  permission: 'reports_view',
  ownersToo: true,
  input: z
    .object({
      ...ignored,
      store_id: id,
      from: day,
      to: day,
      /** Number of weeks within which a customer must have another visit, on a later day, to count as coming back. */
      weeks: z.int().min(1).max(MAX_WEEKS).default(6),
    })
    .refine(isPeriod, noPeriod),
  output: z.object({
    success: z.literal(true),
    currency: z.string(),
    time_zone: z.string(),
    /** The people of the salon, including people who have been deleted since, if they worked in the period. */
    people: z.array(z.object({ id: z.int(), name: z.string(), image: z.string().nullable(), ...use, ...sold })),
    resources: z.array(z.object({ id: z.int(), kind: z.string(), name: z.string(), ...use })),
    /** The use of all people together on each day. */
    days: z.array(z.object({ day: z.string(), open_minutes: z.int(), claimed_minutes: z.int() })),
    /** The sales of services that need no stylist. */
    without_person: z.object(sold),
    /**
     * Goods that guests without an account bought at the end of a visit. The shop's reports do not count goods of
     * guests.
     */
    guest_goods: z.object({ pieces: z.int(), sales: moneyText }),
    /** The money that the salon took at the end of visits that ended in the period. */
    takings: takingsSum,
    /** The numbers of visits that start in the period; holds that were never booked do not count. */
    visits: z.object({
      all: z.int(),
      done: z.int(),
      /** The number of visits that are booked, or whose customer has arrived. */
      open: z.int(),
      no_shows: z.int(),
      cancelled_by_customer: z.int(),
      cancelled_by_salon: z.int(),
      /**
       * The part of the deposits that the salon keeps after no-shows, including parts to which the customer can still
       * object.
       */
      kept_of_no_shows: moneyText,
      kept_of_cancelled: moneyText,
    }),
    /** The number of customers with an account who had a completed visit. */
    returning: z.object({
      customers: z.int(),
      came_back: z.int(),
      /**
       * The number of customers who have not come back yet, but who can still do so within the `weeks` that the request
       * names.
       */
      may_come_back: z.int(),
    }),
  }),
  errors: ['ORDER_NOT_YOURS', 'NOT_FOUND'],
})
