import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CallName } from '@nukkad/contract/contract.ts'
import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { checkLedger } from '#features/ledger/wallet/checker.ts'
import { takeBackup } from '#features/operations/backup/take-backup.ts'
import { cloneDatabase } from '#test/database.ts'
import { type FaultProxy, openFaultProxy } from '#test/fault-proxy.ts'
import { type TestAnswer, type TestApp, useTestApp } from '#test/harness.ts'
import { allowSeconds, createClient, inTransaction, isDatabaseAway, openDb, openPool } from './connection.ts'
import { copyOut, openClient } from './copy.ts'
import { startEmbeddedPostgres } from './embedded.ts'

/** Maximum duration of a call in milliseconds. A call waits at most 5 s for a statement and 2 s for a connection. */
const LONGEST_MS = 15_000

let proxy: FaultProxy
const harness = useTestApp({
  isNoted: false,
  lineTo: async (address) => {
    proxy = await openFaultProxy(address)
    return proxy.address
  },
})

async function timed<Result>(body: () => Promise<Result>): Promise<{ result: Result; ms: number }> {
  const startedAt = performance.now()
  const result = await body()
  return { result, ms: performance.now() - startedAt }
}

const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'answered',
    (error: unknown) => error,
  )

describe('when the network drops every packet', () => {
  let asha: Awaited<ReturnType<TestApp['build']['customer']>>
  let itemId: number
  let storeId: number

  beforeAll(async () => {
    const { build } = harness
    asha = await build.customer()
    const store = await build.store()
    storeId = store.id
    itemId = (await build.item({ store_id: store.id })).id
  })
  beforeEach(async () => {
    // Waits until the calls hold connections, because the network must fail while the calls use them.
    await Promise.all(Array.from({ length: 16 }, () => sql`select pg_sleep(0.05)`.execute(harness.db)))
  })
  afterEach(async () => {
    proxy.resume()
    await vi.waitFor(async () => {
      expect((await harness.call('get-orders', {}, { token: asha.token })).status).toBe(200)
    }, 15_000)
  })

  test('every kind of call is answered with 503 and Retry-After within 15 s', async () => {
    const { token } = asha
    const order = {
      order: [{ id: itemId, restaurant_id: storeId, quantity: 1 }],
      method: 'COD',
      delivery_type: 1,
      partial_wallet: false,
      location: null,
    }
    proxy.silence()
    const calls: (() => Promise<TestAnswer>)[] = [
      () => harness.call('place-order', order as never, { token, key: crypto.randomUUID() }),
      () => harness.call('get-orders' as CallName, {}, { token }),
      () => harness.call('get-user-notifications' as CallName, {}, { token }),
      () => harness.call('get-restaurant-info' as CallName, {}, { path: '/some-store' }),
      () => harness.call('search-restaurants' as CallName, { latitude: 12.9, longitude: 77.6, q: 'dosa' }),
      () => harness.call('send-otp' as CallName, { phone: '+919876500001' }),
      () => harness.call('login' as CallName, { email: 'a@shop.test', password: 'wrong password' }),
      () => harness.call('delivery/get-delivery-orders' as CallName, {}, { token }),
      () => harness.call('dashboard/home' as CallName, {}, { token }),
    ]
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => calls)
        .flat()
        .map((make) => timed(make)),
    )
    for (const { result, ms } of answers) {
      expect([result.status, Number(result.headers['retry-after']) > 0]).toEqual([503, true])
      expect(ms).toBeLessThan(LONGEST_MS)
    }
  }, 60_000)

  test('an open transaction ends too, and leaves no changes', async () => {
    const begun = Promise.withResolvers<void>()
    const silenced = Promise.withResolvers<void>()
    const running = failure(
      inTransaction(harness.db, async (tx) => {
        await tx
          .insertInto('limit_counters')
          .values({ key: 'stalled', window_started_at: new Date(), hits: 1 })
          .execute()
        begun.resolve()
        await silenced.promise
        await sql`select 1`.execute(tx)
      }),
    )
    await begun.promise
    proxy.silence()
    silenced.resolve()
    const { result, ms } = await timed(() => running)
    expect(isDatabaseAway(result)).toBe(true)
    expect(ms).toBeLessThan(LONGEST_MS)
    proxy.resume()
    await vi.waitFor(async () => {
      const { rows } = await sql`select key from limit_counters where key = 'stalled'`.execute(harness.db)
      expect(rows).toEqual([])
    }, 15_000)
  }, 60_000)

  test('a query of the worker times out too, and its pool works again when the network is back', async () => {
    const pool = openPool(proxy.address, { size: 2, asApplication: false, isForJobs: true, onError: () => {} })
    await pool.query('select 1')
    proxy.silence()
    const { result, ms } = await timed(() => failure(pool.query('select 1')))
    expect(isDatabaseAway(result)).toBe(true)
    expect(ms).toBeLessThan(LONGEST_MS)
    proxy.resume()
    await vi.waitFor(() => pool.query('select 1'), 15_000)
    await pool.end()
  }, 60_000)

  test('settings that changed during the pause are read when the pool answers again', async () => {
    // Takes all connections of the pool, so that the announcement arrives while none is free with which to read the
    // change.
    const held = await Promise.all(Array.from({ length: 16 }, () => harness.pool.connect()))
    await held[0]!.query("insert into settings (key, value) values ('walletName', 'Purse')")
    const reload = vi.spyOn(harness.services.settings, 'reload')
    await held[0]!.query('notify settings_changed')
    await vi.waitFor(
      () => expect(reload.mock.settledResults.some(({ type }) => type === 'rejected')).toBe(true),
      15_000,
    )
    for (const client of held) client.release()
    await vi.waitFor(() => expect(harness.services.settings.get('walletName')).toBe('Purse'), 15_000)
  }, 60_000)

  test('a separate client fails its query when its connection is cut, and does not end the process', async () => {
    const client = createClient(proxy.address)
    await client.connect()
    const query = failure(client.query('select pg_sleep(30)'))
    proxy.cut()
    expect(isDatabaseAway(await query)).toBe(true)
    await client.end()
  })

  test('copying a table fails with a connection error if the network stalls midway', async () => {
    const client = await openClient(proxy.address, { isBounded: true })
    const copy = copyOut(client, "copy (select repeat('x', 1000) from generate_series(1, 500000)) to stdout")
    const chunks = copy[Symbol.asyncIterator]()
    await chunks.next()
    proxy.silence()
    const { result } = await timed(() =>
      failure(
        (async () => {
          for (;;) if ((await chunks.next()).done) return
        })(),
      ),
    )
    expect(isDatabaseAway(result)).toBe(true)
  }, 60_000)

  test('a backup gives up and leaves no file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'nukkad-stalled-'))
    const running = failure(
      takeBackup(
        { address: proxy.address, config: { dataDir: folder, secret: 'a secret of 32 characters for tests' } },
        join(folder, 'one.tar.gz'),
      ),
    )
    proxy.silence()
    expect(isDatabaseAway(await running)).toBe(true)
    expect(readdirSync(folder)).toEqual([])
    rmSync(folder, { recursive: true, force: true })
  }, 60_000)
})

test('a long statement continues only if its limit was raised', async () => {
  const { address, drop } = await cloneDatabase()
  const pool = openPool(address, { size: 2, onError: () => {} })
  const db = openDb(pool)
  const asleep = await failure(sql`select pg_sleep(20)`.execute(db))
  expect(isDatabaseAway(asleep)).toBe(true)
  const patient = await inTransaction(db, (tx) => allowSeconds(tx, 30, () => sql`select pg_sleep(5.5)`.execute(tx)))
  expect(patient.rows).toHaveLength(1)
  expect(await checkLedger(db)).toEqual([])
  // After the transaction with the longer limit, the usual limit applies again.
  expect(isDatabaseAway(await failure(sql`select pg_sleep(20)`.execute(db)))).toBe(true)
  await pool.end()
  await drop()
}, 60_000)

test('a paused database: statements fail, and work again after it resumes', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'nukkad-stalled-'))
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false })
  const pool = openPool(postgres.connection('postgres'), { size: 4, asApplication: false, onError: () => {} })
  const db = openDb(pool)
  await Promise.all(Array.from({ length: 4 }, () => sql`select pg_sleep(0.05)`.execute(db)))
  const signalAll = (signal: NodeJS.Signals): void => {
    const postmaster = Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
    for (const pid of [postmaster, ...childrenOf(postmaster)]) process.kill(pid, signal)
  }
  signalAll('SIGSTOP')
  try {
    const answers = await Promise.all(Array.from({ length: 8 }, () => timed(() => failure(sql`select 1`.execute(db)))))
    for (const { result, ms } of answers) {
      expect(isDatabaseAway(result)).toBe(true)
      expect(ms).toBeLessThan(LONGEST_MS)
    }
  } finally {
    signalAll('SIGCONT')
  }
  await vi.waitFor(() => sql`select 1`.execute(db), 15_000)
  await pool.end()
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
}, 60_000)

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent
      } catch {
        return false
      }
    })
    .map(Number)
}
