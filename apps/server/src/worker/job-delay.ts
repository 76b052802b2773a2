import { sql } from 'kysely'
import type { Db } from '#db/connection.ts'

/** Returns by how many seconds the oldest job that is due has been waiting; 0 if no job is due. */
export async function readJobDelay(db: Db): Promise<number> {
  const { rows } = await sql<{ late: number }>`
    select coalesce(greatest(0, extract(epoch from now() - min(run_at))), 0)::float8 as late
      from waiting_jobs() as run_at`.execute(db)
  return rows[0]!.late
}
