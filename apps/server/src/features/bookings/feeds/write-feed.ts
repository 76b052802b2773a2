import { libraries } from '#libraries.ts'
import type { FeedEvent } from './queries.ts'

type Written = {
  name: string
  /** The site's base URL, such as https://shop.example. */
  siteUrl: string
  /**
   * Whether the reader is the stylist, who sees the customers' names. A customer sees who does each service, and where.
   */
  isForStylist: boolean
}

const REFRESH_SECONDS = 3600

/**
 * Returns a feed in the iCalendar format (RFC 5545). Times are in UTC, so they stay correct when the clocks change,
 * without time zone rules in the file. The same visits always give the same bytes.
 */
export function writeFeed(events: readonly FeedEvent[], { name, siteUrl, isForStylist }: Written): string {
  const { default: ical, ICalEventStatus, ICalEventTransparency } = libraries.icalGenerator
  const calendar = ical({ name, prodId: { company: 'Nukkad', product: 'Visits' }, ttl: REFRESH_SECONDS })
  const host = URL.canParse(siteUrl) ? new URL(siteUrl).hostname : 'localhost'
  for (const event of events) {
    const { unique_visit_id: number, is_cancelled: isCancelled, services, customer, store, address } = event
    const done = services
      .map(({ name: service, stylist }) => (stylist ? `${service} (${stylist})` : service))
      .join(', ')
    calendar.createEvent({
      // This UID is also in the calendar file of one visit, which the phone app makes, so that a calendar shows the
      // visit only once.
      id: `${number}@${host}`,
      sequence: event.sequence,
      start: event.starts_at,
      end: event.ends_at,
      stamp: event.updated_at,
      lastModified: event.updated_at,
      status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      transparency: isCancelled ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE,
      summary: [done, isForStylist ? customer : store].filter(Boolean).join(' · '),
      location: [store, address].filter(Boolean).join(', '),
      ...(isForStylist ? {} : { url: `${siteUrl}/visit/${number}` }),
    })
  }
  return calendar.toString()
}
