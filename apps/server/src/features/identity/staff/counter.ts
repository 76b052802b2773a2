import { inTransaction } from '#db/connection.ts'
import type { CallContext } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { takeFromLimit } from '#http/limits.ts'
import { ACTING_MINUTES, requireOwnHand, type Session } from '#http/session.ts'
import { writeAudit } from '#platform/audit/write-audit.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { isCallerOf, LOOKED, searchCallers, searchCustomers } from './queries.ts'

/**
 * Maximum number of searches of one store owner in an hour. Without this limit, an owner could try one phone number
 * after the other.
 */
const SEARCHES_PER_HOUR = 60

/**
 * Checks that the person may order for callers. Staff with the permission may order for any caller. Store owners may
 * order where the shop allows it, in their own session, for callers of their own stores.
 * @throws AppError PERMISSION_MISSING
 */
export function requireCounter(session: Session, settings: Settings): void {
  if (session.audience !== 'store-owner') return
  requireOwnHand(session)
  if (!settings.isOn('allowStoreOwnersPlaceLoginOrders')) throw new AppError('PERMISSION_MISSING')
}

/** Finds the customers that match a search, and records the search and its results in the audit log. */
export async function findForCounter({ input, session, db, request }: CallContext<'find-customers'>) {
  const { userId, stores } = session
  if (stores !== 'all')
    await takeFromLimit(db, { key: `find-callers:${userId}`, most: SEARCHES_PER_HOUR, windowSeconds: 3600 })
  const { query } = input
  const found = stores === 'all' ? await searchCustomers(db, query) : await searchCallers(db, { query, stores })
  await inTransaction(db, (tx) =>
    writeAudit(tx, { actorId: userId, action: LOOKED, after: { found: found.map(({ id }) => id) }, request }),
  )
  return found
}

/** Refuses store owners an account that they neither found in a search nor registered. */
export async function requireCaller(
  { db, session }: Pick<CallContext<'login-as-customer'>, 'db' | 'session'>,
  userId: number,
) {
  if (session.stores === 'all') return
  const isKnown = await isCallerOf(db, { ownerId: session.userId, userId, minutes: ACTING_MINUTES })
  if (!isKnown) throw new AppError('NOT_FOUND')
}
