import { sql } from 'kysely'
import { holds, inDates, isOneOf } from '#platform/tables/filters.ts'
import { tableSource } from '#platform/tables/source.ts'

const state = sql`case when b.cancelled_at is not null then 'cancelled' when b.finished_at is not null then 'sent'
                       when b.run_at > now() then 'scheduled' else 'sending' end`

/** Lists messages to customers. The hourly clean-up deletes the push deliveries after a week. */
export const broadcastsTable = tableSource('broadcasts', {
  from: sql`broadcasts b left join users staff on staff.id = b.staff_id`,
  columns: {
    id: sql`b.id`,
    title: sql`b.data ->> 'title'`,
    message: sql`b.data ->> 'message'`,
    state,
    run_at: sql`b.run_at`,
    to: sql`case when b.to_guests then 'Devices without an account' when b.segment is not null then 'A segment' when b.user_ids is null then 'All customers'
                 else cardinality(b.user_ids) || ' chosen' end`,
    told: sql`b.told`,
    pushed: sql`b.pushed`,
    reached: sql`case when b.run_at > now() - interval '7 days' then (
      select count(*)::int from push_deliveries d
       where d.message_key = 'broadcast:' || b.id and d.message_key like 'broadcast:%' and d.sent_at is not null) end`,
    staff: sql`staff.name`,
    finished_at: sql`b.finished_at`,
  },
  filters: {
    state: isOneOf(state, { scheduled: 'scheduled', sending: 'sending', sent: 'sent', cancelled: 'cancelled' }),
    run_at: inDates(sql`b.run_at`),
  },
  search: holds(sql`b.data ->> 'title'`, sql`b.data ->> 'message'`),
  key: sql`b.id`,
})
