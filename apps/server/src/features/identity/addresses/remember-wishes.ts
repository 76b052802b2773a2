import type { Tx } from '#db/connection.ts'
import { type AddressRow, updateWishes } from './queries.ts'

/** Remembers the wishes of an order for the address that it goes to. */
export async function rememberWishes(
  tx: Tx,
  addressId: number,
  wishes: Pick<AddressRow, 'delivery_instructions' | 'delivery_note'>,
): Promise<void> {
  await updateWishes(tx, addressId, wishes)
}
