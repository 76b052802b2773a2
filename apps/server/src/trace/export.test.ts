import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { useTestApp } from '#test/harness.ts'
import { type Collector, openCollector } from '#test/otlp.ts'
import { openExport } from './export.ts'
import { droppedSpans, type Span } from './spans.ts'
import { startTraces } from './start.ts'

const test = useTestApp()
const POLL = { timeout: 60_000, interval: 20 }
const silent = pino({ level: 'silent' })
/** A URL at which no program listens. */
const NOWHERE = 'http://127.0.0.1:9'

let collector: Collector
beforeEach(async () => {
  collector = await openCollector()
})
const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
  await collector.close()
})

const span = (more: Partial<Span> = {}): Span => ({
  traceId: 'a'.repeat(32),
  id: 'b'.repeat(16),
  parentId: undefined,
  isParentRemote: false,
  kind: 'server',
  name: 'get-settings',
  startedAt: 1_800_000_000_123.25,
  endedAt: 1_800_000_000_125.5,
  attributes: {},
  ...more,
})
function open(endpoint: string) {
  const failures: string[] = []
  const sent = openExport({ endpoint, onFailure: ({ message }) => void failures.push(message), sendEveryMs: 20 })
  ends.push(sent.stop)
  return { ...sent, failures }
}

describe('a collector', () => {
  it('gets the spans of a call with their times, parents and attributes', async () => {
    ends.push(startTraces({ ratio: 1, endpoint: collector.url }, silent))
    const parent = { trace: '4bf92f3577b34da6a3ce929d0e0e4736', span: '00f067aa0ba902b7' }
    const began = BigInt(Date.now()) * 1_000_000n
    await test.send('/public/api/get-store-by-address', { payload: {} })
    const customer = await test.build.customer()
    await test.send('/public/api/get-wallet-transactions', {
      payload: {},
      headers: { authorization: `Bearer ${customer.token}`, traceparent: `00-${parent.trace}-${parent.span}-01` },
    })
    await expect.poll(() => collector.got.filter(({ kind }) => kind === 2), POLL).toHaveLength(1)
    const call = collector.got.find(({ kind }) => kind === 2)!
    expect(call).toMatchObject({
      traceId: parent.trace,
      parentId: parent.span,
      name: 'get-wallet-transactions',
      attributes: { 'nukkad.call': 'get-wallet-transactions', 'nukkad.audience': 'customer' },
    })
    expect(call.attributes['http.response.status_code']).toBe(200n)
    expect(call.service['service.name']).toBe('nukkad')
    expect(call.startedAt).toBeGreaterThan(began - 60_000_000_000n)
    expect(call.endedAt).toBeGreaterThan(call.startedAt)
    const statements = collector.got.filter(({ kind }) => kind === 3)
    expect(statements.length).toBeGreaterThan(0)
    for (const one of statements) {
      expect(one.traceId).toBe(parent.trace)
      expect(one.attributes['db.system.name']).toBe('postgresql')
    }
    expect(statements.some((one) => String(one.attributes['db.query.text']).includes('$1'))).toBe(true)
    expect(collector.requests[0]).toMatchObject({ path: '/v1/traces', type: 'application/x-protobuf' })
  })

  it('receives the failed span with its error code', async () => {
    const { send } = open(collector.url)
    send([
      span({ attributes: { error: 'NOT_FOUND', status: 404 } }),
      span({ parentId: 'c'.repeat(16), kind: 'client' }),
    ])
    await expect.poll(() => collector.got, POLL).toHaveLength(2)
    expect(collector.got).toMatchObject([
      { status: 2n, attributes: { 'error.type': 'NOT_FOUND' }, kind: 2, parentId: '' },
      { kind: 3, parentId: 'c'.repeat(16) },
    ])
    expect(collector.got[1]!.status).toBe(0n)
    expect(collector.got[0]!.startedAt).toBe(1_800_000_000_123_250_000n)
    expect(collector.got[0]!.endedAt).toBe(1_800_000_000_125_500_000n)
  })

  it('receives the remaining spans when the server stops', async () => {
    const sent = openExport({ endpoint: `${collector.url}/`, onFailure: () => {}, sendEveryMs: 1_000_000 })
    sent.send([span()])
    await sent.stop()
    expect(collector.got).toHaveLength(1)
    expect(collector.requests[0]!.path).toBe('/v1/traces')
  })

  it('a collector that refuses, or is unavailable, loses spans, which are counted in the metrics', async () => {
    for (const endpoint of [collector.url, NOWHERE]) {
      collector.answer = 400
      const before = droppedSpans.count
      const { send, failures } = open(endpoint)
      send([span(), span()])
      await expect.poll(() => droppedSpans.count - before, POLL).toBe(2)
      expect(failures).toHaveLength(1)
    }
    const { body } = await test.send('/metrics', { method: 'GET', ip: '127.0.0.1' })
    expect(body).toContain(`nukkad_trace_spans_dropped ${droppedSpans.count}\n`)
  }, 120_000)

  it('a collector that does not answer delays no call, and the queue of spans is limited', async () => {
    collector.answer = 'silence'
    ends.push(startTraces({ ratio: 1, endpoint: collector.url }, silent))
    const before = droppedSpans.count
    const { send } = open(collector.url)
    send([span()])
    await expect.poll(() => collector.requests.length, POLL).toBeGreaterThan(0)
    send(Array.from({ length: 5000 }, () => span()))
    expect(droppedSpans.count - before).toBe(5000 - 4096)
    expect((await test.send('/public/api/get-settings', { payload: {} })).status).toBe(200)
  })
})
