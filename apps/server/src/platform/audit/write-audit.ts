import type { AuditAction } from '@nukkad/contract/audit-actions.ts'
import type { Tx } from '#db/connection.ts'
import type { Client } from '#http/client.ts'
import { insertAuditEntry } from './queries.ts'

export type AuditEntry = {
  /** The person who acted; null if the person is unknown, for example for failed sign-ins. */
  actorId: number | null
  /** The person in whose name the actor acted; missing if the actor acted in their own name. */
  actingForId?: number | null
  action: AuditAction
  /** The object of the action. */
  object?: { type: string; id: number | string }
  before?: object | undefined
  after?: object | undefined
  reason?: string | null | undefined
  /** `ownersStaffId` is the member of staff who acts as a store owner. */
  request: { id: string; client: Client; apiKeyId?: number | null; ownersStaffId?: number | null }
}

/**
 * Records an action in the transaction in which it happens: each change by staff, exports, deletions, and calls refused
 * to staff. An entry must not contain passwords, codes or tokens (docs/reference/security.md#logs-and-audit).
 */
export async function writeAudit(tx: Tx, entry: AuditEntry): Promise<void> {
  await insertAuditEntry(tx, entry)
}
