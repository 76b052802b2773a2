import { z } from 'zod'
import { call } from '../call.ts'
import { because, filledText, id, ignored, success } from '../wire.ts'
import { localDate, slotErrors, wishes } from './visits.ts'

/** A time in ISO 8601. */
const moment = z.string()
/** A local time of the salon, such as 16:30. */
const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)
const waitNumber = z
  .string()
  .min(4)
  .max(64)
  .regex(/^[A-Za-z0-9-]+$/)

/** Maximum number of dates of one wait entry. */
export const MAX_WAIT_DATES = 14

const entry = {
  unique_wait_id: z.string(),
  services: z.array(z.object({ name: z.string(), stylist: z.string().nullable() })),
  /** The dates in the salon's time zone on which the customer would come, in order. */
  dates: z.array(z.string()),
  /** The local times between which the visit must start; null if any time suits the customer. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  joined_at: moment,
  /** The number of offers that the customer has let expire. */
  passed: z.int(),
}
/**
 * The open offer of a wait entry; null if there is none. `held_until` is null while the visit's order awaits its
 * payment.
 */
const offer = { starts_at: moment, ends_at: moment, held_until: moment.nullable() }

/** An open entry of a wait list, as its customer sees it. */
export const ownEntry = z.object({
  ...entry,
  time_zone: z.string(),
  store: z.object({ id: z.int(), name: z.string(), slug: z.string(), image: z.string().nullable() }),
  /** The number of other entries to which the salon offers freed time before this one. */
  before: z.int(),
  offer: z.object({ ...offer, unique_visit_id: z.string() }).nullable(),
})

export const joinWaitList = call('join-wait-list', {
  summary:
    'Puts the customer on the wait list of a salon for some dates. Freed time is offered in the order of joining, as a hold of 15 minutes. If there are free starts now, the error `SLOT_FREE` lists them.',
  auth: 'customer',
  idempotent: true,
  input: z
    .object({
      ...ignored,
      store_id: id,
      services: wishes,
      dates: z
        .array(localDate)
        .min(1)
        .max(MAX_WAIT_DATES)
        .refine((list) => new Set(list).size === list.length, because('fieldTwice')),
      from: clockTime.nullish(),
      to: clockTime.nullish(),
    })
    .refine(({ from, to }) => (from ?? null) === null || (to ?? null) === null || from! <= to!),
  output: z.object({ success: z.literal(true), entry: ownEntry }),
  errors: [...slotErrors, 'SLOT_INVALID', 'SLOT_FREE', 'WAIT_DATE_CLOSED', 'WAIT_LIST_FULL'],
})

export const leaveWaitList = call('leave-wait-list', {
  summary: 'Leaves a wait list. The time of an open offer goes to the next entry.',
  auth: 'customer',
  input: z.object({ ...ignored, unique_wait_id: waitNumber }),
  output: success,
  errors: ['WAIT_UNKNOWN'],
})

export const myWaitList = call('my-wait-list', {
  summary: "The customer's open entries on wait lists, those with an offer first.",
  auth: 'customer',
  input: z.object(ignored),
  output: z.object({ success: z.literal(true), entries: z.array(ownEntry) }),
  errors: [],
})

const guarded = ['ORDER_NOT_YOURS', 'NOT_FOUND'] as const

export const receptionWaitList = call('dashboard/bookings/wait-list', {
  summary: 'The open entries of a salon, in the order in which freed time is offered to them; at most 200.',
  auth: 'staff',
  permission: 'order_view',
  ownersToo: true,
  input: z.object({ ...ignored, store_id: id }),
  output: z.object({
    success: z.literal(true),
    time_zone: z.string(),
    entries: z.array(
      z.object({
        ...entry,
        customer: z.string(),
        /** The customer's phone; null if the reader may not see it, or the customer has none. */
        phone: z.string().nullable(),
        offer: z.object(offer).nullable(),
      }),
    ),
    may_change: z.boolean(),
  }),
  errors: guarded,
})

export const removeFromWaitList = call('dashboard/bookings/wait-list/remove', {
  summary: 'Removes an entry from the wait list of a salon. The customer is notified of the reason.',
  auth: 'staff',
  permission: 'order_actions',
  ownersToo: true,
  input: z.object({ ...ignored, store_id: id, unique_wait_id: waitNumber, reason: filledText(200) }),
  output: success,
  errors: [...guarded, 'WAIT_UNKNOWN'],
})
