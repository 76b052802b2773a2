import { inTransaction } from '#db/connection.ts'
import { routes } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import type { Session } from '#http/session.ts'
import { writeAudit } from '#platform/audit/write-audit.ts'
import { findKept, listKept, removeKept } from './kept.ts'
import { beginBackup, planOf } from './make-backup.ts'
import { findLastRun } from './queries.ts'

export const backupRoutes = routes({
  'dashboard/backups': async ({ db, config, settings, session }) => {
    const run = await findLastRun(db)
    return {
      success: true,
      backups: (await listKept(config)).map(({ name, cause, bytes, madeAt }) => ({
        ...{ name, cause, bytes },
        made_at: madeAt.toISOString(),
      })),
      last_run: run
        ? { cause: run.cause, status: run.status, fault: run.fault, created_at: run.created_at.toISOString() }
        : null,
      ...planOf({ settings }),
      may_take: mayTake(session),
    }
  },

  'dashboard/backups/make': async ({ db, session, request }) => {
    await inTransaction(db, async (tx) => {
      const isBegun = await beginBackup(tx, { cause: 'made', askedBy: session.userId })
      if (!isBegun) throw new AppError('BACKUP_RUNNING')
      await writeAudit(tx, { actorId: session.userId, action: 'backup.requested', request })
    })
    return { success: true }
  },

  'dashboard/backups/delete': async ({ input, db, config, session, request }) => {
    if (!mayTake(session)) throw new AppError('PERMISSION_MISSING')
    const kept = await findKept(config, input.name)
    if (!kept) throw new AppError('NOT_FOUND')
    await inTransaction(db, (tx) =>
      writeAudit(tx, {
        actorId: session.userId,
        action: 'backup.deleted',
        object: { type: 'backup', id: kept.name },
        request,
      }),
    )
    await removeKept(config, kept.name)
    return { success: true }
  },
})

/**
 * Returns whether a session may take a backup out. A backup holds everyone's data, so no single permission opens it.
 */
export function mayTake({ isAdmin, apiKeyId }: Pick<Session, 'isAdmin' | 'apiKeyId'>): boolean {
  return isAdmin && apiKeyId === null
}
