import type { Tx } from '#db/connection.ts'
import { clearDefaultAddress } from '#features/identity/accounts/default-address.ts'
import { retireAddress, retireUnprovedAddresses } from './queries.ts'

/**
 * Takes an own address out of use, and out of its place as the default; past orders keep their own copy.
 * @returns whether there was such an address
 */
export async function forgetAddress(
  tx: Tx,
  { userId, addressId }: { userId: number; addressId: number },
): Promise<boolean> {
  const isForgotten = await retireAddress(tx, userId, addressId)
  if (isForgotten) await clearDefaultAddress(tx, { userId, addressIds: [addressId] })
  return isForgotten
}

/** Does the same with every address that no member of staff saved for the customer. */
export async function forgetUnprovedAddresses(tx: Tx, userId: number): Promise<void> {
  const addressIds = await retireUnprovedAddresses(tx, userId)
  await clearDefaultAddress(tx, { userId, addressIds })
}

/** Deletes all addresses of a customer who leaves. */
export async function forgetAllAddresses(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('addresses').where('user_id', '=', userId).execute()
}
