import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { featureJobs } from '#jobs.ts'
import { createWebhookSender } from '#outside/webhooks/send.ts'
import { codeOf, useTestApp } from '#test/harness.ts'
import { useTill } from '#test/payments.ts'
import { runJobs } from '#test/run-jobs.ts'
import { createStaff } from '#test/staff.ts'
import { addJob } from '#worker/add-job.ts'
import { droppedSpans, inStatement, recordTraces, type Span, type Trace } from './spans.ts'

const test = useTestApp()
const till = useTill(test)
const { admin, signIn, ask } = createStaff(test)
const everyJob = { tasks: Object.assign({}, ...featureJobs.map(({ tasks }) => tasks)) }

const received: Trace[] = []
let stop = (): void => {}
const record = (ratio: number): void => {
  stop()
  stop = recordTraces({ ratio, receive: (trace) => void received.push(trace) })
}
beforeEach(() => {
  received.length = 0
  record(1)
})
afterEach(() => stop())

const rootOf = (trace: Trace): Span => trace.at(-1)!
const traceOf = (name: string): Trace => {
  const found = received.filter((trace) => rootOf(trace).name === name)
  expect(found.map((trace) => rootOf(trace).name)).toEqual([name])
  return found[0]!
}
const CHANCE = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' }
const sendSettings = (traceparent?: string) =>
  test.send('/public/api/get-settings', { payload: {}, headers: traceparent === undefined ? {} : { traceparent } })

/** Simulates another program, which keeps the headers of the webhooks that it receives. */
async function openReceiver() {
  const got: IncomingHttpHeaders[] = []
  const server = createServer((request, response) => {
    got.push(request.headers)
    request.resume().on('end', () => response.end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  Object.assign(test.services.config, { webhookHosts: [host] })
  Object.assign(test.services.outside, { webhooks: createWebhookSender({ allowedHosts: [host] }) })
  const { cookie } = await signIn(await admin())
  await ask('dashboard/webhooks/save', { url: `http://${host}/hooks`, kinds: ['order.placed'] }, { cookie })
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  return { got, close }
}

describe('a call', () => {
  it('continues the trace that its client names, and names it in the answer', async () => {
    const answer = await sendSettings(`00-${CHANCE.traceId}-${CHANCE.spanId}-01`)
    const root = rootOf(traceOf('get-settings'))
    expect(root).toMatchObject({ traceId: CHANCE.traceId, parentId: CHANCE.spanId, kind: 'server' })
    expect(root.attributes).toEqual({ call: 'get-settings', audience: 'public', status: 200 })
    expect(answer.headers.traceresponse).toBe(`00-${CHANCE.traceId}-${root.id}-01`)
  })

  it.each(['00', '01'])(
    'is recorded according to the share of the setting, regardless of its client (%s)',
    async (flags) => {
      const traceparent = `00-${CHANCE.traceId}-${CHANCE.spanId}-${flags}`
      await sendSettings(traceparent)
      expect(rootOf(traceOf('get-settings')).traceId).toBe(CHANCE.traceId)
      record(0)
      const answer = await sendSettings(traceparent)
      await sendSettings()
      expect(received).toHaveLength(1)
      expect(answer.headers).not.toHaveProperty('traceresponse')
    },
  )

  it('can begin at a tap, because /version.json says whether traces are recorded', async () => {
    const recorded = async () => (await test.send('/version.json', { method: 'GET' })).body as { traces?: true }
    expect((await recorded()).traces).toBe(true)
    stop()
    expect(await recorded()).not.toHaveProperty('traces')
  })

  it.each([
    '',
    'junk',
    `00-${'0'.repeat(32)}-${CHANCE.spanId}-01`,
    `00-${CHANCE.traceId}-${'0'.repeat(16)}-01`,
    `ff-${CHANCE.traceId}-${CHANCE.spanId}-01`,
    `00-${CHANCE.traceId.toUpperCase()}-${CHANCE.spanId}-01`,
    `00-${CHANCE.traceId}-${CHANCE.spanId}-01-more`,
    `00-${CHANCE.traceId}-${CHANCE.spanId}-01'; drop table users; --`,
    'x'.repeat(8000),
  ])('begins a new trace for the traceparent %#', async (traceparent) => {
    const answer = await sendSettings(traceparent)
    expect(answer.status).toBe(200)
    const root = rootOf(traceOf('get-settings'))
    expect(root.traceId).not.toBe(CHANCE.traceId)
    expect(root.parentId).toBeUndefined()
  })

  it('names the cause of a failure by a code', async () => {
    const customer = await test.build.customer()
    const refused = await test.call('place-order', { order: [] }, { token: customer.token })
    expect(codeOf(refused)).toBe('INVALID_INPUT')
    const { attributes } = rootOf(traceOf('place-order'))
    expect(attributes).toMatchObject({ status: 400, error: 'INVALID_INPUT' })
  })

  it('contains its statements and its transaction, each inside its parent', async () => {
    const order = await till.order({ method: 'COD' })
    expect(order.id).toBeGreaterThan(0)
    const trace = traceOf('place-order')
    const byId = new Map(trace.map((span) => [span.id, span]))
    const transaction = trace.find(({ name }) => name === 'transaction')!
    expect(transaction).toMatchObject({ parentId: rootOf(trace).id, attributes: { tries: 1 } })
    const inside = trace.filter(({ parentId }) => parentId === transaction.id)
    expect(inside.length).toBeGreaterThan(3)
    expect(inside.every(({ attributes }) => attributes.statement !== undefined)).toBe(true)
    for (const span of trace.slice(0, -1)) {
      const parent = byId.get(span.parentId!)!
      expect(span.traceId).toBe(rootOf(trace).traceId)
      expect(span.startedAt).toBeGreaterThanOrEqual(parent.startedAt)
      expect(span.endedAt).toBeLessThanOrEqual(parent.endedAt)
    }
  })
})

describe('a trace', () => {
  it('continues in the jobs of its transaction, and in the webhooks that they send', async () => {
    const { got, close } = await openReceiver()
    await till.order({ method: 'COD' })
    const { traceId } = rootOf(traceOf('place-order'))
    await runJobs(test, everyJob)
    const job = traceOf('deliver-webhook')
    expect(rootOf(job)).toMatchObject({ traceId, kind: 'consumer', attributes: { job: 'deliver-webhook' } })
    const transaction = traceOf('place-order').find(({ name }) => name === 'transaction')!
    expect(rootOf(job).parentId).toBe(transaction.id)
    const sent = job.find(({ name }) => name === 'webhook')!
    expect(sent.attributes).toEqual({ provider: 'webhook', status: 200 })
    expect(got.map(({ traceparent }) => traceparent)).toEqual([`00-${traceId}-${sent.id}-01`])
    await close()
  })

  it('continues in the jobs that a job queues, with the same payload as without a trace', async () => {
    const payloads: unknown[] = []
    const queue = (name: string) => inTransaction(test.db, (tx) => addJob(tx, { name, payload: { number: 7 } }))
    const tasks = {
      first: async (payload: unknown) => {
        payloads.push(payload)
        await queue('second')
      },
      second: async (payload: unknown) => void payloads.push(payload),
    }
    await queue('first')
    await runJobs(test, { tasks })
    expect(payloads).toEqual([{ number: 7 }, { number: 7 }])
    const [first, second] = [rootOf(traceOf('first')), rootOf(traceOf('second'))]
    expect(first.parentId).toBeUndefined()
    expect(second.traceId).toBe(first.traceId)
  })

  it('ends with its transaction, so that a later one on the same connection has none', async () => {
    const marks: string[] = []
    const look = () =>
      inTransaction(test.db, async (tx) => {
        const { rows } = await sql<{
          mark: string | null
        }>`select current_setting('nukkad.traceparent', ${true}) as mark`.execute(tx)
        marks.push(rows[0]!.mark ?? '')
      })
    await runTraced('marked', look)
    stop()
    for (let i = 0; i < 20; i++) await look()
    expect(marks[0]).toMatch(/^00-/)
    expect(marks.slice(1).filter(Boolean)).toEqual([])
  })

  it('covers the calls to a payment provider', async () => {
    const order = await till.order()
    await till.start(order)
    const trace = traceOf('payment/start')
    const asked = trace.filter(({ attributes }) => attributes.provider !== undefined)
    expect(asked.map(({ attributes }) => attributes)).toEqual([{ provider: 'Razorpay', status: 200 }])
    expect(asked[0]!.traceId).toBe(rootOf(trace).traceId)
  })

  it('begins with the event that a payment provider sends', async () => {
    await till.order()
    const url = '/public/api/payment/razorpay/webhook'
    const { status } = await test.send(url, { payload: { event: 'payment.captured', contact: '+919123456780' } })
    const trace = traceOf('payment-event')
    expect(rootOf(trace)).toMatchObject({ kind: 'server', attributes: { provider: 'razorpay', status } })
    expect(JSON.stringify(trace)).not.toContain('9123456780')
  })

  it('includes the spans that end after its call', async () => {
    let finish = (): void => {}
    const late = new Promise<void>((resolve) => {
      finish = resolve
    })
    let done: Promise<void> | undefined
    await runTraced('early', async () => {
      done = inStatement('select late', () => late)
    })
    const { traceId, id } = rootOf(traceOf('early'))
    finish()
    await done
    const alone = received.filter((trace) => rootOf(trace).attributes.statement === 'select late')
    expect(alone).toMatchObject([[{ traceId, parentId: id }]])
  })

  it('contains a limited number of spans, and counts the others', async () => {
    const before = droppedSpans.count
    await runTraced('many', async () => {
      for (let i = 0; i < 700; i++) await inStatement('select 1', async () => undefined)
    })
    expect(traceOf('many')).toHaveLength(501)
    expect(droppedSpans.count - before).toBe(200)
  })

  it('contains no personal data of its customer', async () => {
    const { got, close } = await openReceiver()
    const secrets = await orderFromTapToDoor()
    await runJobs(test, everyJob)
    expect(received.length).toBeGreaterThan(8)
    expect(got.length).toBeGreaterThan(0)
    const texts = received.flat().flatMap(({ name, attributes }) => [name, ...Object.values(attributes).map(String)])
    for (const secret of secrets)
      expect({ secret, found: texts.filter((text) => text.includes(secret)) }).toEqual({ secret, found: [] })
    await close()
  })
})

/** Runs `body` as a job in a trace of its own. */
async function runTraced(name: string, body: () => Promise<unknown>): Promise<void> {
  await inTransaction(test.db, (tx) => addJob(tx, { name, payload: {} }))
  await runJobs(test, { tasks: { [name]: async () => void (await body()) } })
}

/** Makes the calls of an order, and returns everything about its customer that no trace may hold. */
async function orderFromTapToDoor(): Promise<string[]> {
  const coordinates = { latitude: 12.93521, longitude: 77.62454 }
  const store = await test.build.store({ name: 'Umbrella Kitchen' })
  const item = await test.build.item({ store_id: store.id, name: 'Violet Dosa', price_minor: 31_337n })
  const address = { address: '77 Quince Crescent', house: 'Flat Zebra', ...coordinates }
  const customer = await test.build.customer({ name: 'Quintessa Marigold', address })
  const rider = await test.build.rider({ stores: [store] })
  const owner = await test.build.owner({ stores: [store] })
  const code = await test.call('send-otp', { phone: '+919123456780', email: 'quintessa@violet.test' })
  const saved = await test.call('save-address', { ...address, tag: 'Attic' }, customer)
  const { body } = await test.call(
    'place-order',
    { order: [{ id: item.id, quantity: 3 }], method: 'COD', delivery_type: 1, delivery_note: 'Ring Heidi' },
    { token: customer.token, key: 'key-of-the-tap-0001' },
  )
  const { id, unique_order_id, delivery_pin } = (
    body as unknown as { data: { id: number; unique_order_id: string; delivery_pin: string } }
  ).data
  expect(unique_order_id).toBeTruthy()
  const steps = [
    code,
    saved,
    await test.call('store-owner/accept-order', { store_id: store.id, order_id: id, order_prep_time: 20 }, owner),
    await test.call('delivery/accept-to-deliver', { order_id: id }, rider),
    await test.call('delivery/pickedup-order', { order_id: id }, rider),
    await test.call('delivery/deliver-order', { order_id: id, delivery_pin }, rider),
  ]
  expect(steps.map(({ status, body }) => ({ status, code: codeOf({ status, body, headers: {} }) }))).toEqual(
    steps.map(() => ({ status: 200, code: undefined })),
  )
  const paid = await till.order()
  await till.start(paid)
  return [
    customer.phone!,
    customer.phone!.replace('+91', ''),
    customer.email!,
    customer.name,
    customer.referral_code!,
    customer.token,
    rider.token,
    owner.token,
    paid.token,
    paid.number,
    'key-of-the-tap-0001',
    'Quince',
    'Zebra',
    'Attic',
    'Heidi',
    'Violet',
    'Umbrella',
    'quintessa',
    '9123456780',
    unique_order_id,
    '12.935',
    '77.624',
    '31337',
    '313.37',
    '94011',
    '940.11',
    String(paid.payableMinor),
    '250.00',
    delivery_pin,
  ]
}

beforeAll(async () => {
  await test.build.setting('limitCodesPerPhone', '1000')
  await test.services.settings.reload()
})
