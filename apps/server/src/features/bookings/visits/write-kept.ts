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

/**
 * Ends the waiting time of a kept share of which a bank has taken a part back: the store gets the rest, which is then the
 * amount of the share. If nothing is left, the share is lost.
 * @returns the share, and the amount that the store gets; undefined when the waiting time is over already
 */
export async function endKept(
  tx: Tx,
  orderId: number,
  lostMinor: bigint,
): Promise<(KeptRow & { paidMinor: bigint }) | undefined> {
  const { rows } = await sql<KeptRow & { state: string }>`
    update visit_kept set state = case when amount_minor > ${lostMinor}::bigint then 'paid' else 'lost' end, ended_at = now(),
                          amount_minor = case when amount_minor > ${lostMinor}::bigint then amount_minor - ${lostMinor}::bigint else amount_minor end
     where order_id = ${orderId} and state = 'waiting'
    returning order_id, store_id, currency, amount_minor, state`.execute(tx)
  const [kept] = rows
  return kept && { ...kept, paidMinor: kept.state === 'paid' ? kept.amount_minor : 0n }
}

export type KeptRow = { order_id: number; store_id: number; currency: string; amount_minor: bigint }

/** Ends the waiting time of a kept share that goes back to its customer; undefined when that time is over already. */
export async function returnKept(tx: Tx, orderId: number): Promise<KeptRow | undefined> {
  return tx
    .updateTable('visit_kept')
    .set({ state: 'returned', ended_at: sql`now()` })
    .where('order_id', '=', orderId)
    .where('state', '=', 'waiting')
    .returning(['order_id', 'store_id', 'currency', 'amount_minor'])
    .executeTakeFirst()
}
