import { writeAudit } from '#features/audit/write-audit.ts'
import { routes } from '#http/calls.ts'
import { once } from '#http/idempotency.ts'
import { broadcast } from './broadcast.ts'
import { saveToken } from './save-token.ts'

export const pushRoutes = routes({
  'save-notification-token': async ({ input, session, request, ...services }) =>
    saveToken(services, { pushToken: input.push_token, session, language: request.language }),

  'delivery/save-notification-token': async ({ input, session, request, ...services }) =>
    saveToken(services, { pushToken: input.push_token, session, language: request.language }),

  'store-owner/save-notification-token': async ({ input, session, request, ...services }) =>
    saveToken(services, { pushToken: input.push_token, session, language: request.language }),

  'dashboard/send-push-notification': async ({ input, session, request, ...services }) => {
    const { title, message, to } = input
    const said = { title, message, to, image: input.image || null, clickAction: input.click_action || null }
    const { userId: staffId } = session
    const scope = { db: services.db, request, userId: staffId, call: 'dashboard/send-push-notification' } as const
    return once(scope, async (tx) => {
      const id = await broadcast(services, tx, { ...said, staffId })
      await writeAudit(tx, {
        actorId: staffId,
        action: 'customers told',
        object: { type: 'broadcast', id },
        after: { ...said, to: to === 'all' ? to : to.length },
        request,
      })
      return { success: true as const, broadcast_id: id }
    })
  },
})
