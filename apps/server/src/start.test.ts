import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import net, { type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StreamEvent } from '@nukkad/contract/ordering/events.ts'
import pg from 'pg'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { openDb, openPool } from '#db/connection.ts'
import { createBuilders } from '#test/builders.ts'
import { cloneDatabase } from '#test/database.ts'
import { openFaultProxy } from '#test/fault-proxy.ts'

const WITHIN = { timeout: 30_000, interval: 50 }
type Address = Awaited<ReturnType<typeof cloneDatabase>>['address']

const ends: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function freePort(): Promise<number> {
  const server = net.createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

const urlOf = ({ user, password, host, port, database }: Address): string =>
  `postgres://${user}:${encodeURIComponent(password)}@${host.startsWith('/') ? 'localhost' : host}:${port}/${database}${
    host.startsWith('/') ? `?host=${encodeURIComponent(host)}` : ''
  }`

/** Starts a server process like an operator. */
async function startProcess(role: 'web' | 'worker' | 'all', databaseUrl: string, port?: number) {
  const dataDir = mkdtempSync(join(tmpdir(), 'nukkad-start-'))
  const at = port ?? (await freePort())
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), `--role=${role}`], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'development',
      DEMO: 'off',
      LOG_LEVEL: 'fatal',
      // Processes of one shop share its secret.
      APP_SECRET: 'a secret of 32 characters for tests',
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      PORT: String(at),
    },
    stdio: 'ignore',
  })
  const gone = new Promise((resolve) => child.once('exit', resolve))
  ends.push(async () => {
    child.kill('SIGTERM')
    await gone
    rmSync(dataDir, { recursive: true, force: true })
  })
  return { child: child as ChildProcess, gone, url: `http://127.0.0.1:${at}` }
}

const isReady = (url: string) => vi.waitFor(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200), WITHIN)

describe('a start before its database', () => {
  test('the port is open immediately, and everything works after the database starts', async () => {
    const { address, drop } = await cloneDatabase()
    ends.push(drop)
    const proxyPort = await freePort()
    const { url, child } = await startProcess('all', urlOf({ ...address, host: '127.0.0.1', port: proxyPort }))
    await vi.waitFor(async () => expect((await fetch(`${url}/healthz`)).status).toBe(200), WITHIN)
    const ready = await fetch(`${url}/readyz`)
    expect([ready.status, await ready.json()]).toMatchObject([503, { reasons: ['starting'] }])
    const call = await fetch(`${url}/public/api/get-settings`, { method: 'POST', body: '{}' })
    expect(call.status).toBe(503)
    expect(Number(call.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await call.json()).toMatchObject({ success: false, error: { code: 'TEMPORARILY_AWAY' } })

    const proxy = await openFaultProxy(address, proxyPort)
    ends.push(proxy.close)
    await isReady(url)
    const settings = await fetch(`${url}/public/api/get-settings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect(settings.status).toBe(200)
    expect(child.exitCode).toBeNull()
  }, 60_000)

  test('an occupied port ends the start with one sentence', async () => {
    const { address, drop } = await cloneDatabase()
    ends.push(drop)
    const taken = net.createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    ends.push(() => new Promise((resolve) => taken.close(resolve)))
    const { gone } = await startProcess('web', urlOf(address), (taken.address() as AddressInfo).port)
    expect(await gone).toBe(1)
  }, 60_000)
})

describe('two processes for requests and one for jobs', () => {
  test('orders and positions reach streams of the other process; each process listens once', async () => {
    const { address, drop } = await cloneDatabase()
    ends.push(drop)
    const pool = openPool(address, { size: 3, onError: () => {} })
    ends.push(() => pool.end())
    const db = openDb(pool)
    await db.insertInto('languages').values({ code: 'en', language_name: 'English', is_default: true }).execute()
    const database = urlOf(address)
    const [one, two] = [await startProcess('web', database), await startProcess('web', database)]
    await startProcess('worker', database)
    await Promise.all([isReady(one.url), isReady(two.url)])

    const build = createBuilders(db)
    const store = await build.store()
    const [ravi, asha] = [await build.rider({ stores: [store] }), await build.customer()]
    const order = await build.order({ user_id: asha.id, store_id: store.id, status: 2 })
    const heard: StreamEvent[] = []
    await readStream(two.url, asha.token, heard)
    const post = (name: string, body: object) =>
      fetch(`${one.url}/public/api/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${ravi.token}` },
        body: JSON.stringify(body),
      })
    expect((await post('delivery/accept-to-deliver', { order_id: order.id })).ok).toBe(true)
    await vi.waitFor(() => expect(heard).toMatchObject([{ type: 'order-status', orderstatus_id: 3 }]), WITHIN)
    await post('delivery/set-delivery-guy-gps-location', { delivery_lat: 12.94, delivery_long: 77.63, heading: 90 })
    await vi.waitFor(() => expect(heard[1]).toMatchObject({ type: 'rider-position', latitude: 12.94 }), WITHIN)

    const client = new pg.Client(address)
    await client.connect()
    const { rows } = await client.query(
      "select count(*)::int as count from pg_stat_activity where datname = current_database() and query ilike 'listen settings%'",
    )
    await client.end()
    expect(rows).toEqual([{ count: 3 }])
    expect(heard).toHaveLength(2)
  }, 90_000)
})

async function readStream(url: string, token: string, heard: StreamEvent[]): Promise<void> {
  const stop = new AbortController()
  ends.push(() => stop.abort())
  const response = await fetch(`${url}/public/api/events`, {
    headers: { authorization: `Bearer ${token}` },
    signal: stop.signal,
  })
  expect(response.status).toBe(200)
  void (async () => {
    let rest = ''
    for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + part).split('\n\n')
      rest = blocks.pop()!
      for (const block of blocks) {
        const data = block.match(/^data: (.*)$/m)?.[1]
        if (data) heard.push(JSON.parse(data))
      }
    }
  })().catch(() => {})
}
