import { hostname } from 'node:os'
import { libraries } from '#libraries.ts'
import { droppedSpans, type Span, type Trace } from './spans.ts'

/** Maximum number of waiting spans; if the collector is too slow, further spans are lost. */
const MAX_WAITING = 4096
const MAX_SENT_TOGETHER = 512
const SEND_EVERY_MS = 2000
/** Milliseconds for which a stopping server waits for a collector. */
const STOP_WITHIN_MS = 2000
const EXPORT_TIMEOUT_MS = 10_000

export type Export = {
  /** Queues the spans for the collector. */
  send: (trace: Trace) => void
  /** Sends as many of the waiting spans as the collector accepts in time. */
  stop: () => Promise<void>
}

/**
 * Sends spans in batches to an OpenTelemetry collector (OTLP over HTTP), for which no call waits. Spans that the
 * collector does not accept are counted in `droppedSpans`.
 * @param endpoint the URL of the collector, without `/v1/traces`
 * @param onFailure a function that is called for each failed try
 */
export function openExport({
  endpoint,
  onFailure,
  sendEveryMs = SEND_EVERY_MS,
}: {
  endpoint: string
  onFailure: (error: Error) => void
  sendEveryMs?: number
}): Export {
  const exporter = new libraries.otlp.OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: EXPORT_TIMEOUT_MS,
  })
  const waiting: Span[] = []
  let sending: Promise<void> | undefined

  const sendSome = (): Promise<void> => {
    const some = waiting.splice(0, MAX_SENT_TOGETHER)
    return new Promise((resolve) =>
      exporter.export(some.map(toReadable), ({ code, error }) => {
        if (code !== 0) {
          droppedSpans.count += some.length
          onFailure(error ?? new Error('the collector refused the spans'))
        }
        resolve()
      }),
    )
  }
  const sendAll = async (): Promise<void> => {
    while (waiting.length > 0) await sendSome()
  }
  const begin = (): Promise<void> => {
    sending ??= sendAll().finally(() => {
      sending = undefined
    })
    return sending
  }
  const timer = setInterval(() => void begin(), sendEveryMs).unref()

  return {
    send: (trace) => {
      const room = MAX_WAITING - waiting.length
      waiting.push(...trace.slice(0, room))
      droppedSpans.count += Math.max(0, trace.length - room)
    },
    stop: async () => {
      clearInterval(timer)
      const late = AbortSignal.timeout(STOP_WITHIN_MS)
      const tooLate = new Promise<void>((resolve) => late.addEventListener('abort', () => resolve(), { once: true }))
      await Promise.race([begin(), tooLate])
      void exporter.shutdown().catch(() => {})
    },
  }
}

const kinds = { internal: 0, server: 1, client: 2, consumer: 4 } as const
const ERROR_STATUS = 2
/** The names of attributes at the collector, from OpenTelemetry's conventions where these have a name. */
const attributeNames = {
  call: 'nukkad.call',
  audience: 'nukkad.audience',
  job: 'nukkad.job',
  provider: 'nukkad.provider',
  status: 'http.response.status_code',
  error: 'error.type',
  statement: 'db.query.text',
  tries: 'nukkad.tries',
} as const satisfies Record<keyof Span['attributes'], string>

type Exporter = InstanceType<typeof libraries.otlp.OTLPTraceExporter>
type ReadableSpan = Parameters<Exporter['export']>[0][number]

/** The resource has only attributes, because the exporter reads no other field of a resource. */
const resource = {
  attributes: { 'service.name': 'nukkad', 'service.instance.id': `${hostname()}-${process.pid}` },
} as unknown as ReadableSpan['resource']
const instrumentationScope = { name: 'nukkad' }

function toReadable(span: Span): ReadableSpan {
  const { traceId, parentId } = span
  const { statement } = span.attributes
  const given = Object.entries(span.attributes) as [keyof Span['attributes'], string | number | undefined][]
  return {
    name: span.name,
    kind: kinds[span.kind],
    spanContext: () => ({ traceId, spanId: span.id, traceFlags: 1 }),
    ...(parentId && {
      parentSpanContext: { traceId, spanId: parentId, traceFlags: 1, isRemote: span.isParentRemote },
    }),
    startTime: toParts(span.startedAt),
    endTime: toParts(span.endedAt),
    duration: toParts(span.endedAt - span.startedAt),
    ended: true,
    status: { code: span.attributes.error ? ERROR_STATUS : 0 },
    attributes: {
      ...Object.fromEntries(given.map(([name, value]) => [attributeNames[name], value])),
      ...(statement && { 'db.system.name': 'postgresql' }),
    },
    links: [],
    events: [],
    resource,
    instrumentationScope,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  }
}

/** Converts milliseconds to seconds and nanoseconds. */
function toParts(ms: number): [number, number] {
  const seconds = Math.floor(ms / 1000)
  return [seconds, Math.round((ms - seconds * 1000) * 1e6)]
}
