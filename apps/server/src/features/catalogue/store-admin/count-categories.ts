import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'

/** Counts how many of these ids are store categories. */
export async function countCategories(tx: Tx, ids: readonly number[]): Promise<number> {
  const { rows } = await sql<{ found: number }>`
    select count(*)::int as found from store_categories where id = any (${ids}::int[])`.execute(tx)
  return rows[0]!.found
}
