import { sql } from 'kysely'
import { holds, inDates, isFlag, isOneOf, isText } from '#features/tables/filters.ts'
import { tableSource } from '#features/tables/source.ts'

const statuses = { open: 'open', won: 'won', lost: 'lost' }

export const paymentIssuesTable = tableSource('payment_issues', {
  from: sql`payment_issues i left join payments p on p.id = i.payment_row_id left join users h on h.id = i.handled_by`,
  columns: {
    id: sql`i.id`,
    created_at: sql`i.created_at`,
    kind: sql`i.kind`,
    provider: sql`i.provider`,
    provider_ref: sql`i.provider_ref`,
    reason: sql`i.reason`,
    amount: sql`p.amount_minor`,
    currency: sql`p.currency`,
    handled_by: sql`h.name`,
    handling_note: sql`i.handling_note`,
  },
  filters: {
    is_handled: isFlag(sql`(i.handled_at is not null)`),
    created_at: inDates(sql`i.created_at`),
    kind: isText(sql`i.kind`),
  },
  search: holds(sql`i.provider_ref`),
  key: sql`i.id`,
})

export const disputesTable = tableSource('disputes', {
  from: sql`payment_disputes d`,
  columns: {
    id: sql`d.id`,
    created_at: sql`d.created_at`,
    provider: sql`d.provider`,
    dispute_id: sql`d.dispute_id`,
    status: sql`d.status`,
    reason: sql`d.reason`,
    amount: sql`d.amount_minor`,
    currency: sql`d.currency`,
    respond_by: sql`d.respond_by`,
  },
  filters: { status: isOneOf(sql`d.status`, statuses), created_at: inDates(sql`d.created_at`) },
  search: holds(sql`d.dispute_id`),
  key: sql`d.id`,
})
