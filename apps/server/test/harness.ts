import { randomInt, randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CallName, Output, WireInput } from '@nukkad/contract/contract.ts'
import type { ErrorCode } from '@nukkad/contract/errors.ts'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll } from 'vitest'
import { buildApp } from '#app.ts'
import type { Config } from '#config.ts'
import { type DatabaseAddress, type Db, openDb, openPool } from '#db/connection.ts'
import { listen } from '#db/listen.ts'
import type { Replica } from '#db/replica.ts'
import type { Services } from '#http/calls.ts'
import { paymentAddresses } from '#outside/payments/adapters.ts'
import { createServices } from '#services.ts'
import { createBuilders } from './builders.ts'
import { settleBystanders } from './bystanders.ts'
import { cloneDatabase } from './database.ts'
import { keepExamples, noteAnswers } from './seen-answers.ts'

export type TestAnswer<Body = unknown> = {
  status: number
  body: Body
  headers: Record<string, string | string[] | number | undefined>
}

type CallOptions = {
  token?: string | undefined
  key?: string
  language?: string
  path?: string
  method?: 'POST' | 'GET'
  ip?: string
}

export type TestApp = {
  app: FastifyInstance
  db: Db
  pool: pg.Pool
  services: Services
  build: ReturnType<typeof createBuilders>
  /**
   * Makes one call over the wire. `token` is the token of a session; the parameters in the call's path are taken from
   * the input.
   */
  call: <Name extends CallName>(
    name: Name,
    input?: Partial<WireInput<Name>> & Record<string, unknown>,
    options?: CallOptions,
  ) => Promise<TestAnswer<Output<Name>>>
  /** Makes a call without types, for tests of bad input. */
  send: (
    url: string,
    options?: { method?: 'POST' | 'GET'; payload?: string | object; headers?: Record<string, string>; ip?: string },
  ) => Promise<TestAnswer>
}

/**
 * Starts a server on a separate database for the tests of one file: all parts that a request passes and a real pool,
 * but no sockets. A test file calls this function at its top; the returned object is filled before the first test. Test
 * files with generated requests set `isNoted: false`, because their answers do not count as tests of a call.
 */
export function useTestApp(options?: TestAppOptions): TestApp {
  const handle = {} as TestApp
  let close: () => Promise<void> = async () => {}
  beforeAll(async () => {
    const opened = await openTestApp(options)
    Object.assign(handle, opened)
    close = opened.close
  })
  afterAll(() => close())
  return handle
}

type TestAppOptions = {
  isNoted?: boolean
  /** Whether to add rows that no test uses. A test that counts all rows switches this off. */
  hasBystanders?: boolean
  /** Whether a test provokes an answer 500; in all other files such an answer fails the file. */
  mayFail?: boolean
  /**
   * The event-loop delay above which calls are refused. The limit is high, because a busy machine delays every event
   * loop; only the tests of overload set it lower.
   */
  mostLagMs?: number
  /** The function that receives each line that the server logs. */
  onLog?: (line: string) => void
  /** Configuration values that the test changes. */
  config?: Partial<Config>
  /** Returns the database address that the server uses; a test may return that of a proxy that it can break. */
  lineTo?: (address: Exclude<DatabaseAddress, string>) => Promise<DatabaseAddress>
  /** Returns the replica from which the tested server reads. */
  replicaOf?: (primary: Db) => Promise<Replica>
}

export async function openTestApp({
  isNoted = true,
  hasBystanders = true,
  mayFail = false,
  onLog,
  mostLagMs = Number.POSITIVE_INFINITY,
  config,
  lineTo = async (address) => address,
  replicaOf,
}: TestAppOptions = {}): Promise<TestApp & { close: () => Promise<void> }> {
  const { address: direct, drop } = await cloneDatabase()
  const address = await lineTo(direct)
  const pool = openPool(address, { size: 16, onError: () => {} })
  const db = openDb(pool)
  const log = onLog ? pino({ level: 'info' }, { write: onLog }) : pino({ level: process.env.TEST_LOG ?? 'silent' })
  await db.insertInto('languages').values({ code: 'en', language_name: 'English', is_default: true }).execute()
  // The rate limits of calls are raised so that they do not stop the tests; the limits have tests of their own.
  const limits = ['limitCallsPerMinute', 'limitPagesPerMinute']
  await db
    .insertInto('settings')
    .values(limits.map((key) => ({ key, value: '100000' })))
    .execute()
  // The folder for files that the tested app writes, which are mainly pictures. The folder is deleted together with the
  // database.
  const dataDir = join(tmpdir(), `nukkad-test-${randomUUID()}`)
  const services = await createServices({ config: { ...testConfig, dataDir, ...config }, db, address, log })
  if (replicaOf) services.replica = await replicaOf(db)
  const listening = await listen(address, () => {})
  await services.follow(listening)
  const build = createBuilders(db)
  const listChanged = hasBystanders ? await settleBystanders(db, build) : async () => []
  const app = await buildApp({ ...services, pool, logger: log, isStopping: () => false, mostLagMs })
  const failed: string[] = []
  app.addHook('onResponse', async (request, reply) => {
    if (reply.statusCode === 500) failed.push(request.url)
  })
  if (isNoted) noteAnswers(app)
  if (isNoted) keepExamples(app)
  await app.ready()
  const send: TestApp['send'] = async (url, { method = 'POST', payload, headers, ip } = {}) => {
    const answer = await app.inject({
      method,
      url,
      headers: { ...(payload !== undefined && { 'content-type': 'application/json' }), ...headers },
      payload: payload as string | undefined,
      remoteAddress: ip ?? `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
    })
    return { status: answer.statusCode, headers: answer.headers as TestAnswer['headers'], body: parse(answer.body) }
  }
  const call: TestApp['call'] = async (name, input = {}, { token, key, language, path, method = 'POST', ip } = {}) => {
    const url = `/public/api/${name}${path ?? ''}`
    const headers: Record<string, string> = {}
    if (token) headers.authorization = `Bearer ${token}`
    if (key) headers['idempotency-key'] = key
    if (language) headers['accept-language'] = language
    const answer = await send(url, {
      method,
      headers,
      ip,
      ...(method === 'POST' && { payload: JSON.stringify(input) }),
    })
    return answer as TestAnswer<never>
  }
  return {
    app,
    db,
    pool,
    services,
    build,
    call,
    send,
    close: async () => {
      await app.close()
      await listening.close()
      const changed = await listChanged()
      await services.replica?.stop()
      await pool.end()
      await drop()
      await rm(dataDir, { recursive: true, force: true })
      if (changed.length > 0) throw new Error(`rows that no test is about have changed: ${changed.join('; ')}`)
      if (failed.length > 0 && !mayFail) throw new Error(`answered with 500: ${failed.join(', ')}`)
    },
  }
}

/** A URL at which no server answers, in place of the outside parties. */
const nobody = 'http://127.0.0.1:9'

const testConfig: Omit<Config, 'dataDir'> = {
  mode: 'test',
  port: 0,
  host: '127.0.0.1',
  databaseUrl: undefined,
  replicaUrl: undefined,
  natsUrl: undefined,
  traces: undefined,
  demo: true,
  demoOrders: false,
  s3: undefined,
  publicUrl: 'https://shop.test',
  secret: 'a secret of 32 characters for tests',
  drainMs: 0,
  timeZone: 'Asia/Kolkata',
  trustedProxy: undefined,
  metricsToken: undefined,
  smsUrls: { twilio: nobody, msg91: nobody },
  socialUrls: {
    google: { login: nobody, keys: nobody, tokenInfo: nobody, userInfo: nobody },
    facebook: { login: nobody, graph: nobody },
  },
  push: { subject: 'mailto:push@shop.test', hosts: [] },
  paymentUrls: Object.fromEntries(Object.keys(paymentAddresses).map((name) => [name, nobody])),
  driveUrls: { api: nobody, token: nobody },
  webhookHosts: [],
  simulatesPayments: false,
  logLevel: 'silent',
  poolSize: 16,
  role: 'web',
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}

/** Returns the error code of a refusal, or undefined for any other answer. */
export function codeOf(answer: TestAnswer): ErrorCode | undefined {
  const { body } = answer
  if (body === null || typeof body !== 'object' || !('error' in body)) return undefined
  return (body.error as { code: ErrorCode }).code
}
