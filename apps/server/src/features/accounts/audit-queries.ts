import type { Tx } from '#db/connection.ts'

/** Writes down what a customer did with his own account: who, what, from where (security document §15). */
export async function insertAudit(
  tx: Tx,
  { userId, action, request }: { userId: number; action: string; request: { id: string; ip: string } },
): Promise<void> {
  await tx
    .insertInto('audit_entries')
    .values({
      actor_id: userId,
      action,
      object_type: 'user',
      object_id: String(userId),
      address: request.ip,
      request_id: request.id,
    })
    .execute()
}
