import type { Tx } from '#db/connection.ts'
import { AppError } from '#http/errors.ts'
import { hasEnteredVisit } from './queries.ts'

/**
 * Refuses the deletion of an account for which a salon has entered a visit that is not over. A visit that a salon has
 * entered has no order, so the check of open orders does not find it.
 * @throws AppError ACCOUNT_HAS_ORDERS
 */
export async function requireNoVisit(tx: Tx, userId: number): Promise<void> {
  if (await hasEnteredVisit(tx, userId)) throw new AppError('ACCOUNT_HAS_ORDERS')
}
