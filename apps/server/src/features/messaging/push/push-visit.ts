import { inTransaction } from '#db/connection.ts'
import { visitText } from '#platform/notifications/visit-text.ts'
import { isPushOn } from './payload.ts'
import { findVisitToPush } from './queries.ts'
import { type PushServices, writeDown } from './write-down.ts'

/**
 * Sends the reminder of a visit to the browsers of its customer, until the visit begins. No reminder is sent if the
 * visit was moved or cancelled, even after the message was recorded. A repeated run sends no second reminder.
 */
export async function pushVisitReminder(
  services: PushServices,
  { visitId, sequence, hours }: { visitId: number; sequence: number; hours: number },
): Promise<void> {
  const { settings } = services
  if (!isPushOn(settings)) return
  const visit = await findVisitToPush(services.db, { visitId, sequence })
  if (!visit) return
  const { user_id: userId, unique_visit_id: number, store, icon, date, time, ttl_seconds: ttlSeconds } = visit
  const params = { store, date, time }
  const message = {
    userIds: [userId],
    audience: 'customer' as const,
    about: { ttlSeconds, urgency: 'high' as const, kind: 'reminder' as const, visit: { id: visitId, sequence } },
    texts: (language: string | undefined) => ({
      title: settings.text('visitReminderTitle', {}, language),
      message: visitText(settings, { key: 'visitReminderMessage', params }, language),
      click_action: `/visit/${number}`,
      icon,
    }),
  }
  const key = `visit-reminder:${visitId}:${sequence}:${hours}`
  await inTransaction(services.db, (tx) => writeDown(tx, key, message, services))
}
