import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startAnnouncing } from '#features/ordering/events/announce.ts'
import { type BusMessage, createLocalBus } from '#http/bus.ts'
import { createBuilders } from '#test/builders.ts'
import { type FaultProxy, openFaultProxy } from '#test/fault-proxy.ts'
import { openDb, openPool } from './connection.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts'
import { type Listening, listen } from './listen.ts'
import { migrate } from './migrate.ts'

/** Rounds of each kind of outage; `npm run prove` runs twenty. */
const ROUNDS = Number(process.env.LISTEN_ROUNDS ?? 1)
const WITHIN_MS = 30_000
const ROUND_MS = 60_000

type Server = {
  dataDir: string
  postgres: EmbeddedPostgres
  address: ReturnType<EmbeddedPostgres['connection']>
}

async function startServer(): Promise<Server> {
  const dataDir = mkdtempSync(join(tmpdir(), 'nukkad-listen-'))
  // Both servers get the same password, because a standby that takes over has the accounts of the primary.
  writeFileSync(join(dataDir, 'postgres-password'), 'the same on both', { mode: 0o600 })
  const postgres = await startEmbeddedPostgres({ dataDir })
  await migrate(postgres.connection('postgres'))
  return { dataDir, postgres, address: postgres.connection('postgres') }
}

async function stopServer({ dataDir, postgres }: Server): Promise<void> {
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

let server: Server
let proxy: FaultProxy
let listening: Listening
let pool: pg.Pool
let heard: bigint[]
let positionOf: () => Promise<bigint>

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => stopServer(server))

beforeEach(async () => {
  proxy = await openFaultProxy(server.address)
  await (await whenServing()).end()
  listening = await listen(proxy.address, () => {})
  pool = openPool(proxy.address, { size: 3, onError: () => {} })
  const db = openDb(pool)
  const bus = createLocalBus()
  heard = []
  const asha = await createBuilders(db).customer()
  const order = await createBuilders(db).order({ user_id: asha.id, store_id: (await createBuilders(db).store()).id })
  bus.subscribe(`user:${asha.id}`, ({ id }: BusMessage) => void heard.push(id!))
  const { lookForNew } = await startAnnouncing({ db, bus, log: pino({ level: 'silent' }) })
  listening.on('order_events', () => void lookForNew())
  const { id: order_id, store_id, user_id } = order
  positionOf = async () => {
    const client = await whenServing()
    try {
      const { rows } = await client.query<{ id: string }>(
        `insert into order_events (order_id, store_id, user_id, kind, to_status, actor)
         values ($1, $2, $3, 'test', 1, 'clock') returning id`,
        [order_id, store_id, user_id],
      )
      await client.query('select announce_events(1000)')
      const found = await client.query<{ position: bigint }>(
        'select position from order_announcements where event_id = $1',
        [rows[0]!.id],
      )
      return found.rows[0]!.position
    } finally {
      await client.end()
    }
  }
})
afterEach(async () => {
  await listening.close()
  await proxy.close()
  await pool.end()
})

/** Opens a connection that bypasses the proxy, as soon as the server accepts one. */
async function whenServing(to = server): Promise<pg.Client> {
  return vi.waitFor(
    async () => {
      const client = new pg.Client(to.address)
      client.on('error', () => {})
      await client.connect()
      return client
    },
    { timeout: WITHIN_MS, interval: 50 },
  )
}

async function countListeners(to = server): Promise<number> {
  const client = await whenServing(to)
  const { rows } = await client.query<{ count: number }>(
    "select count(*)::int as count from pg_stat_activity where query ilike 'listen settings%'",
  )
  await client.end()
  return rows[0]!.count
}

/** Ends connections of the server: only those that listen, or all except the test's own. */
async function terminate(which: 'listeners' | 'all'): Promise<number> {
  const client = await whenServing()
  const { rowCount } = await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where backend_type = 'client backend' and pid <> pg_backend_pid()
        and ($1 = 'all' or application_name = 'nukkad listener')`,
    [which],
  )
  await client.end()
  return rowCount ?? 0
}

function postmaster(): number {
  return Number(readFileSync(join(server.dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
}

/** Sends a signal to the server and waits until a new one runs. */
async function signalServer(signal: NodeJS.Signals): Promise<void> {
  const pid = postmaster()
  process.kill(pid, signal)
  await vi.waitFor(
    () => {
      if (postmaster() === pid) throw new Error('the old server is still there')
    },
    { timeout: WITHIN_MS, interval: 20 },
  )
  await (await whenServing()).end()
}

const breaks: Record<string, () => Promise<void>> = {
  'a fast stop': () => signalServer('SIGINT'),
  // A smart shutdown waits until all connections have ended, so the test ends them.
  'a smart stop': async () => {
    const client = await whenServing()
    const pid = postmaster()
    process.kill(pid, 'SIGTERM')
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    )
    await client.end()
    await vi.waitFor(
      () => {
        if (postmaster() === pid) throw new Error('the old server is still there')
      },
      { timeout: WITHIN_MS, interval: 20 },
    )
  },
  'an immediate stop': () => signalServer('SIGQUIT'),
  'kill -9 of the server': () => signalServer('SIGKILL'),
  'kill -9 of the backend that listens': async () => {
    const client = await whenServing()
    const { rows } = await client.query<{ pid: number }>(
      "select pid from pg_stat_activity where application_name = 'nukkad listener'",
    )
    for (const { pid } of rows) process.kill(pid, 'SIGKILL')
    await client.end().catch(() => {})
  },
  'one pg_terminate_backend': async () => void (await terminate('listeners')),
  'many pg_terminate_backend': async () => {
    for (let count = 0; count < 15; count++) await terminate('all')
  },
  'a cut connection': async () => proxy.cut(),
  'many cut connections': async () => {
    for (let count = 0; count < 15; count++) {
      proxy.cut()
      await terminate('listeners')
    }
  },
  'a network that drops every packet': async () => {
    proxy.silence()
    // The listener must notice without any event that the server does not answer; the server does not answer new
    // connections either.
    await vi.waitFor(async () => expect(await countListeners()).toBe(0), { timeout: WITHIN_MS, interval: 200 })
    proxy.resume()
  },
}

describe.each(Object.keys(breaks))('after %s', (name) => {
  test(
    `one connection listens, and each event arrives once and in order, ${ROUNDS} times`,
    async () => {
      const sent: bigint[] = []
      for (let round = 0; round < ROUNDS; round++) {
        sent.push(await positionOf())
        await breaks[name]!()
        // The first event may be sent before the listener listens again; the second is sent after that.
        sent.push(await positionOf())
        await vi.waitFor(() => expect(heard).toEqual(sent), { timeout: WITHIN_MS, interval: 20 })
        await vi.waitFor(async () => expect(await countListeners()).toBe(1), { timeout: WITHIN_MS, interval: 50 })
        sent.push(await positionOf())
        await vi.waitFor(() => expect(heard).toEqual(sent), { timeout: WITHIN_MS, interval: 20 })
      }
      expect(await countListeners()).toBe(1)
      expect(heard).toEqual(sent)
    },
    ROUNDS * ROUND_MS,
  )
})

test(
  `after a failover, one listener is connected to the new server and none to the old one, ${ROUNDS} times`,
  async () => {
    const other = await startServer()
    try {
      for (let round = 0; round < ROUNDS; round++) {
        const [from, to] = round % 2 === 0 ? [server, other] : [other, server]
        proxy.leadTo(to.address)
        await vi.waitFor(async () => expect(await countListeners(to)).toBe(1), { timeout: WITHIN_MS, interval: 50 })
        await vi.waitFor(async () => expect(await countListeners(from)).toBe(0), { timeout: WITHIN_MS, interval: 50 })
        const notified = vi.fn()
        listening.on('catalogue_changed', notified)
        const client = await whenServing(to)
        await client.query("notify catalogue_changed, 'moved'")
        await client.end()
        await vi.waitFor(() => expect(notified).toHaveBeenCalledWith('moved'), { timeout: WITHIN_MS, interval: 20 })
        expect(notified.mock.calls.filter(([payload]) => payload === 'moved')).toHaveLength(1)
      }
    } finally {
      proxy.leadTo(server.address)
      await stopServer(other)
    }
  },
  ROUNDS * ROUND_MS,
)

/** Copies the running server; `start` makes the copy a separate primary, like a standby that takes over. */
async function copyServer(): Promise<{ start: () => Promise<Server> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'nukkad-listen-'))
  await server.postgres.stop()
  execFileSync('cp', ['-a', `${server.dataDir}/.`, dataDir])
  server.postgres = await startEmbeddedPostgres({ dataDir: server.dataDir })
  server.address = server.postgres.connection('postgres')
  proxy.leadTo(server.address)
  const folder = join(dataDir, 'postgres')
  return {
    start: async () => {
      rmSync(join(folder, 'postmaster.pid'), { force: true })
      writeFileSync(join(folder, 'recovery.signal'), '')
      appendFileSync(join(folder, 'postgresql.auto.conf'), "restore_command = 'false'\n")
      const postgres = await startEmbeddedPostgres({ dataDir })
      const copy = { dataDir, postgres, address: postgres.connection('postgres') }
      const client = await whenServing(copy)
      await vi.waitFor(
        async () => {
          const { rows } = await client.query<{ pg_is_in_recovery: boolean }>('select pg_is_in_recovery()')
          expect(rows[0]!.pg_is_in_recovery).toBe(false)
        },
        { timeout: WITHIN_MS, interval: 20 },
      )
      await client.end()
      return copy
    },
  }
}

test('[GAP-81] after a failover that loses commits, every event of the new primary arrives once', {
  timeout: ROUND_MS,
}, async () => {
  const sent = [await positionOf()]
  const standby = await copyServer()
  // These events are announced after the copy was made, so the standby never has them.
  for (let count = 0; count < 3; count++) sent.push(await positionOf())
  await vi.waitFor(() => expect(heard).toEqual(sent), { timeout: WITHIN_MS, interval: 20 })
  const primary = await standby.start()
  const old = server
  try {
    server = primary
    proxy.leadTo(primary.address)
    // Announces as many events as the standby has lost, and one more after the listener listens again.
    for (let count = 0; count < 3; count++) sent.push(await positionOf())
    await vi.waitFor(async () => expect(await countListeners()).toBe(1), { timeout: WITHIN_MS, interval: 50 })
    sent.push(await positionOf())
    await vi.waitFor(() => expect(heard).toEqual(sent), { timeout: WITHIN_MS, interval: 20 })
    // All positions of the new primary are higher than those of the old one, so a stream that resumes after a position
    // of the old primary misses nothing.
    expect(sent).toEqual(sent.toSorted((one, other) => Number(one - other)))
  } finally {
    server = old
    await stopServer(primary)
  }
})

test('closing while the database is unreachable ends immediately and leaves no connection', async () => {
  proxy.silence()
  const gone = listening.close()
  await gone
  proxy.resume()
  await vi.waitFor(async () => expect(await countListeners()).toBe(0), { timeout: WITHIN_MS, interval: 50 })
})
