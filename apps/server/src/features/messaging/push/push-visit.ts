import { inTransaction } from '#db/connection.ts'
import type { Services } from '#http/calls.ts'
import { visitText } from '#platform/notifications/visit-text.ts'
import { isPushOn, toPayload } from './payload.ts'
import { findVisitToPush, insertDeliveries, listRecipients } from './queries.ts'

type PushServices = Pick<Services, 'db' | 'settings' | 'config'>

/**
 * Sends the reminder of a visit to the browsers of its customer, until the visit begins. A visit that was moved or
 * cancelled since is left out, also after the message was recorded. Running it twice sends once.
 */
export async function pushVisitReminder(
  { db, settings, config }: PushServices,
  { visitId, sequence, hours }: { visitId: number; sequence: number; hours: number },
): Promise<void> {
  if (!isPushOn(settings)) return
  const visit = await findVisitToPush(db, { visitId, sequence })
  if (!visit) return
  const { user_id: userId, unique_visit_id: number, store, icon, date, time, ttl_seconds: ttlSeconds } = visit
  const params = { store, date, time }
  const siteUrl = config.publicUrl ?? settings.get('storeUrl').replace(/\/+$/, '')
  await inTransaction(db, async (tx) => {
    const browsers = await listRecipients(tx, {
      userIds: [userId],
      audience: 'customer',
      publicKey: settings.get('firebasePublic'),
      kind: 'reminder',
    })
    const deliveries = browsers.map(({ id, language }) => ({
      subscriptionId: id,
      payload: toPayload(
        {
          title: settings.text('visitReminderTitle', {}, language ?? undefined),
          message: visitText(settings, { key: 'visitReminderMessage', params }, language ?? undefined),
          click_action: `/visit/${number}`,
          icon,
        },
        siteUrl,
      ),
    }))
    const key = `visit-reminder:${visitId}:${sequence}:${hours}`
    const about = { key, ttlSeconds, urgency: 'high', kind: 'reminder', visit: { id: visitId, sequence } } as const
    await insertDeliveries(tx, about, deliveries)
  })
}
