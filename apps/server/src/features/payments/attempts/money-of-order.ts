import { type Selectable, sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import type { Payments, Refunds } from '#db/schema.ts'

export type PaymentOfOrder = Pick<
  Selectable<Payments>,
  'id' | 'provider' | 'payment_id' | 'use' | 'amount_minor' | 'refunding_minor' | 'captured_at'
>

/**
 * Returns whether a payment belongs to this order: it paid the order, or it should have paid it. An attempt that pays a
 * visit and its delivered goods belongs to the visit's order.
 */
const isOfOrder = (orderId: number) => sql<boolean>`
  payment_attempts.order_id in (select unnest(array[id, visit_order_id]) from orders where id = ${orderId})
  and coalesce(payments.order_id, payment_attempts.order_id) = ${orderId}`

/** Lists the payments that providers captured for an order, surplus payments included. */
export async function listPaymentsOf(db: Db, orderId: number): Promise<PaymentOfOrder[]> {
  return db
    .selectFrom('payments')
    .innerJoin('payment_attempts', 'payment_attempts.id', 'payments.attempt_id')
    .select(['payments.id', 'payments.provider', 'payment_id', 'use', 'payments.amount_minor', 'refunding_minor'])
    .select('captured_at')
    .where(isOfOrder(orderId))
    .orderBy('payments.id')
    .execute()
}

export type RefundOfOrder = Pick<
  Selectable<Refunds>,
  'id' | 'amount_minor' | 'destination' | 'status' | 'reason' | 'created_at'
>

/** Lists the refunds of an order's payments, including pending ones. */
export async function listRefundsOf(db: Db, orderId: number): Promise<RefundOfOrder[]> {
  return db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_row_id')
    .innerJoin('payment_attempts', 'payment_attempts.id', 'payments.attempt_id')
    .select(['refunds.id', 'refunds.amount_minor', 'destination', 'refunds.status', 'reason', 'refunds.created_at'])
    .where(isOfOrder(orderId))
    .orderBy('refunds.id')
    .execute()
}
