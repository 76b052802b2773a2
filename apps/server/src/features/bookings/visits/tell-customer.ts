import type { TextKey } from '@nukkad/contract/texts/en.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Tx } from '#db/connection.ts'
import type { Visits } from '#db/schema.ts'
import { accepts } from '#platform/notifications/choices.ts'
import { notificationsInsert } from '#platform/notifications/queries.ts'
import { salonTime } from '#platform/notifications/visit-text.ts'

const news = {
  booked: { title: 'visitBookedTitle', message: 'visitBookedMessage' },
  moved: { title: 'visitMovedTitle', message: 'visitMovedMessage' },
  cancelled: { title: 'visitCancelledTitle', message: 'visitCancelledMessage' },
  noShow: { title: 'visitNoShowTitle', message: 'visitNoShowMessage' },
  // A visit that the salon entered has no order, so nothing was paid.
  cancelledUnpaid: { title: 'visitCancelledTitle', message: 'visitCancelledUnpaidMessage' },
  noShowUnpaid: { title: 'visitNoShowTitle', message: 'visitNoShowUnpaidMessage' },
  reminder: { title: 'visitReminderTitle', message: 'visitReminderMessage' },
  returned: { title: 'visitReturnedTitle', message: 'visitReturnedMessage' },
} as const satisfies Record<string, { title: TextKey; message: TextKey }>

type About = Pick<Selectable<Visits>, 'user_id' | 'store_id' | 'starts_at' | 'unique_visit_id'>
type What = keyof typeof news

/**
 * Notifies the customer of a visit; a guest without an account gets nothing. The message gives the time in the salon's
 * time zone.
 */
export async function tellOfVisit(
  tx: Tx,
  { user_id: userId, store_id: storeId, starts_at: startsAt, unique_visit_id: number }: About,
  what: What,
): Promise<void> {
  if (userId === null) return
  const visit = sql`(select ${userId}::int as user_id, ${storeId}::int as store_id, ${startsAt}::timestamptz as starts_at, ${number}::text as unique_visit_id)`
  await notificationOfVisit(visit, what).execute(tx)
}

/**
 * Returns the statement that inserts the notification of a visit, for use inside another statement.
 * @param visit the query or table that has the visit's columns
 */
export function notificationOfVisit(visit: RawBuilder<unknown>, what: What): RawBuilder<unknown> {
  const kind = what === 'reminder' ? 'reminder' : 'order'
  const { title, message } = news[what]
  return notificationsInsert(sql`
    select v.user_id, jsonb_build_object('kind', ${kind}::text, 'title_key', ${title}::text, 'message_key', ${message}::text,
             'params', (select to_jsonb(p) from (select s.name as store, ${salonTime(sql`v.starts_at`)}) p),
             'click_action', '/visit/' || v.unique_visit_id)
      from ${visit} v join stores s on s.id = v.store_id
     where v.user_id is not null and ${accepts(sql`v.user_id`, kind, 'list')}`)
}
