import { Logger, type Runner, run, type Task } from 'graphile-worker'
import type pg from 'pg'
import { isDatabaseAway } from '#db/connection.ts'
import type { Services } from '#http/calls.ts'

/** What a feature hands to the worker: its tasks by name, and when the clock starts some of them. */
export type FeatureJobs = {
  tasks: Record<string, (payload: unknown, services: Services) => Promise<void>>
  /** Crontab lines of graphile-worker, such as `* * * * * open-and-close-stores`. */
  crontab?: readonly string[]
}

/**
 * Longer than any job may take: what is held for longer was held by a worker that died
 * (docs/reference/security.md#running-it).
 */
const LEASE_SECONDS = 90
const LOOK_EVERY_MS = 15_000
/** The longest pause between two tries (docs/reference/security.md#running-it). */
const MOST_PAUSE_SECONDS = 600

/**
 * Runs the jobs of all features until stopped. `pool` belongs to the database's owner. `isAlone`: no other process
 * works on this database, so that whatever is held at the start was left behind.
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
    pgPool: patient(pool),
    taskList,
    crontab: features.flatMap((feature) => feature.crontab ?? []).join('\n'),
    concurrency: 4,
    noHandleSignals: true,
    logger: quietLogger(services),
  })
  const looking = setInterval(() => {
    Promise.all([freeLostJobs(pool, LEASE_SECONDS), shortenPauses(pool)]).catch((error: Error) =>
      services.log.warn({ err: error }, 'lost and late jobs were not looked for'),
    )
  }, LOOK_EVERY_MS).unref()
  runner.events.once('stop', () => clearInterval(looking))
  return runner
}

/**
 * graphile-worker ends the whole process when it cannot write down how a job ended, unless the error has one of a few
 * codes after which it tries again. A database that is away or comes back has many others; through this pool they all
 * have one of those.
 */
function patient(pool: pg.Pool): pg.Pool {
  const connect = async (): Promise<pg.PoolClient> => {
    const client = await pool.connect().catch(throwToTryAgain)
    const query = (text: string | pg.QueryConfig, values?: unknown[]) =>
      client.query(text, values).catch(throwToTryAgain)
    return withOwn(client, 'query', query)
  }
  // The queue's listener asks with a callback and minds its own troubles.
  return withOwn(pool, 'connect', (then?: Parameters<typeof pool.connect>[0]) =>
    then ? pool.connect(then) : connect(),
  )
}

/** The same object but for one method. */
function withOwn<Thing extends object>(thing: Thing, name: keyof Thing, own: unknown): Thing {
  return new Proxy(thing, {
    get(target, property) {
      if (property === name) return own
      const value: unknown = Reflect.get(target, property)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** As after a serialisation failure: soon, and a hundred times. */
const TRY_AGAIN_CODE = '40001'

function throwToTryAgain(error: unknown): never {
  throw isDatabaseAway(error) ? Object.assign(error as Error, { code: TRY_AGAIN_CODE }) : error
}

/** Gives the jobs of dead workers to the living; graphile-worker itself waits four hours for that. */
async function freeLostJobs(pool: pg.Pool, olderThanSeconds: number): Promise<void> {
  await pool.query(
    `update graphile_worker._private_jobs set locked_at = null, locked_by = null
      where locked_at <= now() - make_interval(secs => $1)`,
    [olderThanSeconds],
  )
}

/** Brings failed jobs nearer that graphile-worker has put off further: its own pauses grow without this bound. */
export async function shortenPauses(pool: pg.Pool): Promise<void> {
  await pool.query(
    `update graphile_worker._private_jobs set run_at = now() + make_interval(secs => $1)
      where attempts between 1 and max_attempts - 1 and last_error is not null and locked_at is null
        and run_at > now() + make_interval(secs => $1)`,
    [MOST_PAUSE_SECONDS],
  )
}

/** The worker's own notes are for debugging; what goes wrong in a job is logged as an error. */
function quietLogger({ log }: Services): Logger {
  return new Logger(() => (level, message, meta) => {
    if (level === 'error') log.error({ meta: (meta as { error?: unknown } | undefined)?.error }, message)
    else log.debug(message)
  })
}
