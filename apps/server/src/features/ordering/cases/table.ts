import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { holds, inDates, isId, isOneOf } from '#platform/tables/filters.ts'
import { tableSource } from '#platform/tables/source.ts'
import { caseState } from './case-state.ts'

/** Limits a list of cases to the orders of these stores. */
const ofStores = (storeIds: readonly number[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`o.store_id = any (${storeIds}::int[])`

/** The dashboard table of cases that customers opened. */
export const casesTable = tableSource('cases', {
  from: sql`order_cases c join orders o on o.id = c.order_id join stores s on s.id = o.store_id
            join users u on u.id = c.user_id left join money_proposals m on m.id = c.approval_id`,
  columns: {
    id: sql`c.id`,
    opened_at: sql`c.opened_at`,
    order: sql`o.unique_order_id`,
    store: sql`s.name`,
    customer: sql`u.name`,
    problem: sql`c.problem`,
    words: sql`c.words`,
    state: caseState,
    answer: sql`c.answer`,
    order_id: sql`c.order_id`,
  },
  filters: {
    state: isOneOf(caseState, { open: 'open', waiting: 'waiting', settled: 'settled', refused: 'refused' }),
    problem: isOneOf(sql`c.problem`, { late: 'late', missing: 'missing', wrong: 'wrong', no_show: 'no_show' }),
    store: isId(sql`o.store_id`),
    opened_at: inDates(sql`c.opened_at`),
  },
  search: holds(sql`o.unique_order_id`, sql`u.name`),
  key: sql`c.id`,
  ofStores,
})
