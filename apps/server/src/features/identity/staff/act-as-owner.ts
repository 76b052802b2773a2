import { inTransaction } from '#db/connection.ts'
import { noteSignIn } from '#features/identity/sign-ins/begin-session.ts'
import type { CallContext } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { actAsOwner, stopActingAsOwner } from '#http/session.ts'
import { logEvent } from '#log-events.ts'
import { writeAudit } from '#platform/audit/write-audit.ts'
import { noteActing } from './note-acting.ts'
import { lockPlainOwner } from './queries.ts'

/**
 * Gives the session of a member of staff a store owner's rights for half an hour, limited to the owner's stores. Audit
 * entries of that half hour name the member of staff (docs/decisions/0031).
 * @throws AppError NOT_FOUND for anyone who is no store owner, is banned, or works for the shop
 */
export async function beginActingAsOwner(context: CallContext<'dashboard/owners/act'>): Promise<void> {
  const { db, session, request, log } = context
  const { id: ownerId, reason } = context.input
  await inTransaction(db, async (tx) => {
    if (!(await lockPlainOwner(tx, ownerId))) throw new AppError('NOT_FOUND')
    await actAsOwner(tx, { sessionId: session.id, ownerId })
    const entry = { audience: 'store-owner', way: 'staff', actingStaffId: session.userId } as const
    await noteSignIn(tx, { userId: ownerId, ...entry, request })
    await noteActing(tx, context, { userId: ownerId, news: 'owner', action: 'owner_session.started', reason })
  })
  logEvent(log, 'owner_session.started', { userId: ownerId, actingStaffId: session.userId })
}

/** Ends acting as an owner early; changes nothing if the session acts for no one. */
export async function endActingAsOwner({
  db,
  session,
  request,
}: CallContext<'dashboard/owners/stop-acting'>): Promise<void> {
  if (session.audience !== 'store-owner' || session.actingStaffId === null) return
  await inTransaction(db, async (tx) => {
    await stopActingAsOwner(tx, session.id)
    const object = { type: 'user', id: session.userId }
    await writeAudit(tx, { actorId: session.userId, action: 'owner_session.ended', object, request })
  })
}
