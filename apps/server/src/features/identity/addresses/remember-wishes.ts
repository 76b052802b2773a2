import type { Tx } from '#db/connection.ts'
import { type AddressRow, updateWishes } from './queries.ts'

/** Stores the delivery instructions of an order with its address, as the suggestion for the next order. */
export async function rememberWishes(
  tx: Tx,
  addressId: number,
  wishes: Pick<AddressRow, 'delivery_instructions' | 'delivery_note'>,
): Promise<void> {
  await updateWishes(tx, addressId, wishes)
}
