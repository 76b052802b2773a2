import { tables } from '@nukkad/contract/tables/shapes.ts'
import { sql } from 'kysely'
import { holds, inDates, isId, isOneOf } from '#platform/tables/filters.ts'
import { tableSource } from '#platform/tables/source.ts'

const outcome = sql`coalesce(i.refusal, 'in')`
const { filters } = tables.sign_ins
/** Maps each filter value to itself, because the columns store the same words. */
const held = ({ labels }: { labels: object }) => Object.fromEntries(Object.keys(labels).map((word) => [word, word]))

/** The dashboard table of sign-ins and refusals, newest first. */
export const signInsTable = tableSource('sign_ins', {
  from: sql`sign_ins i left join users u on u.id = i.user_id left join users s on s.id = i.acting_staff_id`,
  columns: {
    id: sql`i.id`,
    at: sql`i.at`,
    person_id: sql`i.user_id`,
    person: sql`u.name`,
    outcome,
    audience: sql`i.audience`,
    way: sql`i.way`,
    acting_staff: sql`s.name`,
    device: sql`i.device`,
    network: sql`i.network::text`,
  },
  filters: {
    at: inDates(sql`i.at`),
    person: isId(sql`i.user_id`),
    outcome: isOneOf(outcome, held(filters.outcome)),
    audience: isOneOf(sql`i.audience`, held(filters.audience)),
    way: isOneOf(sql`i.way`, held(filters.way)),
  },
  search: holds(sql`u.name`, sql`i.device`, sql`i.network::text`),
  key: sql`i.id`,
})
