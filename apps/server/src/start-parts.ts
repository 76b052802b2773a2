import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { buildApp } from '#app.ts'
import { type Config, ConfigError } from '#config.ts'
import { type DatabaseAddress, isDatabaseAway, openDb, openPool } from '#db/connection.ts'
import { nameSpace } from '#db/installation.ts'
import { type Listening, listen } from '#db/listen.ts'
import { prepareDatabase } from '#db/prepare.ts'
import { prepareEnrolment, prepareFirstAdmin } from '#features/identity/staff/first-admin.ts'
import { clearUnfinished } from '#features/operations/backup/take-backup.ts'
import { reportNode } from '#features/operations/system-status/report-node.ts'
import type { Services } from '#http/calls.ts'
import type { FrontDoor } from '#http/front-door.ts'
import { featureJobs } from '#jobs.ts'
import { logEvent } from '#log-events.ts'
import { createServices } from '#services.ts'
import { startWorker } from '#worker/worker.ts'

const DATABASE_RETRY_MS = [200, 500, 1000, 2000, 5000]

export type Stop = () => Promise<void>

type Start = {
  config: Config
  log: Logger
  /** Collects the functions that stop each part. */
  stops: Stop[]
  /** The open port; undefined for a worker, which answers no requests. */
  door: FrontDoor | undefined
  address: DatabaseAddress
  isStopping: () => boolean
}

/**
 * Waits for the database and starts all parts that need it. `serve.ts` loads this file, which imports all features,
 * while PostgreSQL starts.
 */
export async function startParts({ config, log, stops, door, address, isStopping }: Start): Promise<void> {
  // While the server stops, ended connections are not logged.
  const lost = (error: Error): void => void (isStopping() || logEvent(log, 'database.connection_lost', { err: error }))
  if (config.traces) stops.push((await import('#trace/start.ts')).startTraces(config.traces, log))
  if (config.s3) await (await import('#outside/storage/s3-access.ts')).proveAccess(config.s3, log)
  await whenDatabaseAnswers(() => prepareDatabase(address, config, log), log)

  const pool = openPool(address, {
    size: config.poolSize,
    onError: lost,
  })
  stops.push(() => pool.end())
  const till = config.simulatesPayments ? await openSimulatedTill(config, stops) : undefined
  const env = { ...process.env, ...till?.keys }
  const services = await whenDatabaseAnswers(() => createServices({ config, db: openDb(pool), address, log, env }), log)
  if (config.replicaUrl && door) stops.push(await readFromReplica(services, config.replicaUrl, lost))
  const listening = await followAnnouncements({ config, services, address, lost })
  stops.push(() => listening.close())
  await whenDatabaseAnswers(() => services.follow(listening), log)

  const startJobs = config.role === 'web' ? undefined : await prepareWorker({ config, services, address, stops, lost })
  if (door) {
    const app = await buildApp({ ...services, pool, logger: log, isStopping, door })
    await app.ready()
    stops.push(() => {
      door.shut()
      return app.close()
    })
    door.open()
    await till?.notify(door.url)
  }
  // The worker starts after the port is open, because jobs can wait longer than requests. From the start of the worker
  // on, a lost database must not end the server.
  await whenDatabaseAnswers(async () => startJobs?.(), log)
  stops.push(reportNode({ services, isStopping }))
  if (door) {
    const secrets = {
      firstAdmin: await whenDatabaseAnswers(() => prepareFirstAdmin(services.db), log),
      enrolment:
        config.mode === 'production' ? await whenDatabaseAnswers(() => prepareEnrolment(services.db), log) : undefined,
    }
    await announce(config, door.url, secrets)
  }
}

/** Lets calls read from the standbys at this database address; returns a function that ends these reads. */
async function readFromReplica(services: Services, url: string, onError: (error: Error) => void): Promise<Stop> {
  const { Replica } = await import('#db/replica.ts')
  const { config, db: primary, log } = services
  const pool = openPool(url, { size: config.poolSize, role: 'standby', onError })
  const onForeign = (): void => logEvent(log, 'database.replica_foreign')
  const replica = new Replica({ primary, db: openDb(pool), pool, onForeign })
  await replica.start()
  services.replica = replica
  return () => replica.stop()
}

type Follow = Pick<Start, 'config' | 'address'> & { services: Services; lost: (error: Error) => void }

/**
 * Receives the announcements of other processes: over NATS if the operator has set it up, otherwise from the database.
 */
async function followAnnouncements({ config, services, address, lost }: Follow): Promise<Listening> {
  if (!config.natsUrl) return listen(address, lost)
  const { shareAnnouncements } = await import('#outside/bus/share-announcements.ts')
  const space = await whenDatabaseAnswers(() => nameSpace(services.db, config.secret), services.log)
  const onBusError = (error: Error): void => logEvent(services.log, 'bus.failed', { err: error })
  try {
    return await shareAnnouncements({ url: config.natsUrl, space, address, warn: lost, onBusError })
  } catch (error) {
    if ((error as Error).name !== 'NatsRefused') throw error
    throw new ConfigError(`NATS_URL is not usable: NATS refuses it (${(error as Error).message}).`)
  }
}

type Worker = Pick<Start, 'config' | 'address' | 'stops'> & { services: Services; lost: (error: Error) => void }

/**
 * Returns a function that starts the worker. The worker is stopped after all parts whose functions are added to `stops`
 * later.
 */
async function prepareWorker({ config, services, address, stops, lost }: Worker): Promise<() => Promise<void>> {
  await whenDatabaseAnswers(() => clearUnfinished({ address, config, files: services.outside }), services.log)
  const pool = openPool(address, { size: 5, asApplication: false, isForJobs: true, onError: lost })
  pool.on('connect', (client) =>
    client.on('error', (error) => logEvent(services.log, 'worker.connection_lost', { err: error })),
  )
  let worker: Awaited<ReturnType<typeof startWorker>> | undefined
  stops.push(async () => {
    await worker?.stop()
    await pool.end()
  })
  return async () => {
    worker = await startWorker({ pool, services, features: featureJobs, isAlone: !config.databaseUrl })
  }
}

/** Starts the simulated providers of a demo; only a demo loads their code. */
async function openSimulatedTill(config: Config, stops: Stop[]) {
  const { simulatePayments } = await import('@nukkad/demo/simulate-payments.ts')
  const till = await simulatePayments(config)
  stops.push(till.close)
  return till
}

/**
 * Waits for the database, which may start later than the server. Any error other than an unreachable database, such as
 * a failed migration, ends the start.
 */
async function whenDatabaseAnswers<Result>(prepare: () => Promise<Result>, log: Services['log']): Promise<Result> {
  for (let tries = 0; ; tries++) {
    try {
      return await prepare()
    } catch (error) {
      const lost = [error, (error as Error).cause].find(isDatabaseAway)
      if (!lost) throw error
      const waitMs = DATABASE_RETRY_MS[Math.min(tries, DATABASE_RETRY_MS.length - 1)]!
      const { code } = lost as NodeJS.ErrnoException
      logEvent(log, 'database.unavailable', { code, waitMs })
      await sleep(waitMs)
    }
  }
}

type Secrets = { firstAdmin: string | undefined; enrolment: string | undefined }

async function announce(config: Config, url: string, { firstAdmin, enrolment }: Secrets): Promise<void> {
  const shown = config.publicUrl ?? url.replace('127.0.0.1', 'localhost')
  const lines = [
    `\n  Nukkad is open: ${shown}`,
    `  riders          ${shown}/delivery/login`,
    `  dashboard       ${shown}/dashboard`,
    `  reference       ${shown}/docs`,
  ]
  if (firstAdmin)
    lines.push('', `  Make the first administrator at ${shown}/dashboard/setup with this secret: ${firstAdmin}`)
  if (enrolment) lines.push('', `  An administrator sets up a first second factor with this secret: ${enrolment}`)
  if (config.demo) {
    const { demoLogins } = await import('@nukkad/demo/logins.ts')
    lines.push(`  outbox          ${shown}/outbox  (codes and messages that would have left)`)
    if (config.simulatesPayments) lines.push('  payments        all six providers are played here, no money moves')
    lines.push('')
    for (const login of demoLogins) lines.push(`  ${login.role.padEnd(15)} ${login.how}`)
  }
  process.stdout.write(`${lines.join('\n')}\n\n`)
}
