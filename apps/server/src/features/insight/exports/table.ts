import { tables } from '@nukkad/contract/tables/shapes.ts'
import { type SqlBool, sql } from 'kysely'
import { inDates, isOneOf } from '#platform/tables/filters.ts'
import { tableSource } from '#platform/tables/source.ts'

const { status } = tables.export_runs.filters

/** Lists only the reader's own export runs, as the page of exports does. */
export const exportRunsTable = tableSource('export_runs', {
  from: ({ userId }) => sql`(select r.*, p.name as plan from export_runs r left join export_plans p on p.id = r.plan_id
                              where r.user_id = ${userId}) r`,
  columns: {
    id: sql`r.id`,
    created_at: sql`r.created_at`,
    plan: sql`r.plan`,
    table: sql`r.table_name`,
    format: sql`r.format`,
    destination: sql`r.destination`,
    status: sql`r.status`,
    rows: sql`r.row_count`,
    fault: sql`r.fault`,
    done_at: sql`r.done_at`,
    link: sql`r.link`,
  },
  filters: {
    created_at: inDates(sql`r.created_at`),
    status: isOneOf(sql`r.status`, Object.fromEntries(Object.keys(status.labels).map((word) => [word, word]))),
  },
  key: sql`r.id`,
  ofStores: () => sql<SqlBool>`true`,
})
