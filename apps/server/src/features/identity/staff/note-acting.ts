import type { AuditAction } from '@nukkad/contract/audit-actions.ts'
import type { Tx } from '#db/connection.ts'
import type { CallContext } from '#http/calls.ts'
import { writeAudit } from '#platform/audit/write-audit.ts'
import { type News, tellCustomer } from './tell-customer.ts'

type Actor = Pick<
  CallContext<'login-as-customer'> | CallContext<'register-guest-user'> | CallContext<'dashboard/owners/act'>,
  'session' | 'request'
>

/**
 * Records in the audit log that a member of staff acts in another person's name, and notifies that person, in the same
 * transaction.
 */
export async function noteActing(
  tx: Tx,
  { session, request }: Actor,
  {
    userId,
    news,
    ...entry
  }: { userId: number; news: News; action: AuditAction; after?: object; reason?: string | null },
): Promise<void> {
  const object = { type: 'user', id: userId }
  await writeAudit(tx, { actorId: session.userId, actingForId: userId, object, ...entry, request })
  await tellCustomer(tx, { userId, news, url: request.origin, actorId: session.userId })
}
