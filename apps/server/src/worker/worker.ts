import type { Logger, Runner, TaskList } from 'graphile-worker'
import type pg from 'pg'
import { isDatabaseAway } from '#db/connection.ts'
import type { Services } from '#http/calls.ts'
import { libraries } from '#libraries.ts'
import { logEvent } from '#log-events.ts'
import { beginTrace, noteError } from '#trace/spans.ts'

/** Jobs of a feature: its tasks by name, and the times at which the scheduler starts some of them. */
export type FeatureJobs = {
  tasks: Record<string, (payload: unknown, services: Services) => Promise<void>>
  /** Lines in the crontab format of graphile-worker, such as `* * * * * open-and-close-stores`. */
  crontab?: readonly string[]
}

/**
 * Seconds after which the worker of a locked job counts as dead, more than any job may take
 * (docs/reference/security.md#operation).
 */
const LEASE_SECONDS = 90
const POLL_EVERY_MS = 15_000
/** Maximum pause between two tries of a job (docs/reference/security.md#operation). */
const MAX_PAUSE_SECONDS = 600

/**
 * Runs the jobs of all features until the worker is stopped. `pool` belongs to the database's owner. `isAlone` means
 * that no other process runs jobs of this database, so any job that is locked at the start was left by a process that
 * has ended.
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
  await freeLostJobs(pool, isAlone ? 0 : LEASE_SECONDS)
  const runner = await libraries.graphileWorker.run({
    pgPool: patient(pool),
    taskList: taskListOf(features, services),
    crontab: features.flatMap((feature) => feature.crontab ?? []).join('\n'),
    concurrency: 4,
    noHandleSignals: true,
    logger: quietLogger(services),
  })
  const looking = setInterval(() => {
    Promise.all([freeLostJobs(pool, LEASE_SECONDS), shortenPauses(pool)]).catch((error: Error) =>
      logEvent(services.log, 'worker.job_check_failed', { err: error }),
    )
  }, POLL_EVERY_MS).unref()
  runner.events.once('stop', () => clearInterval(looking))
  return runner
}

type Tasks = FeatureJobs['tasks']

/** Returns the tasks of all features in the form of graphile-worker. */
export function taskListOf(features: readonly Pick<FeatureJobs, 'tasks'>[], services: Services): TaskList {
  const tasks = features.flatMap((feature) => Object.entries(feature.tasks))
  return Object.fromEntries(tasks.map(([name, task]) => [name, (payload) => runTask(name, task, payload, services)]))
}

/**
 * Runs one job; if the job is traced, it is part of a trace, which continues the trace of the transaction that queued
 * the job.
 */
async function runTask(name: string, task: Tasks[string], sent: unknown, services: Services): Promise<void> {
  const { traceparent, ...payload } = sent as Record<string, unknown>
  const root = beginTrace({ kind: 'consumer', name, attributes: { job: name }, parent: traceparent, isOurs: true })
  if (!root) return task(payload, services)
  try {
    await root.run(() => task(payload, services))
  } catch (error) {
    noteError(root.span.attributes, error)
    throw error
  } finally {
    root.end()
  }
}

/**
 * Wraps the pool so that database errors have a code after which graphile-worker tries again. Without a code after
 * which it tries again, graphile-worker ends the whole process when it cannot record how a job ended, except for a few
 * error codes; an unreachable or restarting database has many other codes.
 */
function patient(pool: pg.Pool): pg.Pool {
  const connect = async (): Promise<pg.PoolClient> => {
    const client = await pool.connect().catch(throwToTryAgain)
    const query = (text: string | pg.QueryConfig, values?: unknown[]) =>
      client.query(text, values).catch(throwToTryAgain)
    return withOwn(client, 'query', query)
  }
  // A call with a callback comes from the queue's listener, which handles its own errors.
  return withOwn(pool, 'connect', (then?: Parameters<typeof pool.connect>[0]) =>
    then ? pool.connect(then) : connect(),
  )
}

/** Returns the same object with one method replaced. */
function withOwn<Thing extends object>(thing: Thing, name: keyof Thing, own: unknown): Thing {
  return new Proxy(thing, {
    get(target, property) {
      if (property === name) return own
      const value: unknown = Reflect.get(target, property)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** The code of a serialisation failure, after which graphile-worker tries again soon, up to a hundred times. */
const TRY_AGAIN_CODE = '40001'

function throwToTryAgain(error: unknown): never {
  if (!isDatabaseAway(error)) throw error
  // A new error carries this code, which graphile-worker reads, and has the original error as its cause, for the log.
  throw Object.assign(new Error((error as Error).message, { cause: error }), { code: TRY_AGAIN_CODE })
}

/** Releases the jobs of dead workers, because graphile-worker itself waits four hours before it releases them. */
async function freeLostJobs(pool: pg.Pool, olderThanSeconds: number): Promise<void> {
  await pool.query(
    `update graphile_worker._private_jobs set locked_at = null, locked_by = null
      where locked_at <= now() - make_interval(secs => $1)`,
    [olderThanSeconds],
  )
}

/** Shortens the pause of failed jobs to our maximum, because the pauses of graphile-worker grow without a limit. */
export async function shortenPauses(pool: pg.Pool): Promise<void> {
  await pool.query(
    `update graphile_worker._private_jobs set run_at = now() + make_interval(secs => $1)
      where attempts between 1 and max_attempts - 1 and last_error is not null and locked_at is null
        and run_at > now() + make_interval(secs => $1)`,
    [MAX_PAUSE_SECONDS],
  )
}

/** Logs the worker's own messages at debug level; failures in a job are logged as errors. */
function quietLogger({ log }: Services): Logger {
  return new libraries.graphileWorker.Logger(() => (level, message, meta) => {
    if (level === 'error')
      logEvent(log, 'worker.job_failed', { message, meta: (meta as { error?: unknown } | undefined)?.error })
    else logEvent(log, 'worker.message', { message })
  })
}
