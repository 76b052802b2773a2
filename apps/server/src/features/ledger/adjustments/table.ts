import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { holds, inDates, isId, isOneOf } from '#platform/tables/filters.ts'
import { tableSource } from '#platform/tables/source.ts'
import type { ApprovalKind } from './approval-requests.ts'

const from = sql`money_proposals m left join users u on u.id = m.user_id left join users asker on asker.id = m.proposed_by
  left join users decider on decider.id = m.decided_by left join orders o on o.id = m.order_id
  left join stores s on s.id = coalesce(m.store_id, o.store_id)`
const ofKind = (kind: ApprovalKind): RawBuilder<SqlBool> => sql`m.kind = ${kind}`

const request = {
  id: sql`m.id`,
  state: sql`m.state`,
  amount: sql`m.amount_minor`,
  currency: sql`m.currency`,
  reason: sql`m.reason`,
  proposed_by: sql`asker.name`,
  decided_by: sql`decider.name`,
  created_at: sql`m.created_at`,
  proposed_by_id: sql`m.proposed_by`,
  decision_reason: sql`m.decision_reason`,
}
const ofCustomer = { customer: sql`u.name`, customer_id: sql`m.user_id` }
const ofStore = { store: sql`s.name`, store_id: sql`s.id` }
const ofRider = { rider: sql`rider.name`, rider_id: sql`m.rider_id` }
const ofOrder = { unique_order_id: sql`o.unique_order_id`, order_id: sql`o.id` }

const requestFilters = {
  state: isOneOf(request.state, { waiting: 'waiting', booked: 'booked', refused: 'refused' }),
  created_at: inDates(request.created_at),
}
const filters = { ...requestFilters, customer: isId(ofCustomer.customer_id) }
const search = holds(ofOrder.unique_order_id)
const key = request.id

export const walletAdjustmentsTable = tableSource('wallet_adjustments', {
  from,
  where: ofKind('adjustment'),
  columns: {
    ...request,
    ...ofCustomer,
    pocket: sql`case when m.promotion_minor = 0 then 'own' else 'promotion' end`,
    note: sql`m.note`,
  },
  filters,
  key,
})

export const refundsTable = tableSource('refunds', {
  from: sql`${from} left join refunds r on r.id = m.refund_id`,
  where: ofKind('refund'),
  columns: {
    ...request,
    ...ofCustomer,
    ...ofOrder,
    payment_id: sql`m.payment_row_id`,
    destination: sql`m.destination`,
    provider_state: sql`r.status`,
  },
  filters,
  search,
  key,
})

export const paymentApprovalsTable = tableSource('payment_approvals', {
  from,
  where: ofKind('payment'),
  columns: {
    ...request,
    ...ofCustomer,
    ...ofOrder,
    reference: sql`m.note`,
    confirmed_at: sql`case when m.state = 'booked' then coalesce(o.payment_confirmed_at,
      (select y.captured_at from payments y where y.order_id = o.id and y.use = 'order')) end`,
  },
  filters,
  search,
  key,
})

export const commissionApprovalsTable = tableSource('commission_approvals', {
  from,
  where: ofKind('commission'),
  columns: { ...request, ...ofCustomer, ...ofOrder, store: ofStore.store },
  filters,
  search,
  key,
})

export const storeSettlementsTable = tableSource('store_settlements', {
  from,
  where: ofKind('store_settlement'),
  columns: { ...request, ...ofStore },
  filters: { ...requestFilters, store: isId(ofStore.store_id) },
  search: holds(ofStore.store, request.reason),
  key,
})

export const cashRequestsTable = tableSource('cash_requests', {
  from: sql`${from} join users rider on rider.id = m.rider_id`,
  where: ofKind('cash_collection'),
  columns: { ...request, ...ofRider, reason: sql`m.note` },
  filters: { ...requestFilters, rider: isId(ofRider.rider_id) },
  search: holds(ofRider.rider),
  key,
})

/**
 * The dashboard table of stores with a negative balance: they owe commission of cash that they took at their counters.
 */
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
