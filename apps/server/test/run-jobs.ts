import { Logger, runOnce } from 'graphile-worker'
import { openPool } from '#db/connection.ts'
import { type FeatureJobs, taskListOf } from '#worker/worker.ts'
import type { TestApp } from './harness.ts'

/**
 * Runs every job that is due, and the due jobs that these jobs add, until none is left. Like the worker, the function
 * connects as the owner of the database. A job that fails waits for its next try.
 */
export async function runJobs({ pool, services }: TestApp, { tasks }: FeatureJobs): Promise<void> {
  const { host, port, user, password, database } = pool.options
  const address = { host: host!, port: port!, user: user!, password: String(password), database: database! }
  const pgPool = openPool(address, { size: 4, asApplication: false, isForJobs: true, onError: () => {} })
  const taskList = taskListOf([{ tasks }], services)
  try {
    await runOnce({ pgPool, taskList, noHandleSignals: true, logger: new Logger(() => () => {}) })
  } finally {
    await pgPool.end()
  }
}

type WaitingJob = { name: string; key: string | null; inSeconds: number; attempts: number; lastError: string | null }

/** Lists waiting jobs, the next one first. */
export async function listJobs({ pool }: TestApp): Promise<WaitingJob[]> {
  const client = await pool.connect()
  try {
    await client.query('set role none')
    const { rows } = await client.query<WaitingJob>(`
      select task_identifier as name, key, extract(epoch from run_at - now())::float8 as "inSeconds", attempts,
             last_error as "lastError"
        from graphile_worker.jobs order by run_at, id`)
    return rows
  } finally {
    await client.query('set role nukkad_app')
    client.release()
  }
}
