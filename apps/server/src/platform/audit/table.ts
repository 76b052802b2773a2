import { sql } from 'kysely'
import { holds, inDates, isId, isText } from '#platform/tables/filters.ts'
import { tableSource } from '#platform/tables/source.ts'

/** Lists the audit log, newest first. Names are read now, because the rows store only ids. */
export const auditTable = tableSource('audit', {
  from: sql`audit_entries a left join users actor on actor.id = a.actor_id left join users other on other.id = a.acting_for_id
            left join api_keys k on k.id = a.api_key_id`,
  columns: {
    id: sql`a.id`,
    at: sql`a.at`,
    actor: sql`actor.name`,
    acting_for: sql`other.name`,
    action: sql`a.action`,
    object_type: sql`a.object_type`,
    object_id: sql`a.object_id`,
    reason: sql`a.reason`,
    before: sql`a.before`,
    after: sql`a.after`,
    address: sql`host(a.address)`,
    key: sql`k.name`,
  },
  filters: {
    at: inDates(sql`a.at`),
    actor: isId(sql`a.actor_id`),
    object_type: isText(sql`a.object_type`),
  },
  search: holds(sql`a.action`, sql`a.object_id`, sql`actor.name`),
  key: sql`a.id`,
})
