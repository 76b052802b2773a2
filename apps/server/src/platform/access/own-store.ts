import type { Db } from '#db/connection.ts'
import { AppError } from '#http/errors.ts'
import type { Session } from '#http/session.ts'

/**
 * Refuses a store that is not the owner's, with the same refusal for another owner's store and for a store that does
 * not exist. Staff and API keys with the permission of the call may use every store.
 * @throws AppError ORDER_NOT_YOURS, NOT_FOUND
 */
export async function requireOwnStore(db: Db, { stores }: Pick<Session, 'stores'>, storeId: number): Promise<void> {
  if (stores === 'all') {
    if (!(await hasStore(db, storeId))) throw new AppError('NOT_FOUND')
  } else if (!stores.includes(storeId)) throw new AppError('ORDER_NOT_YOURS', { message: 'Unauthorized' })
}

/**
 * Returns whether a session may see and decide matters of a store's owner: the owner and staff may, employees may not.
 */
export function isOwnerOf({ work }: Pick<Session, 'work'>, storeId: number): boolean {
  return !work || work.owned.includes(storeId)
}

async function hasStore(db: Db, storeId: number): Promise<boolean> {
  const row = await db.selectFrom('stores').select('id').where('id', '=', storeId).executeTakeFirst()
  return row !== undefined
}
