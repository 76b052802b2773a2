import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { providerAnswers } from '#outside/payments/http.ts'
import { type GaugeRow, type GaugeSource, gauges } from '#platform/metrics/gauge-source.ts'
import type { AppOptions } from './app-options.ts'

/** Seconds. Half of all calls take less than the third bucket; the last ones show calls that people notice. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/** Memory, processor, event loop and garbage collection belong to the process, so every app of it shares them. */
const ofProcess = new Registry()
collectDefaultMetrics({ register: ofProcess })
ofProcess.registerMetric(providerAnswers)

/** Counts and times the calls of this app. Returns a function that writes all figures in the format of Prometheus. */
export function countCalls(
  app: FastifyInstance,
  { db, pool }: Pick<AppOptions, 'db' | 'pool'>,
  sources: readonly GaugeSource[],
): { contentType: string; read: () => Promise<string> } {
  const registry = new Registry()
  const registers = [registry]
  const startedAt = Date.now()
  new Gauge({
    name: 'nukkad_up_seconds',
    help: 'Time since the start',
    registers,
    collect() {
      this.set(Math.round((Date.now() - startedAt) / 1000))
    },
  })
  new Gauge({
    name: 'nukkad_pool_connections',
    help: 'Connections to the database, and requests that wait for one',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'open' }, pool.totalCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
  const requests = new Counter({
    name: 'nukkad_requests_total',
    help: 'Answered requests by route and status',
    labelNames: ['route', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'nukkad_call_duration_seconds',
    help: 'Time from the request to the end of its answer',
    labelNames: ['route'],
    buckets: BUCKETS,
    registers,
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    requests.inc({ route, status: String(reply.statusCode) })
    durations.observe({ route }, reply.elapsedTime / 1000)
  })
  return {
    contentType: registry.contentType,
    read: async () => {
      const ofBusiness = await readGauges(db, sources)
      return Registry.merge([ofProcess, registry, ofBusiness]).metrics()
    },
  }
}

/**
 * Reads the figures of the business one source after the other, so that a scrape takes one connection of the pool. A
 * source that fails is left out, so that the others are still there.
 */
async function readGauges(db: AppOptions['db'], sources: readonly GaugeSource[]): Promise<Registry> {
  const registry = new Registry()
  const rows: GaugeRow[] = []
  for (const read of sources) rows.push(...(await read(db).catch(() => [])))
  for (const [name, ofName] of Map.groupBy(rows, ({ name }) => name)) {
    const labelNames = Object.keys(ofName[0]!.labels ?? {})
    const gauge = new Gauge({ name, help: gauges[name], labelNames, registers: [registry] })
    for (const { labels = {}, value } of ofName) gauge.set(labels, value)
  }
  return registry
}
