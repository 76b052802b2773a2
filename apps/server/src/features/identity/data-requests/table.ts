import { tables } from '@nukkad/contract/tables/shapes.ts'
import { sql } from 'kysely'
import { holds, inDates, isFlag, isId, isOneOf } from '#platform/tables/filters.ts'
import { tableSource } from '#platform/tables/source.ts'

const isLate = sql`(r.state = 'open' and r.due_at < now())`
const { filters } = tables.data_requests
const held = ({ labels }: { labels: object }) => Object.fromEntries(Object.keys(labels).map((word) => [word, word]))

/** The dashboard table of data requests. Deleted customers appear without their names. */
export const dataRequestsTable = tableSource('data_requests', {
  from: sql`data_requests r join users u on u.id = r.user_id left join users n on n.id = r.noted_by
            left join users d on d.id = r.decided_by`,
  columns: {
    id: sql`r.id`,
    person_id: sql`r.user_id`,
    person: sql`u.name`,
    kind: sql`r.kind`,
    state: sql`r.state`,
    asked_at: sql`r.asked_at`,
    due_at: sql`r.due_at`,
    is_late: isLate,
    // `noted_by` names the member of staff who recorded the request; it is null where the customer made the request in
    // the app.
    noted_by: sql`case when r.noted_by is null then 'In the app' else n.name end`,
    note: sql`r.note`,
    decided_at: sql`r.decided_at`,
    decided_by: sql`case when r.decided_by = r.user_id then 'The customer' else d.name end`,
    reason: sql`r.reason`,
  },
  filters: {
    state: isOneOf(sql`r.state`, held(filters.state)),
    kind: isOneOf(sql`r.kind`, held(filters.kind)),
    is_late: isFlag(isLate),
    asked_at: inDates(sql`r.asked_at`),
    person: isId(sql`r.user_id`),
  },
  search: holds(sql`u.name`, sql`r.note`, sql`d.name`),
  key: sql`r.id`,
})
