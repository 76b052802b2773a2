import type { Tx } from '#db/connection.ts'
import { setDefaultAddress } from '#features/identity/accounts/default-address.ts'
import { type AddressValues, insertAddress } from './queries.ts'

/** Adds an address and makes it its owner's default; notes which member of staff did it for the customer. */
export async function saveDefaultAddress(
  tx: Tx,
  userId: number,
  values: AddressValues,
  actingStaffId: number | null = null,
): Promise<void> {
  const addressId = await insertAddress(tx, userId, values, actingStaffId)
  await setDefaultAddress(tx, { userId, addressId })
}
