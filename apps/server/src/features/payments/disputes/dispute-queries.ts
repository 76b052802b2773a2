import type { ProviderName } from '@nukkad/contract/payments/providers.ts'
import type { DisputeMoney } from '@nukkad/rules/dispute.ts'
import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'
import type { PaymentDisputes, Payments } from '#db/schema.ts'
import type { DisputeNews } from '#outside/payments/provider.ts'

type NewsOfProvider = DisputeNews & { provider: ProviderName }

export type DisputedPayment = Pick<Selectable<Payments>, 'id' | 'amount_minor' | 'currency' | 'refunding_minor'> & {
  user_id: number
}

/**
 * Lists our rows of the payment that a provider names: two rows if it paid a visit and its goods, with the visit's row
 * first.
 */
export async function listDisputedPayments(
  db: Db,
  { provider, paymentId }: { provider: ProviderName; paymentId: string },
): Promise<DisputedPayment[]> {
  return db
    .selectFrom('payments')
    .innerJoin('payment_attempts as a', 'a.id', 'payments.attempt_id')
    .select(['payments.id', 'payments.amount_minor', 'payments.currency', 'refunding_minor', 'a.user_id'])
    .where('payments.provider', '=', provider)
    .where('payment_id', '=', paymentId)
    .orderBy('payments.id')
    .execute()
}

/** A stored dispute, locked until the transaction ends. */
export type KeptDispute = Pick<
  Selectable<PaymentDisputes>,
  'id' | 'amount_minor' | 'currency' | 'held_minor' | 'lost_minor' | 'times_booked'
> & { status: DisputeNews['status']; isChanged: boolean }

/**
 * Records a provider's report of a dispute. A late report does not reopen a dispute that has ended, and missing facts
 * stay unchanged.
 * @returns the state of the dispute after the report; undefined if the dispute is unknown and the report cannot open a
 *   new one
 */
export async function upsertDispute(
  tx: Tx,
  { provider, disputeId, status, isOnlyIfKnown = false, ...news }: NewsOfProvider,
  paymentRowId: bigint | null,
): Promise<KeptDispute | undefined> {
  const known = await tx
    .selectFrom('payment_disputes')
    .select('status')
    .where('provider', '=', provider)
    .where('dispute_id', '=', disputeId)
    // This lock still allows other rows to refer to the dispute, so that a delivery that shares an earlier loss does
    // not wait.
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!known && isOnlyIfKnown) return undefined
  const { rows } = await sql<Omit<KeptDispute, 'isChanged'>>`
    insert into payment_disputes as d (provider, dispute_id, payment_row_id, status, provider_status, reason, amount_minor,
                                       currency, respond_by)
    values (${provider}, ${disputeId}, ${paymentRowId}, ${status}, ${news.providerStatus ?? null}, ${news.reason ?? null},
            ${news.amountMinor ?? null}, ${news.currency ?? null}, ${news.respondBy ?? null})
    on conflict on constraint payment_disputes__dispute do update
      set payment_row_id = coalesce(excluded.payment_row_id, d.payment_row_id),
          status = case when excluded.status = 'open' then d.status else excluded.status end,
          provider_status = case when excluded.status = 'open' and d.status <> 'open' then d.provider_status
                                 else coalesce(excluded.provider_status, d.provider_status) end,
          reason = coalesce(excluded.reason, d.reason),
          amount_minor = coalesce(excluded.amount_minor, d.amount_minor),
          currency = coalesce(excluded.currency, d.currency),
          respond_by = coalesce(excluded.respond_by, d.respond_by),
          updated_at = now()
    returning id, status, amount_minor, currency, held_minor, lost_minor, times_booked`.execute(tx)
  const row = rows[0]!
  return { ...row, isChanged: row.status !== known?.status }
}

/** Stores the amounts that a dispute has moved, and increments its number of moves. */
export async function setDisputeMoney(tx: Tx, id: number, { heldMinor, lostMinor }: DisputeMoney): Promise<void> {
  await tx
    .updateTable('payment_disputes')
    .set((eb) => ({
      held_minor: heldMinor,
      lost_minor: lostMinor,
      times_booked: eb('times_booked', '+', 1),
      lost_at: sql`case when lost_minor = 0 and ${lostMinor}::bigint > 0 then now() else lost_at end`,
    }))
    .where('id', '=', id)
    .execute()
}

export type DisputeRow = Omit<Selectable<PaymentDisputes>, 'status' | 'provider'> & {
  provider: ProviderName
  status: DisputeNews['status']
  payment_id: string | null
  paid_minor: bigint | null
  paid_currency: string | null
  order_id: number | null
  unique_order_id: string | null
  customer_id: number | null
  customer_name: string | null
}

/** Lists one page of disputes, newest first. */
export async function listDisputes(
  db: Db,
  { status, page, perPage }: { status: string | undefined; page: number; perPage: number },
): Promise<{ rows: DisputeRow[]; total: number }> {
  const counted = await db
    .selectFrom('payment_disputes')
    .select((eb) => eb.fn.countAll<bigint>().as('total'))
    .$if(status !== undefined, (query) => query.where('status', '=', status!))
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('payment_disputes as d')
    .leftJoin('payments as p', 'p.id', 'd.payment_row_id')
    .leftJoin('payment_attempts as a', 'a.id', 'p.attempt_id')
    .leftJoin('users as u', 'u.id', 'a.user_id')
    .leftJoin('orders as o', (join) => join.on((eb) => eb('o.id', '=', eb.fn.coalesce('p.order_id', 'a.order_id'))))
    .select(['d.id', 'd.provider', 'd.dispute_id', 'd.payment_row_id', 'd.status', 'd.provider_status', 'd.reason'])
    .select(['d.amount_minor', 'd.currency', 'd.respond_by', 'd.created_at', 'd.updated_at'])
    .select(['p.payment_id', 'p.amount_minor as paid_minor', 'p.currency as paid_currency'])
    .select(['o.id as order_id', 'o.unique_order_id', 'u.id as customer_id', 'u.name as customer_name'])
    .$if(status !== undefined, (query) => query.where('d.status', '=', status!))
    .orderBy('d.id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  return { rows: rows as DisputeRow[], total: Number(counted.total) }
}
