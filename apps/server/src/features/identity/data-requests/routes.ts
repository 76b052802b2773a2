import { inTransaction } from '#db/connection.ts'
import { requireCustomer } from '#features/identity/people/guard.ts'
import { routes } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { writeAudit } from '#platform/audit/write-audit.ts'
import { closeAsRefused, insertRequest } from './queries.ts'

/** Days until a data request is due (docs/reference/security.md#privacy). */
const DUE_DAYS = 30
const actions = {
  export: { requested: 'data_export.requested', refused: 'data_export.refused' },
  deletion: { requested: 'account_deletion.requested', refused: 'account_deletion.refused' },
} as const

export const dataRequestRoutes = routes({
  'dashboard/data-requests/create': async ({ db, input, session, request }) => {
    const { id: userId, kind, note } = input
    return inTransaction(db, async (tx) => {
      await requireCustomer(tx, session, userId)
      const staffId = session.userId
      const id = await insertRequest(tx, { userId, kind, staffId, note: note || null, dueDays: DUE_DAYS })
      const object = { type: 'user', id: userId }
      await writeAudit(tx, {
        actorId: staffId,
        action: actions[kind].requested,
        object,
        after: { request: id },
        request,
      })
      return { success: true as const, id }
    })
  },

  'dashboard/data-requests/refuse': async ({ db, input: { id, reason }, session, request }) => {
    await inTransaction(db, async (tx) => {
      const closed = await closeAsRefused(tx, { id, reason, byId: session.userId })
      if (!closed) throw new AppError('NOT_FOUND')
      await writeAudit(tx, {
        actorId: session.userId,
        action: actions[closed.kind].refused,
        object: { type: 'user', id: closed.user_id },
        after: { request: id },
        reason,
        request,
      })
    })
    return { success: true }
  },
})
