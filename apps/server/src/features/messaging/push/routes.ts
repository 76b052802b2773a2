import { inTransaction } from '#db/connection.ts'
import { routes } from '#http/calls.ts'
import { once } from '#http/idempotency.ts'
import { writeAudit } from '#platform/audit/write-audit.ts'
import { broadcast, cancelBroadcast, countAddressees } from './broadcast.ts'
import { findCustomersToTell } from './broadcast-queries.ts'
import { saveGuestToken, saveToken } from './save-token.ts'

export const pushRoutes = routes({
  'save-notification-token': async ({ input, session, request, ...services }) =>
    saveToken(services, { pushToken: input.push_token, session, language: request.language }),

  'save-notification-token-no-user': async ({ input, request, ...services }) =>
    saveGuestToken(services, { pushToken: input.push_token, request }),

  'delivery/save-notification-token': async ({ input, session, request, ...services }) =>
    saveToken(services, { pushToken: input.push_token, session, language: request.language }),

  'store-owner/save-notification-token': async ({ input, session, request, ...services }) =>
    saveToken(services, { pushToken: input.push_token, session, language: request.language }),

  'dashboard/send-push-notification': async ({ input, session, request, ...services }) => {
    const { title, message, to } = input
    const at = input.at ? new Date(input.at) : null
    const said = { title, message, to, at, image: input.image || null, clickAction: input.click_action || null }
    const { userId: staffId } = session
    const scope = { db: services.db, request, userId: staffId, call: 'dashboard/send-push-notification' } as const
    return once(scope, async (tx) => {
      const id = await broadcast(services, tx, { ...said, staffId })
      await writeAudit(tx, {
        actorId: staffId,
        action: at ? 'broadcast.scheduled' : 'broadcast.sent',
        object: { type: 'broadcast', id },
        after: { ...said, to: Array.isArray(to) ? to.length : to },
        request,
      })
      return { success: true as const, broadcast_id: id }
    })
  },

  'dashboard/broadcasts/count': async ({ input, ...services }) => ({
    success: true,
    ...(await countAddressees(services, input.to)),
  }),

  'dashboard/broadcasts/find-customers': async ({ input, db }) => ({
    success: true,
    customers: await findCustomersToTell(db, input.q),
  }),

  'dashboard/broadcasts/cancel': async ({ input, db, session, request }) =>
    inTransaction(db, async (tx) => {
      const before = await cancelBroadcast(tx, input.id)
      await writeAudit(tx, {
        actorId: session.userId,
        action: 'broadcast.cancelled',
        object: { type: 'broadcast', id: input.id },
        before,
        request,
      })
      return { success: true }
    }),
})
