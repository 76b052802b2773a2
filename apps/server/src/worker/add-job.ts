import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'

/**
 * The total number of tries of a job: the first, then more after increasing delays of up to ten minutes
 * (docs/reference/security.md#operation).
 */
const MAX_TRIES = 8

export type JobToAdd = {
  /** The task that runs the job: a key in the `tasks` of some feature's `FeatureJobs`. */
  name: string
  payload: object
  /** If two waiting jobs have the same key, only the newer job stays. */
  key?: string
  runAt?: Date
}

/** Queues a job in the transaction that the job belongs to, so that it exists only if the transaction commits. */
export async function addJob(tx: Tx, { name, payload, key, runAt }: JobToAdd): Promise<void> {
  await sql`select queue_job(${name}, ${JSON.stringify(payload)}::json, ${key ?? null}, ${runAt ?? null}, ${MAX_TRIES})`.execute(
    tx,
  )
}
