import type { PaymentIssueKind } from '@nukkad/contract/payments/attempts.ts'
import type { ProviderName } from '@nukkad/contract/payments/providers.ts'
import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'
import type { PaymentIssues } from '#db/schema.ts'
import type { Captured } from '#outside/payments/provider.ts'

type NewIssue = {
  kind: PaymentIssueKind
  provider: ProviderName
  /** The provider's id of its webhook event, payment or refund. */
  providerRef?: string | null
  attemptId?: bigint | null
  paymentRowId?: bigint | null
  /** The reason that staff read, in English. */
  reason: string
}

/**
 * Adds a payment issue for staff in the transaction that finds the problem. While the issue is open, it is not added
 * again, because providers repeat their events. Lock the order or payment first.
 */
export async function insertIssue(tx: Tx, issue: NewIssue): Promise<void> {
  const { kind, provider, providerRef = null, attemptId = null, paymentRowId = null, reason } = issue
  await sql`
    insert into payment_issues (kind, provider, provider_ref, attempt_id, payment_row_id, reason)
    select ${kind}::text, ${provider}::text, ${providerRef}::text, ${attemptId}::bigint, ${paymentRowId}::bigint, ${reason}::text
     where not exists (select from payment_issues
                        where kind = ${kind} and provider = ${provider} and handled_at is null
                          and (provider_ref, attempt_id, payment_row_id)
                              is not distinct from (${providerRef}::text, ${attemptId}::bigint, ${paymentRowId}::bigint))`.execute(
    tx,
  )
}

/** Returns whether one of these amounts already has an amount mismatch in the list of staff. */
export async function isKeptApart(
  db: Db,
  { provider, captured }: { provider: ProviderName; captured: readonly Captured[] },
): Promise<boolean> {
  if (captured.length === 0) return false
  const ids = captured.map(({ paymentId }) => paymentId)
  const row = await db
    .selectFrom('payments')
    .select('id')
    .where('provider', '=', provider)
    .where('payment_id', 'in', ids)
    .where('use', '=', 'mismatch')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Locks an issue until the transaction ends, so that two members of staff handle it one after the other. */
export async function lockIssue(tx: Tx, id: number): Promise<{ kind: string; handled_by: number | null } | undefined> {
  return tx
    .selectFrom('payment_issues')
    .select(['kind', 'handled_by'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Records who resolved a payment issue, with their note. Only the note says what they did. */
export async function setHandled(
  tx: Tx,
  { id, staffId, note }: { id: number; staffId: number; note: string },
): Promise<void> {
  await tx
    .updateTable('payment_issues')
    .set({ handled_at: sql`now()`, handled_by: staffId, handling_note: note })
    .where('id', '=', id)
    .execute()
}

export type IssueRow = Omit<Selectable<PaymentIssues>, 'kind' | 'attempt_id'> & {
  kind: PaymentIssueKind
  amount_minor: bigint | null
  currency: string | null
  order_id: number | null
  unique_order_id: string | null
  customer_id: number | null
  customer_name: string | null
  handler_name: string | null
}

/**
 * Reads a payment issue with the order and payment to which it belongs.
 * @throws NoResultError for an unknown id
 */
export async function getIssue(db: Db, id: number): Promise<IssueRow> {
  return issues(db).where('i.id', '=', id).executeTakeFirstOrThrow() as Promise<IssueRow>
}

/** Lists one page of open or handled issues, newest first. */
export async function listIssues(
  db: Db,
  wanted: { kind: PaymentIssueKind | undefined; isHandled: boolean; page: number; perPage: number },
): Promise<{ rows: IssueRow[]; total: number }> {
  const { kind, isHandled, page, perPage } = wanted
  const handled = isHandled ? 'is not' : 'is'
  const counted = await db
    .selectFrom('payment_issues')
    .select((eb) => eb.fn.countAll<bigint>().as('total'))
    .where('handled_at', handled, null)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind!))
    .executeTakeFirstOrThrow()
  const rows = await issues(db)
    .where('i.handled_at', handled, null)
    .$if(kind !== undefined, (query) => query.where('i.kind', '=', kind!))
    .orderBy('i.id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  return { rows: rows as IssueRow[], total: Number(counted.total) }
}

function issues(db: Db) {
  return db
    .selectFrom('payment_issues as i')
    .leftJoin('payments as p', 'p.id', 'i.payment_row_id')
    .leftJoin('payment_attempts as a', (join) =>
      join.on((eb) => eb('a.id', '=', eb.fn.coalesce('p.attempt_id', 'i.attempt_id'))),
    )
    .leftJoin('users as u', 'u.id', 'a.user_id')
    .leftJoin('orders as o', (join) => join.on((eb) => eb('o.id', '=', eb.fn.coalesce('p.order_id', 'a.order_id'))))
    .leftJoin('users as handler', 'handler.id', 'i.handled_by')
    .select(['i.id', 'i.kind', 'i.provider', 'i.provider_ref', 'i.payment_row_id', 'i.reason', 'i.created_at'])
    .select(['i.handled_at', 'i.handled_by', 'i.handling_note', 'handler.name as handler_name'])
    .select(['p.amount_minor', 'p.currency', 'o.id as order_id', 'o.unique_order_id'])
    .select(['u.id as customer_id', 'u.name as customer_name'])
}
