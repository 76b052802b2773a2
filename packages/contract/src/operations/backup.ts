import { z } from 'zod'
import { call } from '../call.ts'
import { ignored, success, text } from '../wire.ts'

const settings = { auth: 'staff', permission: 'settings_manage' } as const

const cause = z.enum(['planned', 'made'])

export const listBackups = call('dashboard/backups', {
  summary: 'The backups that are kept, the newest first, how the last one went, and the plan.',
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
    /** How many planned ones are kept. */
    keeps: z.int(),
    /** A backup holds everything there is of everybody: only administrators take one out, or away. */
    may_take: z.boolean(),
  }),
  errors: [],
})

export const makeBackup = call('dashboard/backups/make', {
  summary: 'Has a backup made now, in the background; one at a time.',
  ...settings,
  input: z.object(ignored),
  output: success,
  errors: ['BACKUP_RUNNING'],
})

export const deleteBackup = call('dashboard/backups/delete', {
  summary: 'Deletes a backup that is kept; for administrators.',
  ...settings,
  input: z.object({ ...ignored, name: text(80) }),
  output: success,
  errors: ['NOT_FOUND', 'PERMISSION_MISSING'],
})
