import { sql } from 'kysely'
import { holds, inDates } from '#platform/tables/filters.ts'
import { tableSource } from '#platform/tables/source.ts'

export const pagesTable = tableSource('pages', {
  from: sql`pages p`,
  columns: { id: sql`p.id`, name: sql`p.name`, slug: sql`p.slug`, updated_at: sql`p.updated_at` },
  filters: { updated_at: inDates(sql`p.updated_at`) },
  search: holds(sql`p.name`, sql`p.slug`),
  key: sql`p.id`,
})
