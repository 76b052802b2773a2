import type { Output } from '@nukkad/contract/contract.ts'
import type { Db } from '#db/connection.ts'
import { type CallContext, routes } from '#http/calls.ts'
import { requireOwnHand } from '#http/session.ts'
import { choices, listRefusals, setChoice } from '#platform/notifications/choices.ts'
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

  'get-notification-choices': async ({ db, session }) => choicesOf(db, session.userId),

  'set-notification-choice': {
    check: ({ session }) => requireOwnHand(session),
    write: async ({ tx, input, session: { userId } }) => {
      const choice = choices.find(({ kind, channel }) => `${kind}/${channel}` === input.choice)!
      await setChoice(tx, { ...choice, userId, isOn: input.is_on })
      return choicesOf(tx, userId)
    },
  },
})

async function choicesOf(db: Db, userId: number): Promise<Output<'get-notification-choices'>> {
  const refused = await listRefusals(db, userId)
  return {
    success: true,
    choices: choices.map(({ kind, channel }) => ({
      kind,
      channel,
      is_on: !refused.some((row) => row.kind === kind && row.channel === channel),
    })),
  }
}

type Context = Pick<CallContext<'get-user-notifications'>, 'settings' | 'config' | 'session' | 'request'>

async function inboxOf(
  db: Db,
  { settings, config, session, request }: Context,
): Promise<Output<'get-user-notifications'>> {
  const reader = { settings, language: request.language, timeZone: config.timeZone }
  const rows = await listNotifications(db, session.userId)
  return rows.map((row) => presentNotification(row, reader))
}
