import { routes } from '#http/calls.ts'
import { broadcast, cancelBroadcast, countAddressees } from './broadcast.ts'
import { findCustomersToTell, isCancelled } from './broadcast-queries.ts'
import { saveGuestToken, saveToken } from './save-token.ts'

export const pushRoutes = routes({
  'save-notification-token': async ({ input, session, request, services }) =>
    saveToken(services, { pushToken: input.push_token, session, language: request.language }),

  'save-notification-token-no-user': async ({ input, request, services }) =>
    saveGuestToken(services, { pushToken: input.push_token, request }),

  'delivery/save-notification-token': async ({ input, session, request, services }) =>
    saveToken(services, { pushToken: input.push_token, session, language: request.language }),

  'store-owner/save-notification-token': async ({ input, session, request, services }) =>
    saveToken(services, { pushToken: input.push_token, session, language: request.language }),

  'dashboard/send-push-notification': {
    write: async ({ tx, input, session: { userId: staffId }, services, audit }) => {
      const { title, message, to } = input
      const at = input.at ? new Date(input.at) : null
      const said = { title, message, to, at, image: input.image || null, clickAction: input.click_action || null }
      const id = await broadcast(services, tx, { ...said, staffId })
      await audit(at ? 'broadcast.scheduled' : 'broadcast.sent', {
        object: { type: 'broadcast', id },
        after: { ...said, to: Array.isArray(to) ? to.length : to },
      })
      return { success: true, broadcast_id: id }
    },
    present: async ({ tx }, stored) => ((await isCancelled(tx, stored.broadcast_id)) ? undefined : stored),
  },

  'dashboard/broadcasts/count': async ({ input, services }) => ({
    success: true,
    ...(await countAddressees(services, input.to)),
  }),

  'dashboard/broadcasts/find-customers': async ({ input, db }) => ({
    success: true,
    customers: await findCustomersToTell(db, input.q),
  }),

  'dashboard/broadcasts/cancel': {
    write: async ({ tx, input: { id }, audit }) => {
      const before = await cancelBroadcast(tx, id)
      await audit('broadcast.cancelled', { object: { type: 'broadcast', id }, before })
      return { success: true }
    },
  },
})
