import { z } from 'zod'
import { call } from '../call.ts'
import { ignored, success, text } from '../wire.ts'

const settings = { auth: 'staff', permission: 'settings_manage' } as const

const cause = z.enum(['planned', 'made'])

export const listBackups = call('dashboard/backups', {
  summary: 'The retained backups, newest first, the result of the last one, and the plan.',
  ...settings,
  input: z.object(ignored),
  output: z.object({
    success: z.literal(true),
    backups: z.array(z.object({ name: z.string(), cause, bytes: z.int(), made_at: z.string() })),
    last_run: z
      .object({
        cause,
        status: z.enum(['waiting', 'running', 'done', 'failed']),
        fault: z.enum(['no-room', 'given-up']).nullable(),
        created_at: z.string(),
      })
      .nullable(),
    plan: z.enum(['off', 'hourly', 'daily']),
    /** The number of planned backups that are retained. */
    keeps: z.int(),
    /**
     * Whether this person may download or delete backups. Only administrators may download or delete backups, because a
     * backup holds everyone's data.
     */
    may_take: z.boolean(),
  }),
  errors: [],
})

export const makeBackup = call('dashboard/backups/make', {
  summary: 'Starts a backup in the background. Only one runs at a time.',
  ...settings,
  input: z.object(ignored),
  output: success,
  errors: ['BACKUP_RUNNING'],
})

export const deleteBackup = call('dashboard/backups/delete', {
  summary: 'Deletes a retained backup. Only for administrators.',
  ...settings,
  input: z.object({ ...ignored, name: text(80) }),
  output: success,
  errors: ['NOT_FOUND', 'PERMISSION_MISSING'],
})
