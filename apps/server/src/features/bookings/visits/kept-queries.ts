import { sql } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'
import { hasOpenObjection } from '#features/ordering/cases/case-state.ts'
import type { TermsJson } from './queries.ts'

/** Finds the terms that the customer of an order accepted with its visit, and the visit's planned start. */
export async function findTermsOfOrder(
  tx: Tx,
  orderId: number,
): Promise<{ terms: TermsJson; starts_at: Date } | undefined> {
  const { rows } = await sql<{ terms: TermsJson; starts_at: Date }>`
    select terms, starts_at from visits where order_id = ${orderId}`.execute(tx)
  return rows[0]
}

const MAX_AT_ONCE = 200

/**
 * Lists kept shares whose objection time has ended, oldest first, if no dispute is open and no bank can take back the
 * payment any more. `lost_minor` is the part of the share that a bank has taken back, in minor units: what it took of the
 * payment, less what the customer's wallet has returned.
 */
export async function listDueKept(db: Db): Promise<{ order_id: number; lost_minor: bigint }[]> {
  const { rows } = await sql<{ order_id: number; lost_minor: bigint }>`
    select k.order_id,
           least(k.amount_minor, (
             select coalesce(sum(d.lost_minor - coalesce((select sum(s.lost_minor) from dispute_shares s where s.dispute_id = d.id), 0)), 0)
               from payments p join payment_disputes d on d.payment_row_id = p.id
              where p.order_id = k.order_id))::bigint as lost_minor
      from visit_kept k join orders o on o.id = k.order_id
     where k.state = 'waiting' and k.pays_at <= now() and not is_payment_unseen(o) and not is_payment_at_risk(o)
       and not ${hasOpenObjection(sql`k.order_id`)}
     order by k.pays_at limit ${MAX_AT_ONCE}`.execute(db)
  return rows
}
