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

const requested = sql`money_proposals m left join users u on u.id = m.user_id left join users asker on asker.id = m.proposed_by
  left join users decider on decider.id = m.decided_by left join orders o on o.id = m.order_id
  left join stores s on s.id = coalesce(m.store_id, o.store_id)`

export const paymentApprovalsTable = tableSource('payment_approvals', {
  from: requested,
  where: sql<SqlBool>`m.kind = 'payment'`,
  columns: { ...proposal, unique_order_id: sql`o.unique_order_id`, order_id: sql`o.id`, reference: sql`m.note` },
  filters,
  search: holds(sql`o.unique_order_id`),
  key: sql`m.id`,
})

export const commissionApprovalsTable = tableSource('commission_approvals', {
  from: requested,
  where: sql<SqlBool>`m.kind = 'commission'`,
  columns: {
    id: proposal.id,
    state: proposal.state,
    customer: proposal.customer,
    amount: proposal.amount,
    currency: proposal.currency,
    cap: proposal.reason,
    store: sql`s.name`,
    unique_order_id: sql`o.unique_order_id`,
    order_id: sql`o.id`,
    decided_by: proposal.decided_by,
    created_at: proposal.created_at,
    customer_id: proposal.customer_id,
    decision_reason: proposal.decision_reason,
  },
  filters,
  search: holds(sql`o.unique_order_id`),
  key: sql`m.id`,
})

export const storeSettlementsTable = tableSource('store_settlements', {
  from: requested,
  where: sql<SqlBool>`m.kind = 'store_settlement'`,
  columns: {
    id: proposal.id,
    state: proposal.state,
    store: sql`s.name`,
    amount: proposal.amount,
    currency: proposal.currency,
    reference: proposal.reason,
    proposed_by: proposal.proposed_by,
    decided_by: proposal.decided_by,
    created_at: proposal.created_at,
    store_id: sql`s.id`,
    proposed_by_id: proposal.proposed_by_id,
    decision_reason: proposal.decision_reason,
  },
  filters: { state: filters.state, created_at: filters.created_at, store: isId(sql`s.id`) },
  search: holds(sql`s.name`, sql`m.reason`),
  key: sql`m.id`,
})

/** Stores whose account is below zero: they owe commission of cash that they took at their counters. */
export const storeDebtsTable = tableSource('store_debts', {
  from: sql`(
    select a.store_id, a.currency::text as currency, -sum(p.amount_minor)::bigint as owed_minor
      from ledger_accounts a join postings p on p.account_id = a.id
     where a.kind = 'store_payable' and a.user_id is null and a.provider is null
     group by a.store_id, a.currency having sum(p.amount_minor) < 0) d join stores s on s.id = d.store_id`,
  columns: {
    id: sql`s.id`,
    store: sql`s.name`,
    owed: sql`d.owed_minor`,
    currency: sql`d.currency`,
    last_settled_at: sql`(select max(t.created_at) from store_settlements t where t.store_id = s.id)`,
  },
  filters: {},
  search: holds(sql`s.name`),
  key: sql`s.id`,
})
