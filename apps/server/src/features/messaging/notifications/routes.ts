import type { Output } from '@nukkad/contract/contract.ts'
import type { Db } from '#db/connection.ts'
import { type CallContext, routes } from '#http/calls.ts'
import { requireOwnHand } from '#http/session.ts'
import { listNotifications, markRead } from '#platform/notifications/queries.ts'
import { presentNotification } from './present.ts'

export const notificationRoutes = routes({
  'get-user-notifications': async (context) => inboxOf(context.db, context),

  'mark-all-notifications-read': {
    check: ({ session }) => requireOwnHand(session),
    write: async (context) => {
      await markRead(context.tx, context.session.userId)
      return inboxOf(context.tx, context)
    },
  },

  'mark-one-notification-read': {
    check: ({ session }) => requireOwnHand(session),
    write: async (context) => {
      await markRead(context.tx, context.session.userId, context.input.notification_id)
      return inboxOf(context.tx, context)
    },
  },
})

type Context = Pick<CallContext<'get-user-notifications'>, 'settings' | 'config' | 'session' | 'request'>

async function inboxOf(
  db: Db,
  { settings, config, session, request }: Context,
): Promise<Output<'get-user-notifications'>> {
  const reader = { settings, language: request.language, timeZone: config.timeZone }
  const rows = await listNotifications(db, session.userId)
  return rows.map((row) => presentNotification(row, reader))
}
