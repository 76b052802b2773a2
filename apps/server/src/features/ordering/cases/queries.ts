import type { CaseProblem } from '@nukkad/contract/ordering/cases.ts'
import type { ChosenItem } from '@nukkad/rules/order-case.ts'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db, Tx } from '#db/connection.ts'
import { objectionEndsAt } from '#features/bookings/visits/objection.ts'
import type { Session } from '#http/session.ts'
import { type CaseState, caseState } from './case-state.ts'

/** Maximum number of cases in one answer. */
const MAX_LISTED = 50

/** A case with everything that its customer and staff read; the amount is in minor units. */
export type CaseRow = Awaited<ReturnType<typeof casesOf>>[number]

function casesOf(db: Db) {
  return selectCases(db).execute()
}

function selectCases(db: Db) {
  return db
    .selectFrom('order_cases as c')
    .innerJoin('orders as o', 'o.id', 'c.order_id')
    .innerJoin('stores as s', 's.id', 'o.store_id')
    .innerJoin('users as customer', 'customer.id', 'c.user_id')
    .leftJoin('users as decider', 'decider.id', 'c.decided_by')
    .leftJoin('money_proposals as m', 'm.id', 'c.approval_id')
    .select([
      'c.id',
      'c.order_id',
      'o.unique_order_id',
      'c.problem',
      'c.words',
      'c.answer',
      'c.opened_at',
      'c.decided_at',
    ])
    .select(['o.currency', 's.name as store', 'customer.name as customer', 'decider.name as decided_by'])
    .select(['m.id as approval_id', 'm.kind as approval_kind', 'm.amount_minor', 'm.destination'])
    .select('m.currency as approval_currency')
    .select(caseState.as('state'))
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('order_case_items as i')
          .innerJoin('order_lines as l', 'l.id', 'i.order_line_id')
          .select(['l.id', 'l.name', 'i.quantity'])
          .whereRef('i.case_id', '=', 'c.id')
          .orderBy('l.id'),
      ).as('items'),
    )
    .orderBy('c.id', 'desc')
    .limit(MAX_LISTED)
}

/** Lists the newest cases of a customer, of all their orders or of one. */
export async function listCasesOf(db: Db, userId: number, orderId?: number): Promise<CaseRow[]> {
  return selectCases(db)
    .where('c.user_id', '=', userId)
    .$if(orderId !== undefined, (query) => query.where('c.order_id', '=', orderId!))
    .execute()
}

/** Lists the cases of an order. */
export async function listCasesOfOrder(db: Db, orderId: number): Promise<CaseRow[]> {
  return selectCases(db).where('c.order_id', '=', orderId).execute()
}

/** Reads the case with this id, which must exist. */
export async function getCase(db: Db, id: number): Promise<CaseRow> {
  return selectCases(db).where('c.id', '=', id).executeTakeFirstOrThrow()
}

/** Finds the case that a refund or wallet credit settles, with its customer. */
export async function findCaseOfApproval(
  db: Db,
  approvalId: number,
): Promise<{ user_id: number; unique_order_id: string; answer: string | null } | undefined> {
  return db
    .selectFrom('order_cases as c')
    .innerJoin('orders as o', 'o.id', 'c.order_id')
    .select(['c.user_id', 'o.unique_order_id', 'c.answer'])
    .where('c.approval_id', '=', approvalId)
    .executeTakeFirst()
}

/** Returns whether an order exists (for staff), or belongs to one of these stores. */
export async function hasOrder(
  db: Db,
  { orderId, stores }: { orderId: number; stores: Session['stores'] },
): Promise<boolean> {
  const row = await db
    .selectFrom('orders')
    .select('id')
    .where('id', '=', orderId)
    .$if(stores !== 'all', (query) => query.where('store_id', 'in', [0, ...stores] as number[]))
    .executeTakeFirst()
  return row !== undefined
}

export type OrderToHelp = NonNullable<Awaited<ReturnType<typeof findOrderToHelp>>>

/** Finds an order of this customer with the facts that decide which problems they can report and whom they can call. */
export async function findOrderToHelp(db: Db, { orderId, userId }: { orderId: number; userId: number }) {
  return db
    .selectFrom('orders as o')
    .innerJoin('stores as s', 's.id', 'o.store_id')
    .leftJoin('users as rider', 'rider.id', 'o.rider_id')
    .select(['o.id', 'o.status', 'o.delivery_type', 'o.delivered_at', 's.name as store', 's.phone as store_phone'])
    .select(['rider.name as rider', 'rider.phone as rider_phone'])
    .select((eb) => eb.fn.coalesce('o.promised_at', 'o.scheduled_for').as('promised_at'))
    .select(sql<Date | null>`(select ${objectionEndsAt} from visits v where v.order_id = o.id)`.as('objection_ends_at'))
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('order_lines')
          .select(['order_lines.id', 'quantity'])
          .whereRef('order_id', '=', 'o.id')
          .orderBy('order_lines.id'),
      ).as('lines'),
    )
    .where('o.id', '=', orderId)
    .where('o.user_id', '=', userId)
    .executeTakeFirst()
}

/**
 * Counts the cases that a customer opened in the last 24 hours. Locks the customer until the transaction ends, so that
 * parallel calls cannot pass the limit of cases.
 */
export async function countNewCases(tx: Tx, userId: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`cases-of:${userId}`}, 0))`.execute(tx)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from order_cases
     where user_id = ${userId} and opened_at > now() - interval '24 hours'`.execute(tx)
  return rows[0]!.count
}

type NewCase = {
  orderId: number
  userId: number
  problem: CaseProblem
  words: string | null
  items: readonly ChosenItem[]
}

/**
 * Opens a case and returns its id; undefined when this problem of the order has a case already that was not refused.
 */
export async function insertCase(
  tx: Tx,
  { orderId, userId, problem, words, items }: NewCase,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into order_cases (order_id, user_id, problem, words)
    values (${orderId}, ${userId}, ${problem}, ${words})
        on conflict (order_id, problem) where state <> 'refused' do nothing
    returning id`.execute(tx)
  const id = rows[0]?.id
  if (id === undefined || items.length === 0) return id
  await tx
    .insertInto('order_case_items')
    .values(items.map((item) => ({ case_id: id, order_line_id: item.id, quantity: item.quantity })))
    .execute()
  return id
}

export type LockedCase = { id: number; order_id: number; user_id: number; unique_order_id: string; state: CaseState }

/** Locks a case until the transaction ends, so that two decisions run one after the other, and then reads its state. */
export async function lockCase(tx: Tx, id: number): Promise<LockedCase | undefined> {
  await tx.selectFrom('order_cases').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  // The state is read in a second statement: a statement that has waited for a lock does not see a decision that was
  // committed while it waited.
  return tx
    .selectFrom('order_cases as c')
    .innerJoin('orders as o', 'o.id', 'c.order_id')
    .leftJoin('money_proposals as m', 'm.id', 'c.approval_id')
    .select(['c.id', 'c.order_id', 'c.user_id', 'o.unique_order_id'])
    .select(caseState.as('state'))
    .where('c.id', '=', id)
    .executeTakeFirst()
}

type Decision = { state: 'settled' | 'refused'; answer: string; staffId: number; approvalId: number | null }

/** Records the decision on a locked case. */
export async function setDecision(tx: Tx, id: number, { state, answer, staffId, approvalId }: Decision): Promise<void> {
  await tx
    .updateTable('order_cases')
    .set({ state, answer, decided_by: staffId, decided_at: sql`now()`, approval_id: approvalId })
    .where('id', '=', id)
    .execute()
}
