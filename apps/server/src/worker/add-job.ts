import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'

/**
 * Total tries: the first, then more after growing pauses of up to ten minutes (docs/reference/security.md#running-it).
 */
const MAX_TRIES = 8

export type JobToAdd = {
  /** A name of `FeatureJobs.tasks`. */
  name: string
  payload: object
  /** Of two waiting jobs with one key only the newer one stays. */
  key?: string
  runAt?: Date
}

/** Queues an effect in the transaction it belongs to: the job exists only if that commits. */
export async function addJob(tx: Tx, { name, payload, key, runAt }: JobToAdd): Promise<void> {
  await sql`select queue_job(${name}, ${JSON.stringify(payload)}::json, ${key ?? null}, ${runAt ?? null}, ${MAX_TRIES})`.execute(
    tx,
  )
}
