import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'

export type PageRow = { id: number; name: string; slug: string; body: string }

/** Locks a page until the transaction ends. */
export async function lockPage(tx: Tx, which: { id: number } | { slug: string }): Promise<PageRow | undefined> {
  const [column, value] = 'id' in which ? (['id', which.id] as const) : (['slug', which.slug] as const)
  return tx
    .selectFrom('pages')
    .select(['id', 'name', 'slug', 'body'])
    .where(column, '=', value)
    .forUpdate()
    .executeTakeFirst()
}

/** Adds a static page. @returns undefined when another page has this path */
export async function insertPage(tx: Tx, page: Omit<PageRow, 'id'>): Promise<PageRow | undefined> {
  return tx
    .insertInto('pages')
    .values(page)
    .onConflict((conflict) => conflict.constraint('pages__slug').doNothing())
    .returning(['id', 'name', 'slug', 'body'])
    .executeTakeFirst()
}

/** Changes a static page. @returns undefined when another page has this path */
export async function updatePage(tx: Tx, { id, name, slug, body }: PageRow): Promise<PageRow | undefined> {
  const { rows } = await sql<PageRow>`
    update pages set name = ${name}, slug = ${slug}, body = ${body}, updated_at = now()
     where id = ${id} and not exists (select from pages where slug = ${slug} and id <> ${id})
    returning id, name, slug, body`.execute(tx)
  return rows[0]
}

/** Deletes a static page. */
export async function deletePage(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('pages').where('id', '=', id).execute()
}
