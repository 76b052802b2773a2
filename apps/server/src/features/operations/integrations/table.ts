import { sql } from 'kysely'
import { holds, inDates, isId, isOneOf, isText } from '#platform/tables/filters.ts'
import { tableSource } from '#platform/tables/source.ts'

/** Lists every webhook delivery with its last answer. */
export const webhookDeliveriesTable = tableSource('webhook_deliveries', {
  from: sql`webhook_deliveries d join webhook_events v on v.id = d.event_id join webhook_endpoints e on e.id = d.endpoint_id`,
  columns: {
    id: sql`d.id`,
    at: sql`d.created_at`,
    kind: sql`v.kind`,
    url: sql`e.url`,
    state: sql`d.status`,
    tries: sql`d.tries`,
    answer_status: sql`d.last_status`,
    ms: sql`d.last_ms`,
    fault: sql`d.last_fault`,
    next_try_at: sql`case when d.status = 'waiting' then d.next_try_at end`,
    last_try_at: sql`d.last_try_at`,
    message_id: sql`v.message_id`,
    body: sql`jsonb_build_object('type', v.kind, 'timestamp', v.at, 'data', v.payload)`,
    answer: sql`d.last_answer`,
  },
  filters: {
    state: isOneOf(sql`d.status`, { waiting: 'waiting', delivered: 'delivered', dead: 'dead' }),
    at: inDates(sql`d.created_at`),
    kind: isText(sql`v.kind`),
    endpoint: isId(sql`d.endpoint_id`),
  },
  search: holds(sql`v.kind`, sql`v.message_id`, sql`e.url`),
  key: sql`d.id`,
})
