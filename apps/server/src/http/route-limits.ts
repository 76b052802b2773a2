import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Services } from './calls.ts'
import { CLIENTS_PER_NETWORK, type Client, clientOf } from './client.ts'
import { AppError } from './errors.ts'

type Route = { method: string; url: string }

declare module 'fastify' {
  interface FastifyInstance {
    /** Lists every route of the server, for tests of all routes. */
    routes: readonly Route[]
  }
}

const WINDOW_MS = 60_000
/** Maximum number of clients that are counted; above this number, a new client replaces the oldest. */
const MAX_CLIENTS = 50_000

/** Routes without any limit, each with its reason. `route-limits.test.ts` checks that every other route has a limit. */
const unlimited: readonly (readonly [route: RegExp, reason: string])[] = [
  [/^\/healthz$/, 'Who restarts what does not answer would make a flood worse. It costs nothing.'],
  [
    /\/payment\/[\w-]+\/webhook$/,
    'Providers send all their events from few addresses, and none may be lost. A wrong signature costs one HMAC; events of providers that sign nothing have a limit of their own (`limitUnsignedNotices`).',
  ],
]

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether `limitCalls` (the setting `limitCallsPerMinute`) limits this route, instead of the limit on pages. */
    isCall?: boolean
  }
}

/** The weight of one request, by route; a route that is not listed has the weight of a page. */
const PAGE_WEIGHT = 10
const weights: readonly (readonly [route: RegExp, weight: number])[] = [
  [/^\/(assets|dashboard\/assets|docs\/static)\//, 1],
  [/^\/(version\.json|(dashboard\/)?manifest\.json|outbox\.css)$/, 1],
  [/^\/readyz$/, 2],
  // Browsers open these URLs when a payer comes back from the provider, so one request weighs less than a page.
  [/^\/((public\/)?api\/.*payment|pay\/)/, 2],
]
const file = /\.[a-z0-9]{2,11}$/i

/**
 * Limits every route that is not a call, by its weight, for each client and for the network around it. The counts of
 * requests are in memory, so each process has its own.
 * @param mayGoOn whether a request above the limit may pass under a separate limit (`createDeviceShare`)
 */
export function limitRoutes(
  app: FastifyInstance,
  settings: Services['settings'],
  mayGoOn: (request: FastifyRequest) => Promise<boolean>,
): void {
  const routes: Route[] = []
  app.decorate('routes', routes)
  app.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) routes.push({ method: each, url })
  })
  const windows = new Map<string, { spent: number; endsAt: number }>()
  /** Counts a request. Returns the milliseconds to wait; 0 while the client is within the limit. */
  const take = (key: string, weight: number, most: number): number => {
    const now = performance.now()
    const window = windows.get(key)
    if (!window || window.endsAt <= now) {
      windows.delete(key)
      windows.set(key, { spent: weight, endsAt: now + WINDOW_MS })
      if (windows.size > MAX_CLIENTS) windows.delete(windows.keys().next().value!)
      return 0
    }
    window.spent += weight
    return window.spent > most ? window.endsAt - now : 0
  }
  const takeFrom = ({ key, wide }: Client, weight: number): number => {
    const most = settings.number('limitPagesPerMinute')
    // The network is checked first, so that a network above its limit adds no more clients to the count.
    const ofNetwork = wide === key ? 0 : take(wide, weight, most * CLIENTS_PER_NETWORK)
    return ofNetwork || take(key, weight, most)
  }
  app.addHook('onRequest', async (request) => {
    const { url: route = '', config } = request.routeOptions
    if (config.isCall || unlimited.some(([named]) => named.test(route))) return
    const waitMs = takeFrom(clientOf(request), weightOf(route, request.url))
    if (waitMs > 0 && !(await mayGoOn(request)))
      throw new AppError('TOO_MANY_REQUESTS', { retryAfter: Math.ceil(waitMs / 1000) })
  })
}

function weightOf(route: string, address: string): number {
  const path = address.split('?')[0]!
  // One route answers pages and files, so the path decides the weight; an unknown path that looks like a file weighs
  // little, because no page is rendered for it.
  if (route === '/*') return file.test(path) ? 1 : PAGE_WEIGHT
  return weights.find(([named]) => named.test(route))?.[1] ?? PAGE_WEIGHT
}
