import { requireCustomer } from '#features/identity/people/guard.ts'
import { routes } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { closeAsRefused, insertRequest } from './queries.ts'

/** Days until a data request is due (docs/reference/security.md#privacy). */
const DUE_DAYS = 30
const actions = {
  export: { requested: 'data_export.requested', refused: 'data_export.refused' },
  deletion: { requested: 'account_deletion.requested', refused: 'account_deletion.refused' },
} as const

export const dataRequestRoutes = routes({
  'dashboard/data-requests/create': {
    write: async ({ tx, input: { id: userId, kind, note }, session, audit }) => {
      await requireCustomer(tx, session, userId)
      const staffId = session.userId
      const id = await insertRequest(tx, { userId, kind, staffId, note: note || null, dueDays: DUE_DAYS })
      await audit(actions[kind].requested, { object: { type: 'user', id: userId }, after: { request: id } })
      return { success: true, id }
    },
  },

  'dashboard/data-requests/refuse': {
    write: async ({ tx, input: { id, reason }, session, audit }) => {
      const closed = await closeAsRefused(tx, { id, reason, byId: session.userId })
      if (!closed) throw new AppError('NOT_FOUND')
      const object = { type: 'user', id: closed.user_id }
      await audit(actions[closed.kind].refused, { object, after: { request: id }, reason })
      return { success: true }
    },
  },
})
