import { type AlarmCode, alarms } from '@nukkad/contract/operations/alarms.ts'
import { routes } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { closeByStaff, lockOpenAlarm } from '#platform/alarms/queries.ts'

export const alarmRoutes = routes({
  'dashboard/alarms/close': {
    write: async ({ tx, input: { id }, session, audit }) => {
      const alarm = await lockOpenAlarm(tx, id)
      if (!alarm) throw new AppError('NOT_FOUND')
      const { permission } = alarms[alarm.code as AlarmCode]
      if (!session.permissions.includes(permission)) throw new AppError('PERMISSION_MISSING')
      await closeByStaff(tx, { id, staffId: session.userId })
      const { code, subject } = alarm
      await audit('alarm.closed', { object: { type: 'alarm', id }, after: { code, subject } })
      return { success: true }
    },
  },
})
