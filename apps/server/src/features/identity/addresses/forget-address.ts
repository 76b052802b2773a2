import type { Tx } from '#db/connection.ts'
import { clearDefaultAddress } from '#features/identity/accounts/default-address.ts'
import { retireAddress, retireUnprovedAddresses } from './queries.ts'

/**
 * Retires one of the customer's addresses and clears it as the default. Past orders keep a copy of the address.
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

/**
 * Retires every address that no member of staff saved for the customer, and clears the default address if it is one of
 * the retired ones.
 */
export async function forgetUnprovedAddresses(tx: Tx, userId: number): Promise<void> {
  const addressIds = await retireUnprovedAddresses(tx, userId)
  await clearDefaultAddress(tx, { userId, addressIds })
}

/** Deletes all addresses of a customer whose account is deleted. */
export async function forgetAllAddresses(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('addresses').where('user_id', '=', userId).execute()
}
