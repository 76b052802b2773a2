import { orderStatusIds } from '@nukkad/rules/order-states.ts'
import type { Tx } from '#db/connection.ts'

/**
 * Takes one of the tries at an order's PIN, before it is compared, so that parallel guesses cannot share one
 * (docs/reference/security.md#delivery-pin). Undefined when none is left or the order is not picked up by this rider.
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
