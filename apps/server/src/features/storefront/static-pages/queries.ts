import { sql } from 'kysely'
import { columnList } from '#db/columns.ts'
import type { Tx } from '#db/connection.ts'
import { type PageRow, pageColumns } from '#platform/settings/queries.ts'

/** Locks a static page until the transaction ends. */
export async function lockPage(tx: Tx, which: { id: number } | { slug: string }): Promise<PageRow | undefined> {
  const [column, value] = 'id' in which ? (['id', which.id] as const) : (['slug', which.slug] as const)
  return tx.selectFrom('pages').select(pageColumns).where(column, '=', value).forUpdate().executeTakeFirst()
}

/** Adds a static page. @returns undefined when another page has this path */
export async function insertPage(tx: Tx, page: Omit<PageRow, 'id'>): Promise<PageRow | undefined> {
  return tx
    .insertInto('pages')
    .values(page)
    .onConflict((conflict) => conflict.constraint('pages__slug').doNothing())
    .returning(pageColumns)
    .executeTakeFirst()
}

/**
 * Changes a static page.
 * @throws DatabaseError naming pages__slug when another page has this path
 */
export async function updatePage(tx: Tx, { id, name, slug, body }: PageRow): Promise<PageRow> {
  const { rows } = await sql<PageRow>`
    update pages set name = ${name}, slug = ${slug}, body = ${body}, updated_at = now() where id = ${id}
    returning ${columnList('pages', pageColumns)}`.execute(tx)
  return rows[0]!
}

/** Deletes a static page. */
export async function deletePage(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('pages').where('id', '=', id).execute()
}
