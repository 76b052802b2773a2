import { type AlarmCode, alarms } from '@nukkad/contract/operations/alarms.ts'
import { inTransaction } from '#db/connection.ts'
import { routes } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { closeByStaff, lockOpenAlarm } from '#platform/alarms/queries.ts'
import { writeAudit } from '#platform/audit/write-audit.ts'

export const alarmRoutes = routes({
  'dashboard/alarms/close': async ({ db, input, session, request }) =>
    inTransaction(db, async (tx) => {
      const alarm = await lockOpenAlarm(tx, input.id)
      if (!alarm) throw new AppError('NOT_FOUND')
      const { permission } = alarms[alarm.code as AlarmCode]
      if (!session.permissions.includes(permission)) throw new AppError('PERMISSION_MISSING')
      await closeByStaff(tx, { id: input.id, staffId: session.userId })
      await writeAudit(tx, {
        actorId: session.userId,
        action: 'alarm.closed',
        object: { type: 'alarm', id: String(input.id) },
        after: { code: alarm.code, subject: alarm.subject },
        request,
      })
      return { success: true as const }
    }),
})
