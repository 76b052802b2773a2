import { AppError } from '#http/errors.ts'
import type { Session } from '#http/session.ts'

/**
 * A store that is not the caller's and one that does not exist get the same refusal; staff reach every store, with the
 * permission that the call names.
 * @throws AppError ORDER_NOT_YOURS
 */
export function requireOwnStore({ stores }: Pick<Session, 'stores'>, storeId: number): void {
  if (stores !== 'all' && !stores.includes(storeId)) throw new AppError('ORDER_NOT_YOURS', { message: 'Unauthorized' })
}
