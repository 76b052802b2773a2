import type { Permission } from '@nukkad/contract/permissions.ts'
import { inTransaction } from '#db/connection.ts'
import type { Services } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { logEvent } from '#log-events.ts'
import { type AuditEntry, writeAudit } from './write-audit.ts'

type Denial = {
  userId: number
  /** The call, table or picture that the person may not use. */
  object: { type: string; id: string }
  /** The missing permission; `owner` for a call that only a store owner may make. */
  permission: Permission | 'owner'
  request: AuditEntry['request']
}

/**
 * Refuses a person who lacks a permission, and records the refusal in the audit log and in the log (T-10).
 * @throws AppError PERMISSION_MISSING
 */
export async function denyPermission(
  { db, log }: Pick<Services, 'db' | 'log'>,
  { userId, object, permission, request }: Denial,
): Promise<never> {
  await inTransaction(db, (tx) =>
    writeAudit(tx, { actorId: userId, action: 'permission.denied', object, after: { permission }, request }),
  )
  logEvent(log, 'permission.denied', { userId, permission, object, requestId: request.id, client: request.client.key })
  throw new AppError('PERMISSION_MISSING')
}
