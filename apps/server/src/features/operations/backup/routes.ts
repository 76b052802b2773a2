import { routes } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import type { Session } from '#http/session.ts'
import { findKept, listKept } from './kept.ts'
import { beginBackup, planOf } from './make-backup.ts'
import { findLastRun } from './queries.ts'

export const backupRoutes = routes({
  'dashboard/backups': async ({ db, outside, settings, session }) => {
    const run = await findLastRun(db)
    return {
      success: true,
      backups: (await listKept(outside.backups)).map(({ name, cause, bytes, madeAt }) => ({
        name,
        cause,
        bytes,
        made_at: madeAt.toISOString(),
      })),
      last_run: run
        ? { cause: run.cause, status: run.status, fault: run.fault, created_at: run.created_at.toISOString() }
        : null,
      ...planOf({ settings }),
      may_take: mayTake(session),
    }
  },

  'dashboard/backups/make': {
    write: async ({ tx, session, audit }) => {
      const isBegun = await beginBackup(tx, { cause: 'made', askedBy: session.userId })
      if (!isBegun) throw new AppError('BACKUP_RUNNING')
      await audit('backup.requested')
      return { success: true }
    },
  },

  'dashboard/backups/delete': {
    check: async ({ input, outside, session }) => {
      if (!mayTake(session)) throw new AppError('PERMISSION_MISSING')
      if (!(await findKept(outside.backups, input.name))) throw new AppError('NOT_FOUND')
    },
    write: async ({ input, audit }) => {
      await audit('backup.deleted', { object: { type: 'backup', id: input.name } })
      return { success: true }
    },
    afterwards: ({ input, outside }) => outside.backups.remove(input.name),
  },
})

/**
 * Returns whether a session may download backups. A backup holds everyone's data, so only administrators may download
 * one, and no single permission allows it.
 */
export function mayTake({ isAdmin, apiKeyId }: Pick<Session, 'isAdmin' | 'apiKeyId'>): boolean {
  return isAdmin && apiKeyId === null
}
