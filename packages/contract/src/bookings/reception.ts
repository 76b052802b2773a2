import { z } from 'zod'
import { call } from '../call.ts'
import { filledText, id, ignored, moneyText, phone, text } from '../wire.ts'
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

/** An instant in ISO 8601. */
const moment = z.string()
const guarded = ['ORDER_NOT_YOURS', 'NOT_FOUND'] as const
/** The counter of a salon and its managers, owners, and staff who handle orders. */
const reception = { auth: 'staff', permission: 'order_actions', ownersToo: true } as const

/** A visit as the people of its salon see it. */
const receptionVisit = z.object({
  unique_visit_id: z.string(),
  status: visitStatus,
  customer: z.string(),
  /** Null where the reader may not see it, or there is none. */
  phone: z.string().nullable(),
  /** Whether it is a customer's first visit at this salon. */
  is_first: z.boolean(),
  starts_at: moment,
  ends_at: moment,
  services: z.array(
    visitService.omit({ price: true }).extend({
      /** Instants of each segment with its stylist and resource; a pause of the stylist has no stylist. */
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
  /** The money; null for a reader who does not see it, and for visits without an order. */
  order: z
    .object({
      id: z.int(),
      unique_order_id: z.string(),
      total: moneyText,
      paid: moneyText,
      /** The part that is paid at the salon. */
      at_store: moneyText,
    })
    .nullable(),
  /** The terms that the customer accepted; null where there is no order to see. */
  terms: visitTerms.nullable(),
  kept: keptShare.nullable(),
  /** From then on it can be marked as a no-show; null in other states than booked. */
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
const ofVisits = [...guarded, 'VISIT_UNKNOWN', 'VISIT_CLOSED'] as const

export const receptionMove = call('dashboard/bookings/move', {
  summary: 'Moves a booked visit to another start or to other people. The customer is notified of a new start.',
  ...reception,
  idempotent: true,
  input: z.object({
    ...aboutVisit,
    starts_at: sentMoment,
    /** The person for each service, in order; null for anyone. Without it the people stay. */
    stylist_ids: z.array(id.nullable()).min(1).max(20).optional(),
  }),
  output: changed,
  errors: [...ofVisits, 'SLOT_INVALID', 'SLOT_TAKEN', 'STYLIST_CANNOT'],
})

export const receptionWalkIn = call('dashboard/bookings/walk-in', {
  summary: 'Enters a visit of a guest who is there or has called. It has no order: the salon takes its money itself.',
  ...reception,
  idempotent: true,
  input: z.object({
    ...ignored,
    store_id: id,
    services: wishes,
    starts_at: sentMoment,
    guest_name: filledText(80),
    guest_phone: phone.nullish(),
    /** Whether the guest is there, so that the visit begins as arrived. */
    is_there: z.boolean().default(false),
  }),
  output: changed,
  errors: [
    ...guarded,
    'STORE_UNKNOWN',
    'ITEM_UNAVAILABLE',
    'ADDON_INVALID',
    'STYLIST_CANNOT',
    'TOO_MANY_SERVICES',
    'SERVICE_TOO_LONG',
    'SLOT_INVALID',
    'SLOT_TAKEN',
  ],
})

export const receptionArrive = call('dashboard/bookings/arrive', {
  summary: 'Records that the customer of a booked visit is there. Repeating it changes nothing.',
  ...reception,
  input: z.object(aboutVisit),
  output: changed,
  errors: ofVisits,
})

export const receptionFinish = call('dashboard/bookings/finish', {
  summary: 'Ends a visit whose customer is there, and settles its order. Repeating it changes nothing.',
  ...reception,
  input: z.object(aboutVisit),
  output: changed,
  errors: ofVisits,
})

export const receptionNoShow = call('dashboard/bookings/no-show', {
  summary:
    'Marks a booked visit as missed, after its start and the grace time. The salon keeps the accepted share once the customer has had time to object.',
  ...reception,
  input: z.object(aboutVisit),
  output: changed,
  errors: [...ofVisits, 'NO_SHOW_TOO_EARLY'],
})

export const receptionWaiveShare = call('dashboard/bookings/waive-share', {
  summary:
    'Gives back what the salon keeps of a cancelled or missed visit, while it waits for objections. An open objection is settled by it.',
  ...reception,
  input: z.object(aboutVisit),
  output: changed,
  errors: ofVisits,
})

export const receptionCancel = call('dashboard/bookings/cancel', {
  summary: 'Cancels a booked visit for the salon. All money goes back, and the customer is notified.',
  ...reception,
  input: z.object({ ...aboutVisit, reason: text(300).nullish() }),
  output: changed,
  errors: ofVisits,
})
