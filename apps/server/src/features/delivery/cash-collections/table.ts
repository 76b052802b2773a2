import { type SqlBool, sql } from 'kysely'
import { holds, inDates, isId } from '#platform/tables/filters.ts'
import { tableSource } from '#platform/tables/source.ts'

/**
 * The dashboard table of cash in hand. The ledger stores a rider's cash as a negative balance, because the rider owes
 * it to the shop.
 */
export const cashHeldTable = tableSource('cash_held', {
  from: sql`ledger_accounts a join users u on u.id = a.user_id join riders r on r.user_id = u.id`,
  where: sql<SqlBool>`a.kind = 'rider_cash' and a.balance_minor < 0`,
  columns: {
    id: sql`u.id`,
    rider: sql`u.name`,
    held: sql`-a.balance_minor`,
    limit: sql`nullif(r.cash_limit_minor, 0)`,
    currency: sql`a.currency`,
    last_collected_at: sql`(select max(c.created_at) from cash_collections c where c.rider_id = u.id)`,
  },
  filters: {},
  search: holds(sql`u.name`),
  key: sql`a.id`,
})

export const cashCollectionsTable = tableSource('cash_collections', {
  from: sql`cash_collections c join users u on u.id = c.rider_id join users s on s.id = c.collected_by`,
  columns: {
    id: sql`c.id`,
    created_at: sql`c.created_at`,
    rider: sql`u.name`,
    amount: sql`c.amount_minor`,
    currency: sql`c.currency`,
    collected_by: sql`s.name`,
    note: sql`c.note`,
  },
  filters: { created_at: inDates(sql`c.created_at`), rider: isId(sql`c.rider_id`) },
  search: holds(sql`u.name`),
  key: sql`c.id`,
})
