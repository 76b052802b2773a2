import type { Output } from '@nukkad/contract/contract.ts'
import { inTransaction } from '#db/connection.ts'
import { type CallContext, routes } from '#http/calls.ts'
import { requireOwnHand } from '#http/session.ts'
import { listNotifications, markRead } from '#platform/notifications/queries.ts'
import { presentNotification } from './present.ts'

export const notificationRoutes = routes({
  'get-user-notifications': async (context) => inboxOf(context),

  'mark-all-notifications-read': async (context) => {
    requireOwnHand(context.session)
    await inTransaction(context.db, (tx) => markRead(tx, context.session.userId))
    return inboxOf(context)
  },

  'mark-one-notification-read': async (context) => {
    const { input, session, db } = context
    requireOwnHand(session)
    await inTransaction(db, (tx) => markRead(tx, session.userId, input.notification_id))
    return inboxOf(context)
  },
})

type Context = Pick<CallContext<'get-user-notifications'>, 'db' | 'settings' | 'config' | 'session' | 'request'>

async function inboxOf({ db, settings, config, session, request }: Context): Promise<Output<'get-user-notifications'>> {
  const reader = { settings, language: request.language, timeZone: config.timeZone }
  const rows = await listNotifications(db, session.userId)
  return rows.map((row) => presentNotification(row, reader))
}
