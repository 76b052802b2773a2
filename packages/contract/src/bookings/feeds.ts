import { z } from 'zod'
import { call } from '../call.ts'
import { id, ignored, success } from '../wire.ts'

/** A time in ISO 8601. */
const moment = z.string()
/** When the feed's URL was made, and when a calendar program last read it, exact to an hour. */
const feed = { created_at: moment, read_at: moment.nullable() }
/** The path of the feed on this site. The path is secret, and no later answer repeats it. */
const made = z.object({ success: z.literal(true), path: z.string(), feed: z.object(feed) })

export const calendarFeed = call('calendar-feed', {
  summary: 'Whether the customer has a calendar feed of their visits. Its URL is shown only once, when it is made.',
  auth: 'customer',
  input: z.object(ignored),
  output: z.object({ success: z.literal(true), feed: z.object(feed).nullable() }),
  errors: [],
})

export const makeCalendarFeed = call('make-calendar-feed', {
  summary:
    "Makes a secret URL from which calendar programs read the customer's visits. The previous URL stops working.",
  auth: 'customer',
  input: z.object(ignored),
  output: made,
  errors: [],
})

export const revokeCalendarFeed = call('revoke-calendar-feed', {
  summary: "Revokes the URL of the customer's calendar feed. Repeating it changes nothing.",
  auth: 'customer',
  input: z.object(ignored),
  output: success,
  errors: [],
})

const ofStylist = { ...ignored, store_id: id, stylist_id: id }
const guarded = ['ORDER_NOT_YOURS', 'NOT_FOUND'] as const
/**
 * Owners, managers and staff may make the calendar feed of every person of a salon; people in other roles may make only
 * their own feed.
 */
const people = { auth: 'staff', ownersToo: true } as const

export const stylistFeeds = call('dashboard/bookings/feeds', {
  summary:
    'The people of a salon whose calendar feeds the signed-in person may make, and which of them have one. People below a manager get only themselves.',
  ...people,
  permission: 'order_view',
  input: z.object({ ...ignored, store_id: id }),
  output: z.object({
    success: z.literal(true),
    feeds: z.array(
      z.object({
        stylist_id: z.int(),
        name: z.string(),
        /** Whether the feed belongs to the person who makes the call. */
        is_own: z.boolean(),
        feed: z.object(feed).nullable(),
      }),
    ),
  }),
  errors: guarded,
})

export const makeStylistFeed = call('dashboard/bookings/feeds/make', {
  summary: "Makes a secret URL from which calendar programs read a person's visits. The previous URL stops working.",
  ...people,
  permission: 'order_view',
  input: z.object(ofStylist),
  output: made,
  errors: guarded,
})

export const revokeStylistFeed = call('dashboard/bookings/feeds/revoke', {
  summary: "Revokes the URL of a person's calendar feed. Repeating it changes nothing.",
  ...people,
  permission: 'order_view',
  input: z.object(ofStylist),
  output: success,
  errors: guarded,
})
