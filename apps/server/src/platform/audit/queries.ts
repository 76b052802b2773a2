import type { Tx } from '#db/connection.ts'
import type { AuditEntry } from './write-audit.ts'

/** Adds one entry to the audit log, whose entries never change (docs/reference/security.md#logs-and-audit). */
export async function insertAuditEntry(tx: Tx, entry: AuditEntry): Promise<void> {
  const { actorId, actingForId, action, object, before, after, reason, request } = entry
  const staffId = request.ownersStaffId ?? null
  await tx
    .insertInto('audit_entries')
    .values({
      actor_id: staffId ?? actorId,
      acting_for_id: staffId === null ? (actingForId ?? null) : actorId,
      action,
      object_type: object?.type ?? null,
      object_id: object ? String(object.id) : null,
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
      reason: reason ?? null,
      address: request.client.address,
      request_id: request.id,
      api_key_id: request.apiKeyId ?? null,
    })
    .execute()
}
