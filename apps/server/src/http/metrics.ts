import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { isDatabaseAway } from '#db/connection.ts'
import { libraries } from '#libraries.ts'
import { ignoredMessages } from '#outside/bus/ignored-messages.ts'
import { providerAnswers } from '#outside/payments/http.ts'
import { storageErrors } from '#outside/storage/errors.ts'
import { type GaugeRow, type GaugeSource, gauges } from '#platform/metrics/gauge-source.ts'
import { droppedSpans } from '#trace/spans.ts'
import type { AppOptions } from './app-options.ts'
import { openStreams } from './open-streams.ts'

/**
 * Upper limits of the histogram's buckets in seconds. Half of all calls take less than the third limit; the last limits
 * show calls that people notice as slow.
 */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/**
 * Metrics of memory, processor, event loop and garbage collection belong to the process, so all apps in it share them.
 */
let ofProcess: Registry | undefined

function registryOfProcess(): Registry {
  if (ofProcess) return ofProcess
  ofProcess = new libraries.promClient.Registry()
  libraries.promClient.collectDefaultMetrics({ register: ofProcess })
  ofProcess.registerMetric(providerAnswers.counter)
  ofProcess.registerMetric(storageErrors.counter)
  return ofProcess
}

/**
 * Counts and times the calls of this app, and returns a function that writes all metrics in the format of Prometheus.
 * The library for metrics is loaded after the first answer was sent, so that a start does not wait for it.
 */
export function countCalls(
  app: FastifyInstance,
  { db, pool, bus, config, replica }: Pick<AppOptions, 'db' | 'pool' | 'bus' | 'config' | 'replica'>,
  sources: readonly GaugeSource[],
): () => Promise<{ contentType: string; text: string }> {
  const startedAt = Date.now()
  let opened: ReturnType<typeof openFigures> | undefined
  const figures = () => {
    opened ??= openFigures({ pool, bus, config, replica }, startedAt)
    return opened
  }
  app.addHook('onResponse', async (request, reply) => {
    const { requests, durations } = figures()
    const route = request.routeOptions.url ?? 'unknown'
    requests.inc({ route, status: String(reply.statusCode) })
    durations.observe({ route }, reply.elapsedTime / 1000)
  })
  return async () => {
    const { registry } = figures()
    const ofBusiness = await readGauges(db, sources)
    const all = libraries.promClient.Registry.merge([registryOfProcess(), registry, ofBusiness])
    return { contentType: registry.contentType, text: await all.metrics() }
  }
}

function openFigures(
  { pool, bus, config, replica }: Pick<AppOptions, 'pool' | 'bus' | 'config' | 'replica'>,
  startedAt: number,
) {
  const { Counter, Gauge, Histogram, Registry } = libraries.promClient
  registryOfProcess()
  const registry = new Registry()
  const registers = [registry]
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
  new Gauge({
    name: 'nukkad_bus_lost',
    help: '1 while NATS is set up and does not answer',
    registers,
    collect() {
      this.set(config.natsUrl !== undefined && bus.shared() === undefined ? 1 : 0)
    },
  })
  if (replica)
    new Gauge({
      name: 'nukkad_replica_age_seconds',
      help: 'How old the facts of the standby may be that calls read from; infinite before it answers',
      registers,
      collect() {
        this.set(replica.ageMs() / 1000)
      },
    })
  new Gauge({
    name: 'nukkad_bus_ignored_messages',
    help: 'Messages of NATS since the start that this release does not know',
    registers,
    collect() {
      this.set(ignoredMessages.count)
    },
  })
  new Gauge({
    name: 'nukkad_trace_spans_dropped',
    help: 'Spans since the start that no collector of traces has',
    registers,
    collect() {
      this.set(droppedSpans.count)
    },
  })
  new Gauge({
    name: 'nukkad_open_streams',
    help: 'Open event streams',
    registers,
    collect() {
      this.set(openStreams.count)
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
  return { registry, requests, durations }
}

/**
 * Reads the business figures from one source after the other, so that a scrape takes one connection of the pool. A
 * source of business figures that fails is left out, so that the other sources are still reported. If no connection is
 * available, all remaining sources are left out: waiting for each source would take longer than the monitor waits, and
 * then no alert would fire.
 */
async function readGauges(db: AppOptions['db'], sources: readonly GaugeSource[]): Promise<Registry> {
  const { Gauge, Registry } = libraries.promClient
  const registry = new Registry()
  const rows: GaugeRow[] = []
  for (const read of sources)
    try {
      rows.push(...(await read(db)))
    } catch (error) {
      if (isDatabaseAway(error)) break
    }
  for (const [name, ofName] of Map.groupBy(rows, ({ name }) => name)) {
    const labelNames = Object.keys(ofName[0]!.labels ?? {})
    const gauge = new Gauge({ name, help: gauges[name], labelNames, registers: [registry] })
    for (const { labels = {}, value } of ofName) gauge.set(labels, value)
  }
  return registry
}
