import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { measure } from './rig.ts'
import type { Row } from './stores.ts'

const root = join(import.meta.dirname, '..')
const dataDir = join(root, '.data', 'bench-start')
const PORT = 4803
const KIB_PER_MIB = 1024
/** Maximum milliseconds of the first start, which fills the demo city and may build the screens. */
const ANSWERS_WITHIN_MS = 600_000
/**
 * Wait in milliseconds before the benchmark measures the memory of an idle server, which frees memory within fifteen
 * seconds after its last work.
 */
const IDLE_AFTER_MS = 35_000

/**
 * A server that the benchmark starts: the command, the process whose memory counts, and the calls of the load with
 * their bodies.
 */
type Server = { script: string; pid: (child: number) => number; calls: readonly (readonly [string, string])[] }

const point = '"latitude":{lat},"longitude":{lng}'
const product: Server = {
  script: 'scripts/run.mjs',
  pid: () => Number.parseInt(readFileSync(join(dataDir, 'server.lock'), 'utf8'), 10),
  calls: [
    ['/public/api/get-settings', '{}'],
    ['/public/api/get-delivery-restaurants', `{${point}}`],
    ['/public/api/search-restaurants', `{"q":"dosa",${point}}`],
    ['/public/api/get-restaurant-items/namma-tiffin-room', '{}'],
  ],
}
const bare: Server = {
  script: 'bench/bare.ts',
  pid: (child) => child,
  calls: product.calls.map(([, body]) => ['/', body] as const),
}

/**
 * Measures a second `npm start` of the demo city, without npm's own time, which is part (f) of the benchmark: the time
 * to the first answered call, and the memory of the server before and after load. The lower bound of a start is a bare
 * `node:http` server.
 */
export async function benchStart(): Promise<Row[]> {
  const first = await start(product)
  await liftLimits()
  await first.stop()
  const own = await measureServer(product)
  const limit = await measureServer(bare)
  return [
    inverse('first answer of a second start, ms', own.firstMs, limit.firstMs, 0.12),
    inverse('memory of an idle server, MiB', own.idleMib, limit.idleMib, 0.5),
    inverse('memory at the end of load, MiB', own.busyMib, limit.busyMib, 0.35),
    inverse('memory of an idle server after load, MiB', own.loadedMib, limit.loadedMib, 0.4),
  ]
}

function inverse(what: string, own: number, limit: number, aim: number): Row {
  return { what, product: own, limit, ratio: limit / own, aim, note: 'the ratio shown is the inverse' }
}

async function measureServer(server: Server) {
  const { firstMs, child, stop } = await start(server)
  try {
    await sleep(IDLE_AFTER_MS)
    const pid = server.pid(child)
    const idleMib = memoryOf(pid)
    for (const [path, body] of server.calls) await measure(`http://127.0.0.1:${PORT}${path}`, body, { varied: 'town' })
    const busyMib = memoryOf(pid)
    await sleep(IDLE_AFTER_MS)
    return { firstMs, idleMib, busyMib, loadedMib: memoryOf(pid) }
  } finally {
    await stop()
  }
}

/** Starts a server and waits for the answer to its first call, asking every ten milliseconds. */
async function start({ script, calls }: Server) {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [join(root, script)], {
    env: {
      ...process.env,
      NODE_ENV: 'development',
      DEMO: 'on',
      DATA_DIR: dataDir,
      PORT: String(PORT),
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  process.once('exit', () => child.kill('SIGTERM'))
  while (!(await answers(calls[0]!))) {
    if (child.exitCode !== null || performance.now() - startedAt > ANSWERS_WITHIN_MS)
      throw new Error(`${script} did not answer`)
    await sleep(10)
  }
  const stop = async () => {
    child.kill('SIGTERM')
    await gone
  }
  return { firstMs: performance.now() - startedAt, child: child.pid!, stop }
}

function answers([path, body]: readonly [string, string]): Promise<boolean> {
  const headers = { 'content-type': 'application/json' }
  return fetch(`http://127.0.0.1:${PORT}${path}`, { method: 'POST', headers, body }).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** Lifts the rate limits of the demo city, because all calls of the load come from one IP address. */
async function liftLimits(): Promise<void> {
  const client = new pg.Client({
    host: join(dataDir, 'postgres'),
    user: 'nukkad',
    password: readFileSync(join(dataDir, 'postgres-password'), 'utf8'),
    database: 'nukkad',
  })
  await client.connect()
  await client.query(`
    insert into settings (key, value)
    select key, '1000000000' from unnest(array['limitCallsPerMinute', 'limitSearchesPerAddress']) key
        on conflict (key) do update set value = excluded.value`)
  await client.end()
}

/** Returns the resident memory of a process, on Linux. */
function memoryOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)![1]) / KIB_PER_MIB
}
