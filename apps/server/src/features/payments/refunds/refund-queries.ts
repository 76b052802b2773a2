import type { ProviderName } from '@nukkad/contract/payments/providers.ts'
import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'
import type { Payments, Refunds } from '#db/schema.ts'
import { reserving } from '#features/payments/attempts/reserve-refund.ts'

type PaymentFacts = Pick<Selectable<Payments>, 'id' | 'currency' | 'amount_minor' | 'refunding_minor' | 'order_id'>

/** The facts of a captured payment that a refund needs; amounts in minor units. */
export type PaymentToGiveBack = PaymentFacts & {
  provider: ProviderName
  use: 'order' | 'top_up' | 'surplus' | 'mismatch'
  user_id: number
  /** The part of the payment that still waits for a refund, because it paid for nothing or because a refund failed. */
  due_minor: bigint
  /** Whether the payer's bank has taken the money, or may take it in an open dispute. */
  is_disputed: boolean
}

/** Finds a payment by its row id, or the payment that paid this order. */
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

/**
 * Locks a payment until the transaction ends, so that its refunds run one after the other. The calling function must
 * have locked the order of the payment.
 */
export async function lockPaymentRow(tx: Tx, id: bigint): Promise<PaymentToGiveBack> {
  await tx.selectFrom('payments').select('id').where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
  // The payment is read in a second statement: a statement that has waited for a lock does not see refunds that were
  // committed while it waited.
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

export type RefundReason = 'late' | 'second' | 'mismatch' | 'requested'

export type NewRefund = {
  paymentRowId: bigint
  amountMinor: bigint
  reason: RefundReason
  actingStaffId?: number | null
  /**
   * The destination of the refund: a refund into the wallet is done immediately, and a refund to the provider must be
   * requested from the provider.
   */
  destination?: 'provider' | 'wallet'
  /** Whether the amount is already in the account of refunds due, as the amount of a surplus payment is. */
  isFunded?: boolean
}

/** Reserves an amount of a payment for a refund; returns undefined if less than this amount is left. */
export async function insertRefund(tx: Tx, refund: NewRefund): Promise<{ id: bigint } | undefined> {
  const { paymentRowId, amountMinor, reason, actingStaffId = null } = refund
  const { destination = 'provider', isFunded = false } = refund
  const { rows } = await sql<{ id: bigint }>`
    with reserved as (
      ${reserving({ payment_row_id: paymentRowId, amount_minor: amountMinor })} returning id
    )
    insert into refunds (payment_row_id, amount_minor, reason, acting_staff_id, destination, is_funded, status)
    select id, ${amountMinor}, ${reason}, ${actingStaffId}, ${destination}, ${isFunded},
           ${destination === 'wallet' ? 'done' : 'pending'}
      from reserved
    returning id`.execute(tx)
  return rows[0]
}

/** A refund with all that its provider needs. */
export type RefundRow = Pick<
  Selectable<Refunds>,
  'id' | 'amount_minor' | 'status' | 'provider_refund_id' | 'tries' | 'reason'
> &
  Pick<Selectable<Payments>, 'payment_id' | 'currency' | 'use'> & {
    payment_row_id: bigint
    provider: ProviderName
    /** The whole amount that the provider captured with this payment, including the part for a second order. */
    captured_minor: bigint
    reference: string
    provider_ref: string | null
    attempt_amount_minor: bigint
    payer_phone: string
  }

/**
 * Finds a refund with its payment and its payer's phone, amounts in minor units; `lock` locks the refund until the
 * transaction ends.
 */
export async function findRefund(db: Db, id: bigint, { lock = false } = {}): Promise<RefundRow | undefined> {
  const { rows } = await sql<RefundRow>`
    select r.id, r.payment_row_id, r.amount_minor, r.status, r.provider_refund_id, r.tries, r.reason,
           p.provider, p.payment_id, p.currency, p.use,
           (select sum(w.amount_minor)::bigint from payments w where w.provider = p.provider and w.payment_id = p.payment_id) as captured_minor,
           a.reference, a.provider_ref, a.amount_minor as attempt_amount_minor, coalesce(u.phone, '') as payer_phone
      from refunds r
      join payments p on p.id = r.payment_row_id
      join payment_attempts a on a.id = p.attempt_id
      join users u on u.id = a.user_id
     where r.id = ${id} ${lock ? sql`for update of r` : sql``}`.execute(db)
  return rows[0]
}

/** Records a try of a refund before the provider is called; returns false when the refund is over. */
export async function countTry(tx: Tx, id: bigint): Promise<boolean> {
  const counted = await tx
    .updateTable('refunds')
    .set({ tries: sql`tries + 1`, updated_at: sql`now()` })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  return counted.numUpdatedRows === 1n
}

/** Finds a refund by the provider's id, or by our id if the provider repeats it. */
export async function findRefundByProviderId(
  db: Db,
  { provider, refundId, ownId }: { provider: ProviderName; refundId: string; ownId: bigint | null },
): Promise<{ id: bigint } | undefined> {
  return db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_row_id')
    .select('refunds.id')
    .where('payments.provider', '=', provider)
    .where(({ eb, or }) =>
      or([eb('provider_refund_id', '=', refundId), ...(ownId === null ? [] : [eb('refunds.id', '=', ownId)])]),
    )
    .executeTakeFirst()
}

/** Sets the status of a refund, and keeps the provider's id of the refund even if a later answer lacks it. */
export async function setRefund(
  tx: Tx,
  id: bigint,
  { status, providerRefundId }: { status: 'pending' | 'done' | 'failed'; providerRefundId: string | null },
): Promise<void> {
  await sql`
    update refunds set status = ${status}, provider_refund_id = coalesce(${providerRefundId}::text, provider_refund_id),
           updated_at = now()
     where id = ${id}`.execute(tx)
}
