import { BlockList, isIPv6, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { CLIENTS_PER_NETWORK, clientOf } from './client.ts'
import { AppError } from './errors.ts'

const MAX_WAITING_FOR_A_CONNECTION = 200
export const MAX_LAG_MS = 200
/** Maximum number of connections: ten thousand for event streams, and as many for calls. */
const MAX_CONNECTIONS = 20_000
const MAX_CONNECTIONS_PER_CLIENT = 100
const SAMPLE_EVERY_MS = 100
const SAMPLES = 10

/** Interval at which Node checks connections for timeouts; the default is 30 s. */
export const CHECK_CONNECTIONS_EVERY_MS = 1000

/**
 * Routes that complete a customer's order, and that the server still serves under load while it refuses browsing; the
 * matched route counts, not the URL as typed.
 */
const lastToShed = /^((\/public)?\/api\/(place-order|payment|cancel-order|delivery|store-owner)|\/pay\/)/

/**
 * Refuses requests before the load stops everything (docs/reference/security.md#operation): browsing first, checkout
 * last. The lag of the event loop is the median delay of the last ten timers. Continuous load delays most of the timers
 * that measure the lag; one pause of the whole machine, however long, delays only one of them.
 */
export function guardAgainstOverload(
  app: FastifyInstance,
  {
    pool,
    trustedProxy,
    mostLagMs = MAX_LAG_MS,
  }: { pool: pg.Pool; trustedProxy: string | undefined; mostLagMs?: number | undefined },
): void {
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
    // The liveness check is answered even under load, because a supervisor that restarted the server would make the
    // load worse.
    if (request.url === '/healthz') return
    const pressure = Math.max(pool.waitingCount / MAX_WAITING_FOR_A_CONNECTION, lagMs / mostLagMs)
    if (pressure > (lastToShed.test(request.routeOptions.url ?? '') ? 2 : 1))
      throw new AppError('TEMPORARILY_AWAY', { retryAfter: 2 })
  })
  limitConnections(app, trustedProxy)
}

function limitConnections(app: FastifyInstance, trustedProxy: string | undefined): void {
  const { server } = app
  const open = new Map<string, number>()
  const proxies = listProxies(trustedProxy)
  server.maxConnections = MAX_CONNECTIONS
  server.headersTimeout = 10_000
  server.requestTimeout = 15_000
  server.keepAliveTimeout = 5000
  server.on('connection', (socket: Socket) => {
    const client = clientOf({ ip: socket.remoteAddress })
    // These addresses may open any number of connections: this machine, for developers, and proxies, because they serve
    // many clients.
    if (isLoopback(client.address) || isOneOf(proxies, client.address)) return
    const counted = [
      { key: client.key, max: MAX_CONNECTIONS_PER_CLIENT },
      { key: `network ${client.wide}`, max: MAX_CONNECTIONS_PER_CLIENT * CLIENTS_PER_NETWORK },
    ]
    if (counted.some(({ key, max }) => (open.get(key) ?? 0) >= max)) return void socket.destroy()
    for (const { key } of counted) open.set(key, (open.get(key) ?? 0) + 1)
    socket.once('close', () => {
      for (const { key } of counted) {
        const left = open.get(key)! - 1
        if (left > 0) open.set(key, left)
        else open.delete(key)
      }
    })
  })
}

/** Returns the addresses and networks of `TRUSTED_PROXY`. */
function listProxies(trustedProxy = ''): BlockList {
  const list = new BlockList()
  for (const entry of trustedProxy.split(',').filter((text) => text.trim() !== '')) {
    const [address = '', bits] = entry.trim().split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return list
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')
const isOneOf = (list: BlockList, address: string): boolean => list.check(address, familyOf(address))

export function isLoopback(address: string): boolean {
  return address === '::1' || address.endsWith('127.0.0.1')
}
