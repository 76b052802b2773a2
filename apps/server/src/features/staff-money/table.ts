import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { holds, inDates, isId, isOneOf } from '#features/tables/filters.ts'
import { tableSource } from '#features/tables/source.ts'

const states = { waiting: 'waiting', booked: 'booked', refused: 'refused' }

const proposal = {
  id: sql`m.id`,
  state: sql`m.state`,
  customer: sql`u.name`,
  amount: sql`m.amount_minor`,
  currency: sql`m.currency`,
  reason: sql`m.reason`,
  proposed_by: sql`asker.name`,
  decided_by: sql`decider.name`,
  created_at: sql`m.created_at`,
  customer_id: sql`m.user_id`,
  proposed_by_id: sql`m.proposed_by`,
  decision_reason: sql`m.decision_reason`,
}
const filters = {
  state: isOneOf(sql`m.state`, states),
  created_at: inDates(sql`m.created_at`),
  customer: isId(sql`m.user_id`),
}
const people: RawBuilder<unknown> = sql`money_proposals m join users u on u.id = m.user_id
  join users asker on asker.id = m.proposed_by left join users decider on decider.id = m.decided_by`

export const walletAdjustmentsTable = tableSource('wallet_adjustments', {
  from: people,
  where: sql<SqlBool>`m.kind = 'adjustment'`,
  columns: {
    ...proposal,
    pocket: sql`case when m.promotion_minor = 0 then 'own' else 'promotion' end`,
    note: sql`m.note`,
  },
  filters,
  key: sql`m.id`,
})

export const refundsTable = tableSource('refunds', {
  from: sql`${people} left join orders o on o.id = m.order_id left join refunds r on r.id = m.refund_id`,
  where: sql<SqlBool>`m.kind = 'refund'`,
  columns: {
    ...proposal,
    unique_order_id: sql`o.unique_order_id`,
    order_id: sql`o.id`,
    payment_id: sql`m.payment_row_id`,
    destination: sql`m.destination`,
    provider_state: sql`r.status`,
  },
  filters,
  search: holds(sql`o.unique_order_id`),
  key: sql`m.id`,
})
