import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'
import type { Payments } from '#db/schema.ts'
import type { ProviderName } from '#outside/payments/provider.ts'

type PaymentFacts = Pick<Selectable<Payments>, 'id' | 'currency' | 'amount_minor' | 'refunding_minor' | 'order_id'>

/** A captured sum as far as giving it back is concerned; amounts in minor units. */
export type PaymentToGiveBack = PaymentFacts & {
  provider: ProviderName
  use: 'order' | 'top_up' | 'surplus' | 'mismatch'
  user_id: number
  /** What of it waits on our side to go back: it paid nothing, or a refund of it failed. */
  due_minor: bigint
  /** The payer's bank has it, or is about to take it. */
  is_disputed: boolean
}

/** The payment of this row, or the one that paid this order. */
export async function findPaymentRow(
  db: Db,
  named: { id: bigint } | { orderId: number },
): Promise<{ id: bigint; order_id: number | null } | undefined> {
  return db
    .selectFrom('payments')
    .select(['id', 'order_id'])
    .where(({ eb }) => ('id' in named ? eb('id', '=', named.id) : eb('order_id', '=', named.orderId)))
    .executeTakeFirst()
}

/** Holds a payment until the transaction ends, so that refunds of it take turns. Lock its order before it. */
export async function lockPaymentRow(tx: Tx, id: bigint): Promise<PaymentToGiveBack> {
  await tx.selectFrom('payments').select('id').where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
  // Only a statement that begins after the wait sees what was given back meanwhile.
  const { rows } = await sql<PaymentToGiveBack>`
    select p.id, p.provider, p.use, p.currency, p.amount_minor, p.refunding_minor, p.order_id, a.user_id,
           (case when p.use in ('surplus', 'mismatch') then p.amount_minor else 0 end
            + coalesce(r.funded, 0) - coalesce(r.given, 0))::bigint as due_minor,
           exists (select from payment_disputes d where d.payment_row_id = p.id and d.status <> 'won') as is_disputed
      from payments p join payment_attempts a on a.id = p.attempt_id
      left join lateral (select sum(amount_minor) filter (where is_funded) as funded,
                                sum(amount_minor) filter (where status <> 'failed') as given
                           from refunds where payment_row_id = p.id) as r on true
     where p.id = ${id}`.execute(tx)
  return rows[0]!
}
