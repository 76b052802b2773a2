import { type SqlBool, sql } from 'kysely'
import { holds, inDates, isId, isOneOf } from '#platform/tables/filters.ts'
import { tableSource } from '#platform/tables/source.ts'

const statuses = { PENDING: 'PENDING', COMPLETED: 'COMPLETED', REJECTED: 'REJECTED' }

export const payoutsTable = tableSource('payouts', {
  from: sql`store_payouts p join stores s on s.id = p.store_id join users asker on asker.id = p.requested_by
    left join users decider on decider.id = p.decided_by`,
  columns: {
    id: sql`p.id`,
    store: sql`s.name`,
    store_id: sql`s.id`,
    status: sql`p.status`,
    gross: sql`p.gross_minor`,
    commission: sql`p.commission_minor`,
    amount: sql`p.amount_minor`,
    currency: sql`p.currency`,
    requested_by: sql`asker.name`,
    decided_by: sql`decider.name`,
    transaction_mode: sql`p.transaction_mode`,
    transaction_id: sql`p.transaction_id`,
    message: sql`p.message`,
    created_at: sql`p.created_at`,
    decided_at: sql`p.decided_at`,
  },
  filters: {
    status: isOneOf(sql`p.status`, statuses),
    store: isId(sql`p.store_id`),
    created_at: inDates(sql`p.created_at`),
  },
  search: holds(sql`s.name`, sql`p.transaction_id`),
  key: sql`p.id`,
  ofStores: (stores) => sql<SqlBool>`p.store_id = any (${[...stores]}::int[])`,
})
