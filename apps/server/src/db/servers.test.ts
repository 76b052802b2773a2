import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type FaultProxy, openFaultProxy } from '#test/fault-proxy.ts'
import { type Db, inTransaction, isDatabaseAway, openDb, openPool } from './connection.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts'
import { listen } from './listen.ts'
import { NoServer, parseServers } from './servers.ts'

const WITHIN_MS = 30_000

describe('an address with several servers', () => {
  test('names each server, and keeps the rest of the address', () => {
    expect(
      parseServers('postgres://asha:p%40ss@one:5433,[::1],two/shop?sslmode=disable&target_session_attrs=primary'),
    ).toEqual({
      first: 'postgres://asha:p%40ss@one:5433/shop?sslmode=disable',
      servers: [
        { host: 'one', port: 5433 },
        { host: '::1', port: 5432 },
        { host: 'two', port: 5432 },
      ],
      role: 'primary',
    })
  })

  test('is an ordinary address if it names one server, unless that must be the primary', () => {
    expect(parseServers('postgres://asha@one:5433/shop')).toBeUndefined()
    expect(parseServers('postgres://asha@one:5433/shop?target_session_attrs=read-write')?.servers).toHaveLength(1)
  })

  test('can ask for a standby, also with one server', () => {
    const standby = { servers: [{ host: 'one', port: 5432 }], role: 'standby' }
    expect(parseServers('postgres://one/shop', 'standby')).toMatchObject(standby)
    expect(parseServers('postgres://one/shop?target_session_attrs=standby', 'standby')).toMatchObject(standby)
    expect(() => parseServers('postgres://one/shop?target_session_attrs=primary', 'standby')).toThrow(
      'target_session_attrs must be standby or read-only',
    )
  })

  test.each([
    ['postgres://one,one/shop', 'must name each server once'],
    ['postgres://one,/shop', 'must name its servers as host:port, separated by commas'],
    ['postgres://one:x,two/shop', 'must name its servers as host:port, separated by commas'],
    ['postgres://one:70000,two/shop', 'must name its servers as host:port, separated by commas'],
    ['postgres://one,two/shop?target_session_attrs=standby', 'target_session_attrs must be primary or read-write'],
  ])('%s is refused', (address, reason) => {
    expect(() => parseServers(address)).toThrow(reason)
  })
})

/** Returns a message of PostgreSQL's protocol: a type, the length, and the contents. */
function message(type: string, contents: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(contents.length + 4)
  return Buffer.concat([Buffer.from(type), length, contents])
}

test('a server that dies as soon as it has let a connection in fails the connection and not the process', async () => {
  const letsIn = message('R', Buffer.alloc(4))
  const isReady = message('Z', Buffer.from('I'))
  const dies = message('E', Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0'))
  // All messages arrive together, so the driver reads the error before the calling code has the connection.
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end(Buffer.concat([letsIn, isReady, dies])))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const pool = openPool(`postgres://asha@127.0.0.1:${port}/shop?target_session_attrs=primary`, { size: 1 })
  await expect(pool.query('select 1')).rejects.toSatisfy(isDatabaseAway)
  await pool.end()
  server.close()
})

type Server = { dataDir: string; postgres: EmbeddedPostgres; proxy: FaultProxy }

async function startServer(): Promise<Server> {
  const dataDir = mkdtempSync(join(tmpdir(), 'nukkad-servers-'))
  writeFileSync(join(dataDir, 'postgres-password'), 'the same on both', { mode: 0o600 })
  const postgres = await startEmbeddedPostgres({ dataDir })
  return { dataDir, postgres, proxy: await openFaultProxy(postgres.connection('postgres')) }
}

describe('two servers of which one is the primary', () => {
  let servers: [Server, Server]
  let address: string
  let pool: pg.Pool
  let db: Db

  beforeAll(async () => {
    servers = [await startServer(), await startServer()]
  })
  afterAll(async () => {
    for (const { postgres, proxy, dataDir } of servers) {
      await proxy.close()
      await postgres.stop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  })

  /** Runs statements on a server, even on a standby. */
  async function on({ postgres }: Server, ...statements: string[]): Promise<pg.QueryResult> {
    const client = new pg.Client({
      ...postgres.connection('postgres'),
      options: '-c default_transaction_read_only=off',
    })
    await client.connect()
    let result: pg.QueryResult | undefined
    for (const statement of statements) result = await client.query(statement)
    await client.end()
    return result!
  }

  /** Makes a server refuse writes as a standby does, and waits until it reports this. */
  async function demote(server: Server): Promise<void> {
    await on(server, "alter system set default_transaction_read_only = 'on'", 'select pg_reload_conf()')
  }

  async function promote(server: Server): Promise<void> {
    await on(server, 'alter system reset default_transaction_read_only', 'select pg_reload_conf()')
  }

  async function countRows(server: Server): Promise<number> {
    return Number((await on(server, 'select count(*) from written')).rows[0].count)
  }

  const write = (): Promise<unknown> => sql`insert into written (at) values (${new Date()})`.execute(db)
  const untilWritten = () => vi.waitFor(write, { timeout: WITHIN_MS, interval: 50 })

  beforeEach(async () => {
    for (const [place, server] of servers.entries()) {
      server.proxy.resume()
      await on(server, 'drop table if exists written', 'create table written (at timestamptz)')
      if (place === 0) await demote(server)
      else await promote(server)
    }
    const [{ port: one }, { port: two }] = servers.map(({ proxy }) => proxy.address) as [
      pg.ClientConfig,
      pg.ClientConfig,
    ]
    address = `postgres://nukkad:the%20same%20on%20both@127.0.0.1:${one},127.0.0.1:${two}/postgres`
    pool = openPool(address, { size: 3, asApplication: false, onError: () => {} })
    db = openDb(pool)
    return () => pool.end()
  })

  test('connections go to the primary, although another server is named first', async () => {
    await vi.waitFor(async () =>
      expect((await on(servers[0], 'show default_transaction_read_only')).rows).toBeDefined(),
    )
    await untilWritten()
    expect(await Promise.all(servers.map(countRows))).toEqual([0, 1])
  })

  test('after a failover the writes go to the new primary', async () => {
    await untilWritten()
    await promote(servers[0])
    servers[1].proxy.silence()
    await untilWritten()
    expect(await countRows(servers[0])).toBeGreaterThan(0)
  })

  test('a primary that becomes a standby but keeps its connections gets no more statements', async () => {
    await untilWritten()
    await promote(servers[0])
    await demote(servers[1])
    const before = await countRows(servers[1])
    await vi.waitFor(
      async () => {
        await write().catch((error: Error) => expect(isDatabaseAway(error)).toBe(true))
        expect(await countRows(servers[0])).toBeGreaterThan(0)
      },
      { timeout: WITHIN_MS, interval: 50 },
    )
    expect(await countRows(servers[1])).toBe(before)
  })

  test('if only standbys answer, a listener waits for the next primary and does not end the process', async () => {
    await demote(servers[1])
    const warn = vi.fn()
    const listening = listen(address, warn)
    await vi.waitFor(() => expect(warn).toHaveBeenCalledWith(expect.any(NoServer)), { timeout: WITHIN_MS })
    await promote(servers[1])
    await (await listening).close()
  })

  test('if only standbys answer, a call fails soon and says that there is no primary', async () => {
    await demote(servers[1])
    await vi.waitFor(
      async () => {
        const error = await write().then(
          () => undefined,
          (cause: unknown) => cause,
        )
        expect(error).toBeInstanceOf(NoServer)
        expect(isDatabaseAway(error)).toBe(true)
      },
      { timeout: WITHIN_MS, interval: 50 },
    )
    await promote(servers[1])
    await untilWritten()
  })

  /** Writes two rows in a transaction, and in its first run cuts the connection after the first or the last row. */
  async function writeThroughCut(cutAfter: 1 | 2): Promise<{ runs: number; error?: unknown }> {
    await untilWritten()
    let runs = 0
    const run = inTransaction(db, async (tx) => {
      runs += 1
      for (const row of [1, 2]) {
        await sql`insert into written (at) values (${new Date(0)})`.execute(tx)
        if (runs === 1 && row === cutAfter) servers[1].proxy.cut()
      }
    })
    const error = await run.then(
      () => undefined,
      (cause: unknown) => cause,
    )
    return { runs, error }
  }
  const countOld = async () =>
    (await on(servers[1], "select count(*)::int as count from written where at = 'epoch'")).rows[0].count as number

  test('a transaction whose connection is lost before the commit runs again, once', async () => {
    expect(await writeThroughCut(1)).toEqual({ runs: 2, error: undefined })
    expect(await countOld()).toBe(2)
  })

  test('a transaction whose connection is lost at its commit does not run again', async () => {
    const { runs, error } = await writeThroughCut(2)
    expect(runs).toBe(1)
    expect(isDatabaseAway(error)).toBe(true)
    expect(await countOld()).toBe(0)
  })
})
