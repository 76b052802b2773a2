import { orderStatusIds } from '@nukkad/rules/order-states.ts'
import type { Tx } from '#db/connection.ts'

/**
 * Counts one try at an order's PIN before the PIN is compared, so that of parallel guesses each needs a try of its own
 * (docs/reference/security.md#delivery-pin); returns undefined when no try is left, or when this rider has not picked
 * up the order.
 */
export async function takePinTry(
  tx: Tx,
  { riderId, orderId, most }: { riderId: number; orderId: number; most: number },
): Promise<{ delivery_pin: string } | undefined> {
  return tx
    .updateTable('orders')
    .set((eb) => ({ pin_attempts: eb('pin_attempts', '+', 1) }))
    .where('id', '=', orderId)
    .where('rider_id', '=', riderId)
    .where('status', '=', orderStatusIds.picked_up)
    .where('pin_attempts', '<', most)
    .returning('delivery_pin')
    .executeTakeFirst()
}
