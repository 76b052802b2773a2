import { auditCodes, auditText } from '@nukkad/contract/audit-actions.ts'
import { sql } from 'kysely'
import { holds, inDates, isId, isOneOf, isText } from '#platform/tables/filters.ts'
import { tableSource } from '#platform/tables/source.ts'

const codes = Object.fromEntries(auditCodes.map((code) => [code, code]))
const inRow = holds(sql`a.action`, sql`a.object_id`, sql`actor.name`)

/**
 * Returns the actions whose text on the screen contains a string, because people search for the words that they see.
 */
function codesLike(part: string): string[] {
  return auditCodes.filter((code) => auditText(code).toLowerCase().includes(part.toLowerCase()))
}

/** Lists the audit log, newest first, with people's current names, because entries store only ids. */
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
    action: isOneOf(sql`a.action`, codes),
    object_type: isText(sql`a.object_type`),
  },
  search: (text) => sql`(a.action = any (${codesLike(text)}::text[]) or ${inRow(text)})`,
  key: sql`a.id`,
})
