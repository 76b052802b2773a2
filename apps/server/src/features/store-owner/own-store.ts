import type { Db } from '#db/connection.ts'
import { AppError } from '#http/errors.ts'
import { ownsStore } from './queries.ts'

/**
 * A store that is not the caller's and one that does not exist get the same refusal.
 * @throws AppError ORDER_NOT_YOURS
 */
export async function requireOwnStore(db: Db, own: { ownerId: number; storeId: number }): Promise<void> {
  if (await ownsStore(db, { userId: own.ownerId, storeId: own.storeId })) return
  throw new AppError('ORDER_NOT_YOURS', { message: 'Unauthorized' })
}
