import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import net, { type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { StreamEvent } from '@nukkad/contract/ordering/events.ts'
import pg from 'pg'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { openDb, openPool } from '#db/connection.ts'
import { mapStack } from '#map-stack.ts'
import { createBuilders } from '#test/builders.ts'
import { cloneDatabase } from '#test/database.ts'
import { openFaultProxy } from '#test/fault-proxy.ts'
import { buildServer } from '../../../scripts/build-server.ts'

const WITHIN = { timeout: 60_000, interval: 50 }
type Address = Awaited<ReturnType<typeof cloneDatabase>>['address']

const ends: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})
/**
 * The folder for compiled code, which the processes of this file share, although each process has its own data folder.
 */
const compiled = mkdtempSync(join(tmpdir(), 'nukkad-compiled-'))
afterAll(() => rmSync(compiled, { recursive: true, force: true }))

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

const jsonHeaders = { 'content-type': 'application/json' }

type Start = { port?: number; dataDir?: string; env?: NodeJS.ProcessEnv; entry?: string }

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'nukkad-start-'))
  ends.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Starts a server process as an operator does. */
async function startProcess(role: 'web' | 'worker' | 'all', databaseUrl: string, start: Start = {}) {
  const { port = await freePort(), dataDir = newFolder(), env, entry = join(import.meta.dirname, 'main.ts') } = start
  const child = spawn(process.execPath, [entry, `--role=${role}`], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'development',
      DEMO: 'off',
      LOG_LEVEL: 'fatal',
      // All processes of one shop must have the same secret.
      APP_SECRET: 'a secret of 32 characters for tests',
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      PORT: String(port),
      NODE_COMPILE_CACHE: compiled,
      ...env,
    },
    stdio: 'ignore',
  })
  const gone = new Promise((resolve) => child.once('exit', resolve))
  ends.push(async () => {
    child.kill('SIGTERM')
    await gone
  })
  return { child: child as ChildProcess, gone, url: `http://127.0.0.1:${port}` }
}

const isReady = (url: string) => vi.waitFor(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200), WITHIN)

describe('a start before its database is available', () => {
  test('the port is open immediately, and everything works after the database has started', async () => {
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
  }, 120_000)

  test('an occupied port ends the start with one sentence', async () => {
    const { address, drop } = await cloneDatabase()
    ends.push(drop)
    const taken = net.createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    ends.push(() => new Promise((resolve) => taken.close(resolve)))
    const { gone } = await startProcess('web', urlOf(address), { port: (taken.address() as AddressInfo).port })
    expect(await gone).toBe(1)
  }, 120_000)
})

describe('a stop behind a proxy', () => {
  test('continues to serve for DRAIN_SECONDS while /readyz reports the stop; a second signal ends it', async () => {
    const { address, drop } = await cloneDatabase()
    ends.push(drop)
    const env = { DRAIN_SECONDS: '60' }
    const { url, child, gone } = await startProcess('web', urlOf(address), { env })
    await isReady(url)
    child.kill('SIGTERM')
    await vi.waitFor(async () => {
      const ready = await fetch(`${url}/readyz`)
      expect([ready.status, await ready.json()]).toMatchObject([503, { reasons: ['stopping'] }])
    }, WITHIN)
    const settings = await fetch(`${url}/public/api/get-settings`, { method: 'POST', headers: jsonHeaders, body: '{}' })
    expect(settings.status).toBe(200)
    await vi.waitFor(() => {
      child.kill('SIGTERM')
      expect(child.exitCode).toBe(1)
    }, WITHIN)
    await gone
  }, 120_000)
})

describe('a start loads only the code that it needs', () => {
  const lazy = readFileSync(join(import.meta.dirname, 'libraries.ts'), 'utf8').matchAll(
    /require\('((?:@\w+\/)?[\w-]+)/g,
  )
  const libraries = [...lazy].map(([, name]) => name!)
  const ours = ['apps/server/src/http/openapi.ts', 'packages/simulators/', 'demo/src/load/']

  test.each(['web', 'worker', 'all'] as const)(
    'with the role %s',
    async (role) => {
      const { address, drop } = await cloneDatabase()
      ends.push(drop)
      const list = join(newFolder(), 'modules')
      const hook = pathToFileURL(join(import.meta.dirname, '../test/list-modules.ts')).href
      const env = { LOADED_MODULES: list, NODE_OPTIONS: `--import=${hook}` }
      const { url } = await startProcess(role, urlOf(address), { env })
      if (role !== 'worker') await isReady(url)
      if (role !== 'web') await isWorking(address)

      const modules = readFileSync(list, 'utf8').split('\n')
      const loaded = (part: string) => modules.some((module) => module.includes(part))
      expect(loaded('apps/server/src/serve.ts')).toBe(true)
      expect(loaded('/node_modules/graphile-worker/')).toBe(role !== 'web')
      const needed = role === 'web' ? [] : ['graphile-worker']
      // The metrics library loads only after the first answer to a request, and a worker never answers one.
      const later = role === 'worker' ? [] : ['prom-client']
      const early = libraries.filter((name) => !later.includes(name))
      expect(early.filter((name) => loaded(`/node_modules/${name}/`))).toEqual(needed)
      expect(ours.filter((part) => loaded(`/${part}`))).toEqual([])
    },
    120_000,
  )
})

describe('the bundle that npm start runs', () => {
  test('serves calls and pages, and loads none of its sources', async () => {
    const { address, drop } = await cloneDatabase()
    ends.push(drop)
    const list = join(newFolder(), 'modules')
    const hook = pathToFileURL(join(import.meta.dirname, '../test/list-modules.ts')).href
    const env = { LOADED_MODULES: list, NODE_OPTIONS: `--import=${hook}` }
    const { url } = await startProcess('all', urlOf(address), { env, entry: await buildServer() })
    await isReady(url)
    await isWorking(address)
    const refused = await fetch(`${url}/public/api/login`, { method: 'POST', body: '{}', headers: jsonHeaders })
    expect(await refused.json()).toMatchObject({ success: false, error: { code: 'DONOTMATCH' } })
    // The reference page is loaded later; its logo and HTML are files next to the sources, so the bundle must find
    // them.
    expect(await (await fetch(`${url}/openapi.json`)).json()).toMatchObject({ openapi: '3.1.0' })
    expect((await fetch(`${url}/docs/`)).status).toBe(200)

    const modules = readFileSync(list, 'utf8').split('\n')
    expect(modules.filter((module) => module.includes('/apps/server/dist/')).length).toBeGreaterThan(2)
    expect(modules.filter((module) => /\/(apps|packages|demo)\/.*\.ts$/.test(module))).toEqual([])
  }, 120_000)

  test('logs an error with the lines of the sources', async () => {
    const folder = dirname(await buildServer())
    const lineOf = (path: string, text: string) =>
      readFileSync(path, 'utf8')
        .split('\n')
        .findIndex((line) => line.includes(text)) + 1
    const declared = 'export async function startParts('
    const built = join(folder, 'start-parts.js')
    const stack = `Error: no\n    at startParts (${pathToFileURL(built)}:${lineOf(built, 'async function startParts(')}:5)\n    at node:net:1`
    const source = join(import.meta.dirname, 'start-parts.ts')
    const expected = `at startParts (${pathToFileURL(source)}:${lineOf(source, declared)}:`
    expect(mapStack(stack)).toContain(expected)
    // The second time, the mapped position comes from the cache.
    expect(mapStack(stack)).toContain(expected)
    expect(mapStack('Error: no\n    at file:///nowhere.js:1:2')).toBe('Error: no\n    at file:///nowhere.js:1:2')
  }, 60_000)
})

describe('compiled code', () => {
  test('is cached in the data folder for the next start', async () => {
    const { address, drop } = await cloneDatabase()
    ends.push(drop)
    const dataDir = newFolder()
    const { url, child, gone } = await startProcess('web', urlOf(address), {
      dataDir,
      env: { NODE_COMPILE_CACHE: undefined },
    })
    await isReady(url)
    child.kill('SIGTERM')
    await gone
    const files = readdirSync(join(dataDir, 'compile-cache'), { recursive: true, withFileTypes: true })
    expect(files.filter((file) => file.isFile()).length).toBeGreaterThan(100)
  }, 120_000)

  test('is optional: a server whose data folder cannot be written starts too', async () => {
    const { address, drop } = await cloneDatabase()
    ends.push(drop)
    const file = join(newFolder(), 'file')
    writeFileSync(file, '')
    const { url } = await startProcess('web', urlOf(address), {
      dataDir: join(file, 'data'),
      env: { NODE_COMPILE_CACHE: undefined },
    })
    await isReady(url)
  }, 120_000)
})

/** Waits for the schedule in the database, which the worker writes when it has started. */
async function isWorking(address: Address): Promise<void> {
  const client = new pg.Client(address)
  await client.connect()
  ends.push(() => client.end())
  await vi.waitFor(async () => {
    const { rows } = await client.query('select 1 from graphile_worker._private_known_crontabs limit 1')
    expect(rows).toHaveLength(1)
  }, WITHIN)
}

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
  }, 180_000)
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
