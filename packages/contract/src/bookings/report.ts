import { z } from 'zod'
import { call } from '../call.ts'
import { day, isPeriod, noPeriod } from '../insight/reports.ts'
import { id, ignored, moneyText } from '../wire.ts'
import { takingsSum } from './reception.ts'

/** The most weeks within which a customer counts as coming back. */
const MAX_WEEKS = 52

/** Minutes that customers could book, those that were claimed, and those claimed outside of them. */
const use = { open_minutes: z.int(), claimed_minutes: z.int(), extra_minutes: z.int() }
/** Services of visits that are done, at their accepted prices with add-ons. */
const sold = { services: z.int(), sales: moneyText }

export const salonReport = call('dashboard/bookings/report', {
  summary:
    'How a salon was used in a period: people, chairs, missed and cancelled visits, customers who came back, and sales by person. Days are those of the salon.',
  auth: 'staff',
  permission: 'reports_view',
  ownersToo: true,
  input: z
    .object({
      ...ignored,
      store_id: id,
      from: day,
      to: day,
      /** A customer comes back with a visit on a later day within so many weeks. */
      weeks: z.int().min(1).max(MAX_WEEKS).default(6),
    })
    .refine(isPeriod, noPeriod),
  output: z.object({
    success: z.literal(true),
    currency: z.string(),
    time_zone: z.string(),
    /** Also people who were deleted since, where they worked in the period. */
    people: z.array(z.object({ id: z.int(), name: z.string(), image: z.string().nullable(), ...use, ...sold })),
    resources: z.array(z.object({ id: z.int(), kind: z.string(), name: z.string(), ...use })),
    /** The use of all people together on each day. */
    days: z.array(z.object({ day: z.string(), open_minutes: z.int(), claimed_minutes: z.int() })),
    /** Services that need no person. */
    without_person: z.object(sold),
    /** Goods that guests without an account bought at the end of a visit. The shop's reports do not count them. */
    guest_goods: z.object({ pieces: z.int(), sales: moneyText }),
    /** The money that the salon took at the end of visits that ended in the period. */
    takings: takingsSum,
    /** Visits by their start; holds that were never booked do not count. */
    visits: z.object({
      all: z.int(),
      done: z.int(),
      /** Booked, or the customer is there. */
      open: z.int(),
      no_shows: z.int(),
      cancelled_by_customer: z.int(),
      cancelled_by_salon: z.int(),
      /** The salon keeps this of the deposits, also while it waits for objections. */
      kept_of_no_shows: moneyText,
      kept_of_cancelled: moneyText,
    }),
    /** Customers with an account and a visit that is done. */
    returning: z.object({
      customers: z.int(),
      came_back: z.int(),
      /** Those who have not, and whose weeks are not over. */
      may_come_back: z.int(),
    }),
  }),
  errors: ['ORDER_NOT_YOURS', 'NOT_FOUND'],
})
