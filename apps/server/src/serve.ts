import { setTimeout as sleep } from 'node:timers/promises'
import { type Logger, pino } from 'pino'
import { type Config, ConfigError, readConfig } from '#config.ts'
import type { DatabaseAddress } from '#db/connection.ts'
import { lockDataDir } from '#db/data-lock.ts'
import { startEmbeddedPostgres } from '#db/embedded.ts'
import { freeMemoryWhenIdle } from '#free-memory.ts'
import { openFrontDoor } from '#http/front-door.ts'
import { logEvent } from '#log-events.ts'
import { mapStack } from '#map-stack.ts'
import type { Stop } from '#start-parts.ts'

const STOP_WITHIN_MS = 10_000
const SAME_SIGNAL_MS = 1000

try {
  await start(readConfig(process.env, process.argv.slice(2)))
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : `Nukkad could not start: ${(error as Error).message}`)
  process.exit(1)
}

/** Starts all parts of the server in order and logs its URL; the parts stop in reverse order. */
async function start(config: Config): Promise<void> {
  const log = createLog(config)
  const stops: Stop[] = []
  let stopping = false
  const drainMs = config.role === 'worker' ? 0 : config.drainMs
  const ending = endOnSignal(log, drainMs)
  try {
    // Waits for a server that is still stopping, before the port is opened, because that server may hold it.
    await claimFolder(config, stops)
    const onBusy = () => logEvent(log, 'port.in_use', { port: config.port })
    const door = config.role === 'worker' ? undefined : await openFrontDoor({ ...config, onBusy })
    if (door) stops.push(door.close)
    const address = await openDatabase(config, log, stops)
    const { startParts } = await import('#start-parts.ts')
    await startParts({ config, log, stops, door, address, isStopping: () => stopping })
    freeMemoryWhenIdle()
    ending.whenStarted(async () => {
      stopping = true
      await sleep(drainMs)
      await stopAll(stops)
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
    // Loading the code takes as long as starting PostgreSQL, so both run in parallel. A failed load of the code ends
    // the start later, where the result of the load is awaited.
    onLaunched: () => void import('#start-parts.ts').catch(() => {}),
    onDeath: (err) => logEvent(log, err ? 'database.restart_failed' : 'database.died', { err }),
  })
  stops.push(() => embedded.stop())
  return embedded.connection('nukkad')
}

function createLog(config: Config): Logger {
  return pino({
    level: config.logLevel,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
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

function describeError(error: Error): object {
  const described = pino.stdSerializers.err(error)
  // A thrown value that is not an error has no stack.
  if (described.stack) described.stack = mapStack(described.stack)
  return described
}

/**
 * Stops the server on a signal, a closed terminal or an unexpected error: the server accepts no more requests, finishes
 * those in progress, and closes everything that it opened. Before it stops, the server keeps serving for `drainMs`,
 * while `/readyz` reports that it is stopping. During the start, no part of the server runs yet, so the process ends
 * immediately. A second signal ends the process without waiting.
 */
function endOnSignal(log: Logger, drainMs: number): { whenStarted: (stop: Stop) => void } {
  let stop: Stop | undefined
  let askedAt: number | undefined
  const end = (code: number): void => {
    askedAt = performance.now()
    if (!stop) process.exit(code)
    logEvent(log, 'server.stopping')
    setTimeout(() => process.exit(1), drainMs + STOP_WITHIN_MS + 2000).unref()
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
      // Ctrl+C signals every process of a command, and the runner also passes the signal on, so two signals in a short
      // time count as one.
      if (performance.now() - askedAt > SAME_SIGNAL_MS) process.exit(1)
    })
  process.on('uncaughtException', (error) => {
    // Ignores the error of writing to a closed terminal.
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
