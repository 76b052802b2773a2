import type { Tx } from '#db/connection.ts'

/** Records how much of an order's unconfirmed reported payment is owed back, minor units; 0 if nothing is owed. */
export async function setRefundDue(tx: Tx, orderId: number, amountMinor: bigint): Promise<void> {
  await tx.updateTable('orders').set({ refund_due_minor: amountMinor }).where('id', '=', orderId).execute()
}

/**
 * Reduces the amount owed back of an unconfirmed reported payment. A check constraint refuses a reduction by more than
 * is owed.
 */
export async function takeRefundDue(tx: Tx, id: number, amountMinor: bigint): Promise<void> {
  await tx
    .updateTable('orders')
    .set((eb) => ({ refund_due_minor: eb('refund_due_minor', '-', amountMinor) }))
    .where('id', '=', id)
    .execute()
}
