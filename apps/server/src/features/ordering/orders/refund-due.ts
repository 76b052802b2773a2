import type { Tx } from '#db/connection.ts'

/** Records that so much of an order's payment that only staff have seen is owed back, minor units; 0 when it is no more. */
export async function setRefundDue(tx: Tx, orderId: number, amountMinor: bigint): Promise<void> {
  await tx.updateTable('orders').set({ refund_due_minor: amountMinor }).where('id', '=', orderId).execute()
}

/** Takes from what is owed back of a payment that only staff have seen; a check of the table refuses more than there is. */
export async function takeRefundDue(tx: Tx, id: number, amountMinor: bigint): Promise<void> {
  await tx
    .updateTable('orders')
    .set((eb) => ({ refund_due_minor: eb('refund_due_minor', '-', amountMinor) }))
    .where('id', '=', id)
    .execute()
}
