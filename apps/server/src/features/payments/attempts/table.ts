import { paymentIssueKinds } from '@nukkad/contract/payments/attempts.ts'
import { sql } from 'kysely'
import { holds, inDates, isFlag, isOneOf } from '#platform/tables/filters.ts'
import { tableSource } from '#platform/tables/source.ts'

const kinds = Object.fromEntries(paymentIssueKinds.map((kind) => [kind, kind]))
const statuses = { open: 'open', won: 'won', lost: 'lost' }

/** SQL that joins to an attempt `a` its person, and the order that the payment paid or should have paid. */
const ofAttempt = sql`left join users u on u.id = a.user_id left join orders o on o.id = coalesce(p.order_id, a.order_id)`
const about = {
  customer: sql`u.name`,
  unique_order_id: sql`o.unique_order_id`,
  order_id: sql`o.id`,
  payment_id: sql`p.id`,
}

export const paymentIssuesTable = tableSource('payment_issues', {
  from: sql`payment_issues i left join payments p on p.id = i.payment_row_id left join users h on h.id = i.handled_by
    left join payment_attempts a on a.id = coalesce(p.attempt_id, i.attempt_id) ${ofAttempt}`,
  columns: {
    id: sql`i.id`,
    created_at: sql`i.created_at`,
    kind: sql`i.kind`,
    provider: sql`i.provider`,
    provider_ref: sql`i.provider_ref`,
    reason: sql`i.reason`,
    amount: sql`p.amount_minor`,
    currency: sql`p.currency`,
    ...about,
    handled_by: sql`h.name`,
    handling_note: sql`i.handling_note`,
  },
  filters: {
    is_handled: isFlag(sql`(i.handled_at is not null)`),
    created_at: inDates(sql`i.created_at`),
    kind: isOneOf(sql`i.kind`, kinds),
  },
  search: holds(sql`i.provider_ref`),
  key: sql`i.id`,
})

export const disputesTable = tableSource('disputes', {
  from: sql`payment_disputes d left join payments p on p.id = d.payment_row_id
    left join payment_attempts a on a.id = p.attempt_id ${ofAttempt}`,
  columns: {
    id: sql`d.id`,
    created_at: sql`d.created_at`,
    provider: sql`d.provider`,
    dispute_id: sql`d.dispute_id`,
    status: sql`d.status`,
    reason: sql`d.reason`,
    amount: sql`d.amount_minor`,
    held: sql`d.held_minor`,
    lost: sql`d.lost_minor`,
    currency: sql`coalesce(d.currency, p.currency)`,
    ...about,
    respond_by: sql`d.respond_by`,
  },
  filters: { status: isOneOf(sql`d.status`, statuses), created_at: inDates(sql`d.created_at`) },
  search: holds(sql`d.dispute_id`),
  key: sql`d.id`,
})
