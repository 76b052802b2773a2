import { Logger, type Runner, run, type Task } from 'graphile-worker'
import type pg from 'pg'
import type { Services } from '#http/calls.ts'

/** What a feature hands to the worker: its tasks by name, and when the clock starts some of them. */
export type FeatureJobs = {
  tasks: Record<string, (payload: unknown, services: Services) => Promise<void>>
  /** Crontab lines of graphile-worker, such as `* * * * * open-and-close-stores`. */
  crontab?: readonly string[]
}

/** Runs the jobs of all features until stopped. `pool` belongs to the database's owner. */
export async function startWorker({
  pool,
  services,
  features,
}: {
  pool: pg.Pool
  services: Services
  features: readonly FeatureJobs[]
}): Promise<Runner> {
  const tasks = features.flatMap((feature) => Object.entries(feature.tasks))
  const taskList = Object.fromEntries(
    tasks.map(([name, task]) => [name, ((payload) => task(payload, services)) satisfies Task]),
  )
  pool.on('connect', (client) => client.on('error', (error) => services.log.warn({ err: error }, 'worker connection')))
  return run({
    pgPool: pool,
    taskList,
    crontab: features.flatMap((feature) => feature.crontab ?? []).join('\n'),
    concurrency: 4,
    noHandleSignals: true,
    logger: quietLogger(services),
  })
}

/** The worker's own notes are for debugging; what goes wrong in a job is logged as an error. */
function quietLogger({ log }: Services): Logger {
  return new Logger(() => (level, message, meta) => {
    if (level === 'error') log.error({ meta: (meta as { error?: unknown } | undefined)?.error }, message)
    else log.debug(message)
  })
}
