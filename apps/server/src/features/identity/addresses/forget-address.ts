import type { Tx } from '#db/connection.ts'
import { deleteAddress } from './queries.ts'

/** Takes an address off somebody's list for him; false when it is not on it. */
export async function forgetAddress(
  tx: Tx,
  { userId, addressId }: { userId: number; addressId: number },
): Promise<boolean> {
  return deleteAddress(tx, userId, addressId)
}
