import type { AttemptStatus } from '@nukkad/rules/payment-states.ts'
import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'
import type { PaymentAttempts, Payments, Refunds } from '#db/schema.ts'
import type { PayPage, ProviderName } from '#outside/payments/provider.ts'

export type SellingStore = {
  delivery_type: number
  currency: string
  created_at: Date
  updated_at: Date
  /** Without order; none for a store that takes all. */
  chosen_gateways: string[]
}

/** A store that may sell; undefined for one that is unknown or was never accepted. */
export async function findSellingStore(db: Db, id: number): Promise<SellingStore | undefined> {
  return selectStore(db, id).where('is_accepted', '=', true).executeTakeFirst()
}

/** A store that may sell or waits to. */
export async function findStore(db: Db, id: number): Promise<SellingStore | undefined> {
  return selectStore(db, id).executeTakeFirst()
}

const selectStore = (db: Db, id: number) =>
  db
    .selectFrom('stores as s')
    .select(['delivery_type', 'currency', 'created_at', 'updated_at'])
    .select(chosenGateways.as('chosen_gateways'))
    .where('id', '=', id)

/** Of the store `s`. */
const chosenGateways = sql<string[]>`
  (select coalesce(array_agg(g.gateway), '{}') from store_payment_gateways g where g.store_id = s.id)`

/** Holds a store until the transaction ends, while orders may go on naming it. */
export async function lockStore(tx: Tx, id: number): Promise<void> {
  await sql`select id from stores where id = ${id} for no key update`.execute(tx)
}

/** Lets a store take these gateways and no others, or all of them when there are none. Hold the store. */
export async function replaceStoreGateways(tx: Tx, storeId: number, gateways: readonly string[]): Promise<void> {
  await tx.deleteFrom('store_payment_gateways').where('store_id', '=', storeId).execute()
  if (gateways.length === 0) return
  const rows = gateways.map((gateway) => ({ store_id: storeId, gateway }))
  await tx.insertInto('store_payment_gateways').values(rows).execute()
}

const attemptColumns = [
  'id',
  'reference',
  'purpose',
  'order_id',
  'user_id',
  'provider',
  'provider_ref',
  'amount_minor',
  'currency',
  'status',
  'page',
  'times_asked',
  'expires_at',
  'created_at',
] as const satisfies (keyof PaymentAttempts)[]

/** A row of `payment_attempts`; its provider, states and page are held to their forms by the table and by us. */
export type AttemptRow = Omit<
  Pick<Selectable<PaymentAttempts>, (typeof attemptColumns)[number]>,
  'provider' | 'status' | 'page' | 'purpose'
> & { provider: ProviderName; status: AttemptStatus; page: PayPage | null; purpose: 'order' | 'top_up' }

/** As long as the shortest of the providers' pages is sure to live: Paytm's is gone after 15 minutes. */
const PAGE_MINUTES = 14

type AttemptName = { id: bigint } | { reference: string } | { provider: ProviderName; providerRef: string }

export async function findAttempt(db: Db, name: AttemptName): Promise<AttemptRow | undefined> {
  const query = db.selectFrom('payment_attempts').select(attemptColumns)
  const named =
    'id' in name
      ? query.where('id', '=', name.id)
      : 'reference' in name
        ? query.where('reference', '=', name.reference)
        : query.where('provider', '=', name.provider).where('provider_ref', '=', name.providerRef)
  return named.executeTakeFirst() as Promise<AttemptRow | undefined>
}

/** The attempt that brought in this payment. */
export async function findAttemptOfPayment(
  db: Db,
  { provider, paymentId }: { provider: ProviderName; paymentId: string },
): Promise<AttemptRow | undefined> {
  return db
    .selectFrom('payment_attempts')
    .innerJoin('payments', 'payments.attempt_id', 'payment_attempts.id')
    .select(attemptColumns.map((column) => `payment_attempts.${column}` as const))
    .where('payments.provider', '=', provider)
    .where('payments.payment_id', '=', paymentId)
    .executeTakeFirst() as Promise<AttemptRow | undefined>
}

/** The attempt once more, so that nobody else changes it before the transaction ends. Lock its order before it. */
export async function lockAttempt(tx: Tx, id: bigint): Promise<AttemptRow> {
  return tx
    .selectFrom('payment_attempts')
    .select(attemptColumns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow() as Promise<AttemptRow>
}

type NewAttempt = Pick<
  AttemptRow,
  'reference' | 'purpose' | 'order_id' | 'user_id' | 'provider' | 'amount_minor' | 'currency' | 'expires_at'
>

export async function insertAttempt(tx: Tx, attempt: NewAttempt): Promise<AttemptRow> {
  return tx
    .insertInto('payment_attempts')
    .values(attempt)
    .returning(attemptColumns)
    .executeTakeFirstOrThrow() as Promise<AttemptRow>
}

/** What the provider answered to the opening of an attempt that is still new. */
export async function setOpened(
  tx: Tx,
  id: bigint,
  { providerRef, page }: { providerRef: string; page: PayPage },
): Promise<void> {
  await tx
    .updateTable('payment_attempts')
    .set({ provider_ref: providerRef, page: JSON.stringify(page), updated_at: sql`now()` })
    .set({ status: sql`case status when 'created' then 'pending' else status end` })
    .where('id', '=', id)
    .execute()
}

export async function setAttemptStatus(tx: Tx, id: bigint, status: AttemptStatus): Promise<void> {
  await tx
    .updateTable('payment_attempts')
    .set({ status, updated_at: sql`now()` })
    .set((eb) => (status === 'pending' ? {} : { page: eb.val(null) }))
    .where('id', '=', id)
    .execute()
}

export async function countAsking(tx: Tx, id: bigint): Promise<number> {
  const { times_asked } = await tx
    .updateTable('payment_attempts')
    .set({ times_asked: sql`times_asked + 1` })
    .where('id', '=', id)
    .returning('times_asked')
    .executeTakeFirstOrThrow()
  return times_asked
}

/** The newest attempt of an order at this provider that the payer can still go on with, by its kind of page. */
export async function findOpenAttempt(
  db: Db,
  { orderId, provider, isIntent }: { orderId: number; provider: ProviderName; isIntent: boolean },
): Promise<AttemptRow | undefined> {
  return db
    .selectFrom('payment_attempts')
    .select(attemptColumns)
    .where('order_id', '=', orderId)
    .where('provider', '=', provider)
    .where('status', '=', 'pending')
    .where(sql<boolean>`(page ->> 'kind' = 'intent') = ${isIntent}`)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('created_at', '>', sql<Date>`now() - make_interval(mins => ${PAGE_MINUTES}::int)`)
    .orderBy('id', 'desc')
    .executeTakeFirst() as Promise<AttemptRow | undefined>
}

/** Longer than any provider is waited for: an attempt that is not open by then died on the way. */
const OPENING_SECONDS = 20

/** The newest attempt of an order at this provider that another call is opening now. Hold the order. */
export async function findOpeningAttempt(
  tx: Tx,
  { orderId, provider }: { orderId: number; provider: ProviderName },
): Promise<AttemptRow | undefined> {
  return tx
    .selectFrom('payment_attempts')
    .select(attemptColumns)
    .where('order_id', '=', orderId)
    .where('provider', '=', provider)
    .where('status', '=', 'created')
    .whereRef('updated_at', '=', 'created_at')
    .where('created_at', '>', sql<Date>`now() - make_interval(secs => ${OPENING_SECONDS}::int)`)
    .orderBy('id', 'desc')
    .executeTakeFirst() as Promise<AttemptRow | undefined>
}

/** Records that an attempt is no longer being opened, although its provider may know it. */
export async function touchAttempt(tx: Tx, id: bigint): Promise<void> {
  await tx.updateTable('payment_attempts').set({ updated_at: sql`clock_timestamp()` }).where('id', '=', id).execute()
}

/** Whether the page of an attempt can still be paid on. */
export async function isAttemptOpen(db: Db, { reference }: { reference: string }): Promise<boolean> {
  const row = await db
    .selectFrom('payment_attempts')
    .select('id')
    .where('reference', '=', reference)
    .where('status', '=', 'pending')
    .where('expires_at', '>', sql<Date>`now()`)
    .where('created_at', '>', sql<Date>`now() - make_interval(mins => ${PAGE_MINUTES}::int)`)
    .executeTakeFirst()
  return row !== undefined
}

export async function countAttempts(db: Db, orderId: number): Promise<number> {
  const { total } = await db
    .selectFrom('payment_attempts')
    .select((eb) => eb.fn.countAll<bigint>().as('total'))
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Whether another attempt of the order may still bring its money. */
export async function hasOtherOpenAttempt(tx: Tx, { orderId, id }: { orderId: number; id: bigint }): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from payment_attempts
                    where order_id = ${orderId} and id <> ${id} and status in ('created', 'pending') and expires_at > now()) as has`.execute(
    tx,
  )
  return rows[0]!.has
}

/** What paying an order needs to know of it. */
export type PayableOrder = {
  id: number
  unique_order_id: string
  user_id: number
  status: number
  payment_mode: string
  payable_minor: bigint
  currency: string
  released_at: Date | null
  /** Staff said that it was paid, and no provider has told of the payment yet. */
  is_approved_unseen: boolean
  /** What of that payment is owed back to its payer, minor units. */
  refund_due_minor: bigint
  scheduled_for: Date | null
  auto_acceptable: boolean
  /** Of its store; none for one that takes all. */
  chosen_gateways: string[]
  /** Until when it can be paid. */
  pay_until: Date
  now: Date
}

/** An order to be paid, locked when asked from within a transaction that will move it. */
export async function findPayableOrder(
  db: Db,
  id: number,
  { windowMinutes, lock = false }: { windowMinutes: number; lock?: boolean },
): Promise<PayableOrder | undefined> {
  const { rows } = await sql<PayableOrder>`
    select o.id, o.unique_order_id, o.user_id, o.status, o.payment_mode, o.payable_minor, o.currency, o.released_at, o.refund_due_minor,
           o.payment_approved_at is not null
             and not exists (select from payments p where p.order_id = o.id and p.use = 'order') as is_approved_unseen,
           o.scheduled_for, s.auto_acceptable, ${chosenGateways} as chosen_gateways, o.placed_at + make_interval(mins => ${windowMinutes}::int) as pay_until, now() as now
      from orders o join stores s on s.id = o.store_id
     where o.id = ${id} ${lock ? sql`for update of o` : sql``}`.execute(db)
  return rows[0]
}

/** The newest order of a customer that awaits its payment by this method. */
export async function findNewestUnpaidOrder(db: Db, userId: number, method: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('orders')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', 'in', [8, 9])
    .where('released_at', 'is', null)
    .where('payment_mode', '=', method)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row?.id
}

export async function findOrderNumber(db: Db, id: number): Promise<string> {
  const row = await db.selectFrom('orders').select('unique_order_id').where('id', '=', id).executeTakeFirstOrThrow()
  return row.unique_order_id
}

/** Who pays, as a provider is told. */
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
 * Why what was captured for a top-up must not fill the wallet: it was filled by this attempt before, or its owner is gone.
 * Holds him against being deleted otherwise.
 */
export async function findTopUpFault(
  tx: Tx,
  { id, user_id }: Pick<AttemptRow, 'id' | 'user_id'>,
): Promise<'second' | 'late' | null> {
  const { rows } = await sql<{ is_gone: boolean; is_filled: boolean }>`
    select u.deleted_at is not null as is_gone,
           exists (select from payments where attempt_id = ${id} and use = 'top_up') as is_filled
      from users u where u.id = ${user_id} for key share`.execute(tx)
  const { is_gone, is_filled } = rows[0]!
  return is_filled ? 'second' : is_gone ? 'late' : null
}

type NewPayment = {
  attemptId: bigint
  provider: ProviderName
  paymentId: string
  amountMinor: bigint
  currency: string
  use: 'order' | 'top_up' | 'surplus' | 'mismatch'
  orderId: number | null
  /** Days in which the payer's bank may take it back and no store is paid out of it. */
  holdDays: number
}

/** Writes captured money down; undefined when this payment is known already. */
export async function insertPayment(tx: Tx, payment: NewPayment): Promise<{ id: bigint } | undefined> {
  return tx
    .insertInto('payments')
    .values({
      attempt_id: payment.attemptId,
      provider: payment.provider,
      payment_id: payment.paymentId,
      amount_minor: payment.amountMinor,
      currency: payment.currency,
      use: payment.use,
      order_id: payment.orderId,
      held_until: sql`now() + make_interval(days => ${payment.holdDays}::int)`,
    })
    .onConflict((conflict) => conflict.constraint('payments__payment').doNothing())
    .returning('id')
    .executeTakeFirst()
}

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

/** Records that so much of an order's payment that only staff have seen is owed back, minor units; 0 when it is no more. */
export async function setRefundDue(tx: Tx, orderId: number, amountMinor: bigint): Promise<void> {
  await tx.updateTable('orders').set({ refund_due_minor: amountMinor }).where('id', '=', orderId).execute()
}

export type RefundReason = 'late' | 'second' | 'mismatch' | 'requested'

export type NewRefund = {
  paymentRowId: bigint
  amountMinor: bigint
  reason: RefundReason
  actingStaffId?: number | null
  /** Into the wallet it is done at once; to the provider it has to be asked for. */
  destination?: 'provider' | 'wallet'
  /** Whether its money was put into what is due to payers for it; that of surplus payments was there before. */
  isFunded?: boolean
}

/** Sets so much of a payment aside for going back; undefined when that much is not left of it. */
export async function insertRefund(tx: Tx, refund: NewRefund): Promise<{ id: bigint } | undefined> {
  const { paymentRowId, amountMinor, reason, actingStaffId = null } = refund
  const { destination = 'provider', isFunded = false } = refund
  const { rows } = await sql<{ id: bigint }>`
    with reserved as (
      update payments set refunding_minor = refunding_minor + ${amountMinor}::bigint
       where id = ${paymentRowId} and refunding_minor + ${amountMinor}::bigint <= amount_minor
      returning id
    )
    insert into refunds (payment_row_id, amount_minor, reason, acting_staff_id, destination, is_funded, status)
    select id, ${amountMinor}, ${reason}, ${actingStaffId}, ${destination}, ${isFunded},
           ${destination === 'wallet' ? 'done' : 'pending'}
      from reserved
    returning id`.execute(tx)
  return rows[0]
}

/** A refund with all that its provider wants to know. */
export type RefundRow = Pick<
  Selectable<Refunds>,
  'id' | 'amount_minor' | 'status' | 'provider_refund_id' | 'tries' | 'reason'
> &
  Pick<Selectable<Payments>, 'payment_id' | 'currency' | 'use'> & {
    payment_row_id: bigint
    provider: ProviderName
    captured_minor: bigint
    reference: string
    provider_ref: string | null
    attempt_amount_minor: bigint
    payer_phone: string
  }

export async function findRefund(db: Db, id: bigint, { lock = false } = {}): Promise<RefundRow | undefined> {
  const { rows } = await sql<RefundRow>`
    select r.id, r.payment_row_id, r.amount_minor, r.status, r.provider_refund_id, r.tries, r.reason,
           p.provider, p.payment_id, p.currency, p.use, p.amount_minor as captured_minor,
           a.reference, a.provider_ref, a.amount_minor as attempt_amount_minor, coalesce(u.phone, '') as payer_phone
      from refunds r
      join payments p on p.id = r.payment_row_id
      join payment_attempts a on a.id = p.attempt_id
      join users u on u.id = a.user_id
     where r.id = ${id} ${lock ? sql`for update of r` : sql``}`.execute(db)
  return rows[0]
}

/** Writes down that a refund is tried, before its provider hears of it; false when it is over. */
export async function countTry(tx: Tx, id: bigint): Promise<boolean> {
  const counted = await tx
    .updateTable('refunds')
    .set({ tries: sql`tries + 1`, updated_at: sql`now()` })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  return counted.numUpdatedRows === 1n
}

/** A refund by the provider's id of it, or by ours where the provider repeats that. */
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

/** What a failed refund had set aside can be given back by another. */
export async function releaseRefund(tx: Tx, { payment_row_id, amount_minor }: RefundRow): Promise<void> {
  await tx
    .updateTable('payments')
    .set((eb) => ({ refunding_minor: eb('refunding_minor', '-', amount_minor) }))
    .where('id', '=', payment_row_id)
    .execute()
}

/** Sets it aside once more; false when it has been given back by another. */
export async function reserveRefund(tx: Tx, { payment_row_id, amount_minor }: RefundRow): Promise<boolean> {
  const reserved = await sql`
    update payments set refunding_minor = refunding_minor + ${amount_minor}::bigint
     where id = ${payment_row_id} and refunding_minor + ${amount_minor}::bigint <= amount_minor`.execute(tx)
  return reserved.numAffectedRows === 1n
}

type NewEvent = {
  provider: ProviderName
  eventId: string
  kind: string
  attemptId: bigint | null
  outcome: 'applied' | 'ignored' | 'parked'
  note: string | null
}

/** Whether a notice was here before. */
export async function isEventKnown(
  db: Db,
  { provider, eventId }: Pick<NewEvent, 'provider' | 'eventId'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('provider_events')
    .select('id')
    .where('provider', '=', provider)
    .where('event_id', '=', eventId)
    .executeTakeFirst()
  return row !== undefined
}

/** Writes a notice down; false when it was here before. */
export async function insertEvent(tx: Tx, event: NewEvent): Promise<boolean> {
  const inserted = await tx
    .insertInto('provider_events')
    .values({
      provider: event.provider,
      event_id: event.eventId,
      kind: event.kind,
      attempt_id: event.attemptId,
      outcome: event.outcome,
      note: event.note,
    })
    .onConflict((conflict) => conflict.constraint('provider_events__event').doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}
