import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../apps/server/test/free-port.ts'
import { buildServer } from '../scripts/build-server.ts'

/**
 * Maximum time of a start of the product, in milliseconds. A slow machine that runs other tests in parallel needs more
 * than half a minute.
 */
const READY_WITHIN_MS = 180_000

/** The product as a process that can be killed: a demo city in a separate folder, started again after each kill. */
export type Product = {
  url: string
  /** Connects as the owner of the product's database, so that a test can read the actual data. */
  connect: () => Promise<pg.Client>
  /** Returns the process id of the server. */
  pid: () => number
  killServer: () => void
  /** Kills the database. Resolves when a new process of the database accepts connections. */
  killDatabase: (signal?: NodeJS.Signals) => Promise<void>
  restart: () => Promise<void>
  stop: () => Promise<void>
}

export async function startProduct(more: Record<string, string> = {}): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), 'nukkad-prove-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const server = await buildServer()
  let child: ChildProcess
  // The script ends the server even if the fault test fails, because a remaining server would also keep the test's
  // output open.
  process.once('exit', () => void child.kill('SIGTERM'))
  const launch = async (): Promise<void> => {
    child = spawn(process.execPath, [...process.execArgv, server], {
      env: {
        ...process.env,
        NODE_ENV: 'development',
        DATA_DIR: dataDir,
        PORT: String(port),
        LOG_LEVEL: 'fatal',
        DEMO: 'on',
        ...more,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    await whenReady(url)
  }
  await launch()
  return {
    url,
    connect: async () => {
      await whenReady(url)
      const client = new pg.Client({
        host: join(dataDir, 'postgres'),
        user: 'nukkad',
        password: readFileSync(join(dataDir, 'postgres-password'), 'utf8'),
        database: 'nukkad',
      })
      client.on('error', () => {})
      await client.connect()
      return client
    },
    pid: () => child.pid!,
    killServer: () => void child.kill('SIGKILL'),
    killDatabase: async (signal = 'SIGKILL') => {
      const pid = readPostmaster(dataDir)
      process.kill(pid, signal)
      while (readPostmaster(dataDir) === pid) await sleep(50)
      await whenReady(url)
    },
    restart: launch,
    stop: async () => {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await gone
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function whenReady(url: string): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS
  while (performance.now() < deadline) {
    const ready = await fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ready) return
    await sleep(50)
  }
  throw new Error('the product was not ready in time')
}

/** Returns the process id of the database, or 0 while the database does not run. */
function readPostmaster(dataDir: string): number {
  try {
    return Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return 0
  }
}
