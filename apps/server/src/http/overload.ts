import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { clientOf } from './client.ts'
import { AppError } from './errors.ts'

const MOST_WAITING_FOR_A_CONNECTION = 200
export const MOST_LAG_MS = 200
const MOST_CONNECTIONS = 5000
const MAX_CONNECTIONS_PER_CLIENT = 100
const SAMPLE_EVERY_MS = 100
const SAMPLES = 10

/** Node looks only so often for connections that are over their time: without this, every 30 s. */
export const CHECK_CONNECTIONS_EVERY_MS = 1000

/**
 * Routes that finish what a customer began; under load they are served while browsing is turned away. The route that was
 * matched counts, not the address that was typed.
 */
const lastToShed = /^((\/public)?\/api\/(place-order|payment|cancel-order|delivery|store-owner)|\/pay\/)/

/**
 * Turns work away before it drowns everything (security document §16): browsing first, checkout last.
 * Event-loop lag is the median by which the last ten timers came late. Work that does not end makes most of them late;
 * a pause of the whole machine, however long, only one.
 */
export function guardAgainstOverload(app: FastifyInstance, pool: pg.Pool, mostLagMs = MOST_LAG_MS): void {
  const lagsMs = new Array<number>(SAMPLES).fill(0)
  let lagMs = 0
  let due = performance.now() + SAMPLE_EVERY_MS
  const sampler = setInterval(() => {
    const now = performance.now()
    lagsMs.shift()
    lagsMs.push(now - due)
    lagMs = lagsMs.toSorted((one, other) => one - other)[SAMPLES / 2]!
    due = now + SAMPLE_EVERY_MS
  }, SAMPLE_EVERY_MS)
  sampler.unref()
  app.addHook('onClose', async () => clearInterval(sampler))
  app.addHook('onRequest', async (request) => {
    // Busy is not dead: who restarts what does not answer this would make it worse.
    if (request.url === '/healthz') return
    const pressure = Math.max(pool.waitingCount / MOST_WAITING_FOR_A_CONNECTION, lagMs / mostLagMs)
    if (pressure > (lastToShed.test(request.routeOptions.url ?? '') ? 2 : 1))
      throw new AppError('TEMPORARILY_AWAY', { retryAfter: 2 })
  })
  limitConnections(app)
}

function limitConnections(app: FastifyInstance): void {
  const { server } = app
  const perClient = new Map<string, number>()
  server.maxConnections = MOST_CONNECTIONS
  server.headersTimeout = 10_000
  server.requestTimeout = 15_000
  server.keepAliveTimeout = 5000
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const { key } = clientOf({ ip: address })
    const open = (perClient.get(key) ?? 0) + 1
    // Our own proxy, and a person trying the product on one machine, may open as many as they need.
    if (open > MAX_CONNECTIONS_PER_CLIENT && !isLoopback(address)) return void socket.destroy()
    perClient.set(key, open)
    socket.once('close', () => {
      const left = (perClient.get(key) ?? 1) - 1
      if (left > 0) perClient.set(key, left)
      else perClient.delete(key)
    })
  })
}

export function isLoopback(address: string): boolean {
  return address === '::1' || address.endsWith('127.0.0.1')
}
