import { type RawBuilder, sql } from 'kysely'
import type { Db } from './connection.ts'
import type { DB } from './schema.ts'

const BATCH = 5000

/**
 * Deletes in steps, so that no statement runs long or locks many rows. Skips rows that another worker has locked; that
 * worker deletes them.
 */
export async function deleteInBatches(
  db: Db,
  table: keyof DB,
  { where, key = 'id' }: { where: RawBuilder<unknown>; key?: 'id' | 'key' },
): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)}
       where ${sql.ref(key)} in (
         select ${sql.ref(key)} from ${sql.table(table)} where ${where} limit ${BATCH} for update skip locked)`.execute(
      db,
    )
    if ((numAffectedRows ?? 0n) < BigInt(BATCH)) return
  }
}
