import type { Tx } from '#db/connection.ts'
import type { Client } from '#http/client.ts'
import { insertAuditEntry } from './queries.ts'

export type AuditEntry = {
  /** The person who did it; null when unknown, as with failed sign-ins. */
  actorId: number | null
  /** In whose name, when it was not his own. */
  actingForId?: number | null
  /** What happened, in words: `customer acted for`. */
  action: string
  /** What it happened to. */
  object?: { type: string; id: number | string }
  before?: object
  after?: object
  reason?: string | null | undefined
  /** `ownersStaffId` is the member of staff in whose hands the session of a store owner is. */
  request: { id: string; client: Client; apiKeyId?: number | null; ownersStaffId?: number | null }
}

/**
 * Writes down what somebody did, in the transaction in which he did it: each change by staff, exports, deletions and
 * what was refused to staff. No passwords, codes or tokens (docs/reference/security.md#logs-and-audit).
 */
export async function writeAudit(tx: Tx, entry: AuditEntry): Promise<void> {
  await insertAuditEntry(tx, entry)
}
