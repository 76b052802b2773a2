import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import type { Db } from '#db/connection.ts'

/** Waits until exactly `count` connections to the database of a test wait for a lock; at most five seconds. */
export async function waitsForLock(db: Db, count = 1): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } = await sql<{ count: number }>`
      select count(distinct pid)::int as count from pg_locks l join pg_stat_activity a using (pid)
       where not l.granted and a.datname = current_database()`.execute(db)
    expect(rows[0]!.count).toBe(count)
  }, 5000)
}
