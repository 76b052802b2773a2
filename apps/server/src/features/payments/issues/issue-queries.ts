import type { PaymentIssueKind } from '@nukkad/contract/payments/attempts.ts'
import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'
import type { PaymentIssues } from '#db/schema.ts'

/** Locks an issue until the transaction ends, so that two members of staff handle it one after the other. */
export async function lockIssue(tx: Tx, id: number): Promise<{ kind: string; handled_by: number | null } | undefined> {
  return tx
    .selectFrom('payment_issues')
    .select(['kind', 'handled_by'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Records who resolved a payment issue, with their note, which is the only record of how they resolved it. */
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
