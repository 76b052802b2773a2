import type { TextKey } from '@nukkad/contract/texts/en.ts'
import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'
import { notify } from '#platform/notifications/notify.ts'
import { salonTime } from '#platform/notifications/visit-text.ts'

const news = {
  booked: { title: 'visitBookedTitle', message: 'visitBookedMessage' },
  moved: { title: 'visitMovedTitle', message: 'visitMovedMessage' },
  cancelled: { title: 'visitCancelledTitle', message: 'visitCancelledMessage' },
  noShow: { title: 'visitNoShowTitle', message: 'visitNoShowMessage' },
  reminder: { title: 'visitReminderTitle', message: 'visitReminderMessage' },
  returned: { title: 'visitReturnedTitle', message: 'visitReturnedMessage' },
} as const satisfies Record<string, { title: TextKey; message: TextKey }>

type About = { user_id: number | null; store_id: number; starts_at: Date; unique_visit_id: string }

/** Notifies the customer of a visit; a guest without an account gets nothing. The time is the salon's own. */
export async function tellOfVisit(
  tx: Tx,
  { user_id: userId, store_id: storeId, starts_at: startsAt, unique_visit_id: number }: About,
  what: keyof typeof news,
): Promise<void> {
  if (userId === null) return
  const { rows } = await sql<{ name: string; date: string; time: string }>`
    select s.name, ${salonTime(sql`${startsAt}::timestamptz`)} from stores s where s.id = ${storeId}`.execute(tx)
  const { name: store, date, time } = rows[0]!
  const kind = what === 'reminder' ? 'reminder' : 'order'
  await notify(tx, { userId, kind, ...news[what], params: { store, date, time }, link: `/visit/${number}` })
}
