import type { Tx } from '#db/connection.ts'

/**
 * Records how much of an order's unconfirmed reported payment the platform owes back, in minor units; 0 if it owes
 * nothing.
 */
export async function setRefundDue(tx: Tx, orderId: number, amountMinor: bigint): Promise<void> {
  await tx.updateTable('orders').set({ refund_due_minor: amountMinor }).where('id', '=', orderId).execute()
}

/**
 * Reduces the amount that the platform owes back of an unconfirmed reported payment; a check constraint refuses a
 * reduction by more than is owed.
 */
export async function takeRefundDue(tx: Tx, id: number, amountMinor: bigint): Promise<void> {
  await tx
    .updateTable('orders')
    .set((eb) => ({ refund_due_minor: eb('refund_due_minor', '-', amountMinor) }))
    .where('id', '=', id)
    .execute()
}
