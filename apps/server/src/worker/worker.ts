import { Logger, type Runner, run, type Task } from 'graphile-worker'
import type pg from 'pg'
import type { Services } from '#http/calls.ts'

/** What a feature hands to the worker: its tasks by name, and when the clock starts some of them. */
export type FeatureJobs = {
  tasks: Record<string, (payload: unknown, services: Services) => Promise<void>>
  /** Crontab lines of graphile-worker, such as `* * * * * open-and-close-stores`. */
  crontab?: readonly string[]
}

/** Longer than any job may take: what is held for longer was held by a worker that died (security document §16). */
const LEASE_SECONDS = 90
const LOOK_EVERY_MS = 15_000

/**
 * Runs the jobs of all features until stopped. `pool` belongs to the database's owner. `isAlone`: no other process works
 * on this database, so that whatever is held at the start was left behind.
 */
export async function startWorker({
  pool,
  services,
  features,
  isAlone,
}: {
  pool: pg.Pool
  services: Services
  features: readonly FeatureJobs[]
  isAlone: boolean
}): Promise<Runner> {
  const tasks = features.flatMap((feature) => Object.entries(feature.tasks))
  const taskList = Object.fromEntries(
    tasks.map(([name, task]) => [name, ((payload) => task(payload, services)) satisfies Task]),
  )
  pool.on('connect', (client) => client.on('error', (error) => services.log.warn({ err: error }, 'worker connection')))
  await freeLostJobs(pool, isAlone ? 0 : LEASE_SECONDS)
  const runner = await run({
    pgPool: pool,
    taskList,
    crontab: features.flatMap((feature) => feature.crontab ?? []).join('\n'),
    concurrency: 4,
    noHandleSignals: true,
    logger: quietLogger(services),
  })
  const looking = setInterval(() => {
    freeLostJobs(pool, LEASE_SECONDS).catch((error: Error) =>
      services.log.warn({ err: error }, 'lost jobs were not looked for'),
    )
  }, LOOK_EVERY_MS).unref()
  runner.events.once('stop', () => clearInterval(looking))
  return runner
}

/** Gives the jobs of dead workers to the living; graphile-worker itself waits four hours for that. */
async function freeLostJobs(pool: pg.Pool, olderThanSeconds: number): Promise<void> {
  await pool.query(
    `update graphile_worker._private_jobs set locked_at = null, locked_by = null
      where locked_at <= now() - make_interval(secs => $1)`,
    [olderThanSeconds],
  )
}

/** The worker's own notes are for debugging; what goes wrong in a job is logged as an error. */
function quietLogger({ log }: Services): Logger {
  return new Logger(() => (level, message, meta) => {
    if (level === 'error') log.error({ meta: (meta as { error?: unknown } | undefined)?.error }, message)
    else log.debug(message)
  })
}
