import type { Tx } from '#db/connection.ts'
import { setDefaultAddress } from '#features/identity/accounts/default-address.ts'
import { type AddressValues, insertAddress } from './queries.ts'

/** Adds an address with the member of staff who added it for the customer, and makes it the default. */
export async function saveDefaultAddress(
  tx: Tx,
  userId: number,
  values: AddressValues,
  actingStaffId: number | null = null,
): Promise<void> {
  const addressId = await insertAddress(tx, userId, values, actingStaffId)
  await setDefaultAddress(tx, { userId, addressId })
}
