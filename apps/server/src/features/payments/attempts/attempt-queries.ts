import type { ProviderName } from '@nukkad/contract/payments/providers.ts'
import type { AttemptStatus } from '@nukkad/rules/payment-states.ts'
import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'
import type { PaymentAttempts } from '#db/schema.ts'
import type { PayPage } from '#outside/payments/provider.ts'

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

/** A row of `payment_attempts`; the table and the server restrict its provider, states and page to known values. */
export type AttemptRow = Omit<
  Pick<Selectable<PaymentAttempts>, (typeof attemptColumns)[number]>,
  'provider' | 'status' | 'page' | 'purpose'
> & { provider: ProviderName; status: AttemptStatus; page: PayPage | null; purpose: 'order' | 'top_up' }

/**
 * Minutes for which payers may use a provider's page, fewer than any provider allows; the shortest limit is Paytm's, 15
 * minutes.
 */
const PAGE_MINUTES = 14

type AttemptName = { id: bigint } | { reference: string } | { provider: ProviderName; providerRef: string }

/** Finds a payment attempt by its id or by a reference of ours or of the provider; undefined if no attempt matches. */
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

/** Finds the attempt to which this payment belongs. */
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

/** Locks the attempt until the transaction ends; the calling function must have locked the attempt's order. */
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

/** Stores a payment attempt, with its amount in minor units. */
export async function insertAttempt(tx: Tx, attempt: NewAttempt): Promise<AttemptRow> {
  return tx
    .insertInto('payment_attempts')
    .values(attempt)
    .returning(attemptColumns)
    .executeTakeFirstOrThrow() as Promise<AttemptRow>
}

/** Stores the provider's answer to the opening of an attempt, if the attempt is still new. */
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

/**
 * Sets the status of an attempt. Any status except `pending` deletes the provider's page, because no one may pay there
 * any more.
 */
export async function setAttemptStatus(tx: Tx, id: bigint, status: AttemptStatus): Promise<void> {
  await tx
    .updateTable('payment_attempts')
    .set({ status, updated_at: sql`now()` })
    .set((eb) => (status === 'pending' ? {} : { page: eb.val(null) }))
    .where('id', '=', id)
    .execute()
}

/** Counts one more query of the provider about an attempt, and returns the new number. */
export async function countAsking(tx: Tx, id: bigint): Promise<number> {
  const { times_asked } = await tx
    .updateTable('payment_attempts')
    .set({ times_asked: sql`times_asked + 1` })
    .where('id', '=', id)
    .returning('times_asked')
    .executeTakeFirstOrThrow()
  return times_asked
}

/** Finds the newest attempt of an order at this provider, with this kind of page, that the payer can still continue. */
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

/**
 * Seconds after which the process that was opening an attempt counts as dead; this time is longer than any wait for a
 * provider.
 */
const OPENING_SECONDS = 20

/**
 * Finds the newest attempt of an order at this provider that another call is opening now; the calling function must
 * have locked the order.
 */
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

/** Records that no call is opening an attempt any more, although its provider may know the attempt. */
export async function touchAttempt(tx: Tx, id: bigint): Promise<void> {
  await tx.updateTable('payment_attempts').set({ updated_at: sql`clock_timestamp()` }).where('id', '=', id).execute()
}

/** Returns whether the page of an attempt can still be used to pay. */
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

/** Counts the attempts of an order at all providers, because their number is limited. */
export async function countAttempts(db: Db, orderId: number): Promise<number> {
  const { total } = await db
    .selectFrom('payment_attempts')
    .select((eb) => eb.fn.countAll<bigint>().as('total'))
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Returns whether the payer may still pay through another attempt of the order. */
export async function hasOtherOpenAttempt(tx: Tx, { orderId, id }: { orderId: number; id: bigint }): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from payment_attempts
                    where order_id = ${orderId} and id <> ${id} and status in ('created', 'pending') and expires_at > now()) as has`.execute(
    tx,
  )
  return rows[0]!.has
}
