import { setTimeout as sleep } from 'node:timers/promises'
import { type Logger, pino } from 'pino'
import { buildApp } from '#app.ts'
import { type Config, ConfigError, readConfig } from '#config.ts'
import { type DatabaseAddress, isDatabaseAway, openDb, openPool } from '#db/connection.ts'
import { lockDataDir } from '#db/data-lock.ts'
import { startEmbeddedPostgres } from '#db/embedded.ts'
import { listen } from '#db/listen.ts'
import { prepareDatabase } from '#db/prepare.ts'
import { prepareEnrolment, prepareFirstAdmin } from '#features/identity/staff/first-admin.ts'
import { clearUnfinished } from '#features/operations/backup/take-backup.ts'
import { openFrontDoor } from '#http/front-door.ts'
import { featureJobs } from '#jobs.ts'
import { logEvent } from '#log-events.ts'
import { createServices } from '#services.ts'
import { startWorker } from '#worker/worker.ts'

const STOP_WITHIN_MS = 10_000
const SAME_SIGNAL_MS = 1000
const DATABASE_RETRY_MS = [200, 500, 1000, 2000, 5000]

type Stop = () => Promise<void>

try {
  await start(readConfig(process.env, process.argv.slice(2)))
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : `Nukkad could not start: ${(error as Error).message}`)
  process.exit(1)
}

/** Starts all parts in order and logs the address; they stop in the opposite order. */
async function start(config: Config): Promise<void> {
  const log = createLog(config)
  const stops: Stop[] = []
  let stopping = false
  const ending = endOnSignal(log)
  // Connections that end because the server stops are not logged.
  const lost = (error: Error): void => void (stopping || logEvent(log, 'database.connection_lost', { err: error }))
  try {
    // Comes before the port, because a server that is still stopping may hold it.
    await claimFolder(config, stops)
    const onBusy = () => logEvent(log, 'port.in_use', { port: config.port })
    const door = config.role === 'worker' ? undefined : await openFrontDoor({ ...config, onBusy })
    if (door) stops.push(door.close)
    const address = await openDatabase(config, log, stops)
    await whenDatabaseAnswers(() => prepareDatabase(address, config, log), log)

    const pool = openPool(address, {
      size: config.poolSize,
      onError: lost,
    })
    stops.push(() => pool.end())
    const till = config.simulatesPayments ? await openSimulatedTill(config, stops) : undefined
    const env = { ...process.env, ...till?.keys }
    const services = await whenDatabaseAnswers(
      () => createServices({ config, db: openDb(pool), address, log, env }),
      log,
    )
    const listening = await listen(address, lost)
    stops.push(() => listening.close())
    await whenDatabaseAnswers(() => services.follow(listening), log)

    if (config.role !== 'web') {
      await clearUnfinished({ address, config })
      const workerPool = openPool(address, {
        size: 5,
        asApplication: false,
        isForJobs: true,
        onError: lost,
      })
      const worker = await startWorker({
        pool: workerPool,
        services,
        features: featureJobs,
        isAlone: !config.databaseUrl,
      })
      stops.push(async () => {
        await worker.stop()
        await workerPool.end()
      })
    }
    if (door) {
      const app = await buildApp({ ...services, pool, logger: log, isStopping: () => stopping, door })
      await app.ready()
      stops.push(() => app.close())
      const { url } = door
      door.open()
      await till?.notify(url)
      const secrets = {
        firstAdmin: await prepareFirstAdmin(services.db),
        enrolment: config.mode === 'production' ? await prepareEnrolment(services.db) : undefined,
      }
      await announce(config, url, secrets)
    }
    ending.whenStarted(() => {
      stopping = true
      return stopAll(stops)
    })
  } catch (error) {
    await stopAll(stops)
    throw error
  }
}

async function claimFolder(config: Config, stops: Stop[]): Promise<void> {
  if (config.databaseUrl) return
  const unlock = await lockDataDir(config.dataDir)
  stops.push(async () => unlock())
}

async function openDatabase(config: Config, log: Logger, stops: Stop[]): Promise<DatabaseAddress> {
  if (config.databaseUrl) return config.databaseUrl
  const embedded = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    endsWithProcess: true,
    onDeath: (err) => logEvent(log, err ? 'database.restart_failed' : 'database.died', { err }),
  })
  stops.push(() => embedded.stop())
  return embedded.connection('nukkad')
}

/** Starts the simulated providers of a demo; only a demo loads their code. */
async function openSimulatedTill(config: Config, stops: Stop[]) {
  const { simulatePayments } = await import('@nukkad/demo/simulate-payments.ts')
  const till = await simulatePayments(config)
  stops.push(till.close)
  return till
}

/**
 * Waits for the database, which may start later than the server; an error of ours (a failed migration) ends the start.
 */
async function whenDatabaseAnswers<Result>(prepare: () => Promise<Result>, log: Logger): Promise<Result> {
  for (let tries = 0; ; tries++) {
    try {
      return await prepare()
    } catch (error) {
      if (!isNotThereYet(error) && !isNotThereYet((error as Error).cause)) throw error
      const waitMs = DATABASE_RETRY_MS[Math.min(tries, DATABASE_RETRY_MS.length - 1)]!
      const { code } = error as NodeJS.ErrnoException
      logEvent(log, 'database.unavailable', { code, waitMs })
      await sleep(waitMs)
    }
  }
}

function isNotThereYet(error: unknown): boolean {
  return isDatabaseAway(error) || (error as NodeJS.ErrnoException | undefined)?.code === 'ENOTFOUND'
}

function createLog(config: Config): Logger {
  return pino({
    level: config.logLevel,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: [
      'req.headers.authorization',
      'req.headers.cookie',
      'token',
      'password',
      'otp',
      '*.token',
      '*.password',
      '*.otp',
    ],
  })
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

/**
 * Stops the server on a signal, a closed terminal or an unexpected error: it accepts no more requests, finishes the
 * running ones, then closes what it opened. During the start nothing runs yet, so it ends immediately. A second signal
 * does not wait.
 */
function endOnSignal(log: Logger): { whenStarted: (stop: Stop) => void } {
  let stop: Stop | undefined
  let askedAt: number | undefined
  const end = (code: number): void => {
    askedAt = performance.now()
    if (!stop) process.exit(code)
    logEvent(log, 'server.stopping')
    setTimeout(() => process.exit(1), STOP_WITHIN_MS + 2000).unref()
    stop().then(
      () => process.exit(code),
      (error: Error) => {
        logEvent(log, 'server.stop_failed', { err: error })
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const)
    process.on(signal, () => {
      if (askedAt === undefined) return end(0)
      // A terminal signals every process of a command, and the runner passes the signal on: both count as one press.
      if (performance.now() - askedAt > SAME_SIGNAL_MS) process.exit(1)
    })
  process.on('uncaughtException', (error) => {
    // Writing to a closed terminal raises this error.
    if (askedAt !== undefined) return
    logEvent(log, 'process.failed', { err: error })
    end(1)
  })
  return {
    whenStarted: (given) => {
      stop = given
    },
  }
}

async function stopAll(stops: Stop[]): Promise<void> {
  for (const stop of stops.splice(0).reverse()) await stop()
}
