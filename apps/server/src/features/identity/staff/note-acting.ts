import type { Tx } from '#db/connection.ts'
import type { CallContext } from '#http/calls.ts'
import { writeAudit } from '#platform/audit/write-audit.ts'
import { type News, tellCustomer } from './tell-customer.ts'

type Actor = Pick<
  CallContext<'login-as-customer'> | CallContext<'register-guest-user'> | CallContext<'dashboard/owners/act'>,
  'session' | 'request'
>

/** Writes down that a member of staff acts in somebody's name, and tells him; both stand or fall with what he does. */
export async function noteActing(
  tx: Tx,
  { session, request }: Actor,
  { userId, news, ...entry }: { userId: number; news: News; action: string; after?: object; reason?: string | null },
): Promise<void> {
  const object = { type: 'user', id: userId }
  await writeAudit(tx, { actorId: session.userId, actingForId: userId, object, ...entry, request })
  await tellCustomer(tx, { userId, news, url: request.origin, actorId: session.userId })
}
