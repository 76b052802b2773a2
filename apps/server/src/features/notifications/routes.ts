import type { Output } from '@nukkad/contract/contract.ts'
import { inTransaction } from '#db/connection.ts'
import { routes, type Services } from '#http/calls.ts'
import { wireTime } from '#http/wire-time.ts'
import { listNotifications, markRead } from './queries.ts'

export const notificationRoutes = routes({
  'get-user-notifications': async ({ session, ...services }) => presentNotifications(services, session.userId),

  'mark-all-notifications-read': async ({ session, ...services }) => {
    await inTransaction(services.db, (tx) => markRead(tx, session.userId))
    return presentNotifications(services, session.userId)
  },

  'mark-one-notification-read': async ({ input, session, ...services }) => {
    await inTransaction(services.db, (tx) => markRead(tx, session.userId, input.notification_id))
    return presentNotifications(services, session.userId)
  },
})

async function presentNotifications(
  { db, config }: Pick<Services, 'db' | 'config'>,
  userId: number,
): Promise<Output<'get-user-notifications'>> {
  const rows = await listNotifications(db, userId)
  return rows.map((row) => ({
    ...row,
    is_read: row.is_read ? 1 : 0,
    created_at: wireTime(row.created_at, config.timeZone),
    updated_at: wireTime(row.updated_at, config.timeZone),
  }))
}
