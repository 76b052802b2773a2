import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'
import { isKeptWaiting } from '#features/bookings/visits/write-kept.ts'

type PaymentSight = {
  status: number
  payment_confirmed_by: number | null
  is_unseen: boolean
  /** Whether a salon waits for its share of the payment, although the order was cancelled. */
  has_waiting_share: boolean
}

/** Locks an order until the transaction ends, and reads the facts about its payment. */
export async function lockPaymentSight(tx: Tx, orderId: number): Promise<PaymentSight> {
  const order = await tx
    .selectFrom('orders')
    .select(['status', 'payment_confirmed_by', sql<boolean>`is_payment_unseen(orders)`.as('is_unseen')])
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return { ...order, has_waiting_share: await isKeptWaiting(tx, orderId) }
}

/**
 * Records once who confirmed an order's payment; a trigger of the table refuses a person who reported or approved the
 * payment.
 */
export async function setPaymentConfirmed(tx: Tx, orderId: number, staffId: number): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ payment_confirmed_at: sql`now()`, payment_confirmed_by: staffId, updated_at: sql`now()` })
    .where('id', '=', orderId)
    .execute()
}
