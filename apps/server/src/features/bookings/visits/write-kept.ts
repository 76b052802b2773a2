import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'
import { usualTerms } from '#features/bookings/salon/terms.ts'

/**
 * Records what a store keeps of a deposit, in minor units. The amount waits until the customer has had time to object.
 */
export async function insertKept(
  tx: Tx,
  { orderId, amountMinor }: { orderId: number; amountMinor: bigint },
): Promise<void> {
  await sql`
    insert into visit_kept (order_id, visit_id, store_id, currency, amount_minor, pays_at)
    select o.id, v.id, o.store_id, o.currency, ${amountMinor},
           now() + make_interval(hours => coalesce(t.objection_hours, ${usualTerms.objection_hours}::int))
      from orders o join visits v on v.order_id = o.id left join booking_terms t on t.store_id = o.store_id
     where o.id = ${orderId}`.execute(tx)
}

/** Returns whether a store's share of an order's deposit is not paid or given back yet. */
export async function isKeptWaiting(tx: Tx, orderId: number): Promise<boolean> {
  const waiting = tx.selectFrom('visit_kept').select('order_id').where('order_id', '=', orderId)
  return (await waiting.where('state', '=', 'waiting').executeTakeFirst()) !== undefined
}

export type KeptRow = { order_id: number; store_id: number; currency: string; amount_minor: bigint }

/** Ends the waiting time of a kept share; returns undefined when that time is over already. */
export async function endKept(
  tx: Tx,
  orderId: number,
  state: 'paid' | 'returned' | 'lost',
): Promise<KeptRow | undefined> {
  return tx
    .updateTable('visit_kept')
    .set({ state, ended_at: sql`now()` })
    .where('order_id', '=', orderId)
    .where('state', '=', 'waiting')
    .returning(['order_id', 'store_id', 'currency', 'amount_minor'])
    .executeTakeFirst()
}
