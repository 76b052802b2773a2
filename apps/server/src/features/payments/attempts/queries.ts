import type { ProviderName } from '@nukkad/contract/payments/providers.ts'
import { sql } from 'kysely'
import { orderStatusIdsOf } from '#db/codes.ts'
import type { Db, Tx } from '#db/connection.ts'
import type { AttemptRow } from './attempt-queries.ts'

export type SellingStore = {
  delivery_type: number
  currency: string
  created_at: Date
  updated_at: Date
  /** The gateways that the store chose, in no particular order; empty if the store accepts all. */
  chosen_gateways: string[]
}

/** Finds a store that may sell; undefined for a store that is unknown or was never accepted. */
export async function findSellingStore(db: Db, id: number): Promise<SellingStore | undefined> {
  return db
    .selectFrom('stores as s')
    .select(['delivery_type', 'currency', 'created_at', 'updated_at'])
    .select(chosenGateways.as('chosen_gateways'))
    .where('id', '=', id)
    .where('is_accepted', '=', true)
    .executeTakeFirst()
}

/** SQL for the chosen gateways of store `s`. */
const chosenGateways = sql<string[]>`
  (select coalesce(array_agg(g.gateway), '{}') from store_payment_gateways g where g.store_id = s.id)`

/** The facts of an order that a payment needs. */
export type PayableOrder = {
  id: number
  unique_order_id: string
  user_id: number
  status: number
  payment_mode: string
  /**
   * The amount that a payment must have: the amount of the order, plus the amount of the goods that share the payment.
   */
  payable_minor: bigint
  own_payable_minor: bigint
  /** The goods of a visit that the same payment pays; amounts in JSON are numbers. */
  goods: { id: number; unique_order_id: string; payable_minor: number } | null
  currency: string
  released_at: Date | null
  /** Whether staff reported that the order was paid, and no provider has confirmed the payment yet. */
  is_approved_unseen: boolean
  /** The part of the reported payment that the platform owes to its payer, in minor units. */
  refund_due_minor: bigint
  scheduled_for: Date | null
  auto_acceptable: boolean
  /** The gateways that the store chose; empty if the store accepts all gateways. */
  chosen_gateways: string[]
  /** The end of the time in which the customer can pay the order. */
  pay_until: Date
  now: Date
}

/**
 * Finds an order to be paid, and locks it if a transaction will change its state. For goods that share the payment of a
 * visit, finds the visit's order, because one payment pays both.
 */
export async function findPayableOrder(
  db: Db,
  id: number,
  { windowMinutes, lock = false }: { windowMinutes: number; lock?: boolean },
): Promise<PayableOrder | undefined> {
  const { rows } = await sql<PayableOrder>`
    select o.id, o.unique_order_id, o.user_id, o.status, o.payment_mode, o.payable_minor + coalesce(g.payable_minor, 0) as payable_minor, o.payable_minor as own_payable_minor,
           case when g.id is not null then json_build_object('id', g.id, 'unique_order_id', g.unique_order_id, 'payable_minor', g.payable_minor) end as goods,
           o.currency, o.released_at, o.refund_due_minor,
           o.payment_approved_at is not null
             and not exists (select from payments p where p.order_id = o.id and p.use = 'order') as is_approved_unseen,
           o.scheduled_for, s.auto_acceptable, ${chosenGateways} as chosen_gateways, o.placed_at + make_interval(mins => ${windowMinutes}::int) as pay_until, now() as now
      from orders o join stores s on s.id = o.store_id left join orders g on g.visit_order_id = o.id and g.shares_payment
     where o.id = (select case when n.shares_payment then n.visit_order_id else n.id end from orders n where n.id = ${id}) ${lock ? sql`for update of o` : sql``}`.execute(
    db,
  )
  return rows[0]
}

/** Finds the newest order of a customer that awaits its payment by this method. */
export async function findNewestUnpaidOrder(db: Db, userId: number, method: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('orders')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', 'in', orderStatusIdsOf('awaiting_payment', 'payment_failed'))
    .where('released_at', 'is', null)
    .where('payment_mode', '=', method)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row?.id
}

/**
 * Returns the public number of an order.
 * @throws NoResultError for an unknown order; the id comes from a row that refers to the order
 */
export async function findOrderNumber(db: Db, id: number): Promise<string> {
  const row = await db.selectFrom('orders').select('unique_order_id').where('id', '=', id).executeTakeFirstOrThrow()
  return row.unique_order_id
}

/** Finds the facts about a payer that a provider needs, such as the phone. */
export async function findPayer(
  db: Db,
  userId: number,
): Promise<{ id: number; name: string; email: string | null; phone: string } | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email', sql<string>`coalesce(phone, '')`.as('phone')])
    .where('id', '=', userId)
    .executeTakeFirst()
}

/**
 * Returns why a capture for a top-up must not fill the wallet: this attempt filled the wallet before, its owner was
 * deleted, or the wallet now holds another currency. Locks the owner of the wallet against deletion in every case.
 */
export async function findTopUpProblem(
  tx: Tx,
  { id, user_id, currency }: Pick<AttemptRow, 'id' | 'user_id' | 'currency'>,
  walletCurrency: string,
): Promise<'second' | 'late' | null> {
  const { rows } = await sql<{ is_gone: boolean; is_filled: boolean }>`
    select u.deleted_at is not null as is_gone,
           exists (select from payments where attempt_id = ${id} and use = 'top_up') as is_filled
      from users u where u.id = ${user_id} for key share`.execute(tx)
  const { is_gone, is_filled } = rows[0]!
  if (is_filled) return 'second'
  return is_gone || currency !== walletCurrency ? 'late' : null
}

type NewPayment = {
  attempt: Pick<AttemptRow, 'id' | 'provider'>
  captured: {
    paymentId: string
    amountMinor: bigint
    currency: string
    /** Number of days for which the payment is held: no payout uses it, because the payer's bank may take it back. */
    holdDays: number
  }
  use: 'order' | 'top_up' | 'surplus' | 'mismatch'
  orderId: number | null
  /** The row of the visit's payment, if this row is the part of the same payment that pays the visit's goods. */
  partOf?: bigint | null
}

/**
 * Records captured money once; the calling function must have locked the money's attempt, because a payment belongs to
 * only one attempt.
 */
export async function insertPayment(
  tx: Tx,
  { attempt, captured, use, orderId, partOf = null }: NewPayment,
): Promise<{ id: bigint }> {
  return tx
    .insertInto('payments')
    .values({
      attempt_id: attempt.id,
      provider: attempt.provider,
      payment_id: captured.paymentId,
      amount_minor: captured.amountMinor,
      currency: captured.currency,
      use,
      order_id: orderId,
      part_of: partOf,
      held_until: sql`now() + make_interval(days => ${captured.holdDays}::int)`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** Returns whether a payment of a provider is already recorded, because providers report one payment several times. */
export async function isPaymentKnown(
  db: Db,
  { provider, paymentId }: { provider: ProviderName; paymentId: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('payments')
    .select('id')
    .where('provider', '=', provider)
    .where('payment_id', '=', paymentId)
    .executeTakeFirst()
  return row !== undefined
}
