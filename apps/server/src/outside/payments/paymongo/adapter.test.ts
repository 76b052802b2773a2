import { simulatePayMongo } from '@nukkad/simulators/payments/paymongo/simulator.ts'
import { type Simulator, startSimulator } from '@nukkad/simulators/payments/server.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { askStrange, buildAttempt, buildRefund, sealedEvent, startReceiver, troubleOf } from '#test/provider-parts.ts'
import { basicAuth, hmacSha256 } from '../http.ts'
import { type PaymentAttempt, ProviderError, type WebhookRequest } from '../provider.ts'
import { createPayMongo } from './adapter.ts'
import { type PayMongoIntent, type PayMongoSession, paymentStatusOf } from './resources.ts'

const keys = { secretKey: 'sk_test_a1B2c3D4', webhookSecrets: ['whsk_demo_77aa'], methods: ['card', 'gcash'] }
let simulator: Simulator
beforeAll(async () => {
  simulator = await startSimulator([simulatePayMongo({ secretKey: keys.secretKey, webhookSecret: 'whsk_demo_77aa' })])
})
afterEach(() => act('refunds-stay', { stay: false }))
afterAll(() => simulator.close())

const paymongo = (more: object = {}, options: object = {}) =>
  createPayMongo({ ...keys, ...more }, { baseUrl: `${simulator.url}/paymongo`, timeoutMs: 2000, ...options })
const act = <T>(action: string, args: object = {}) => simulator.act('paymongo', action, { ...args }) as Promise<T>
const seal = (how: object = {}) => sealedEvent(simulator, 'paymongo', { ...how })
const inPesos = (more: Partial<PaymentAttempt> = {}) => buildAttempt({ currency: 'PHP', ...more })

async function opened(more: Partial<PaymentAttempt> = {}) {
  const attempt = inPesos(more)
  const { providerRef } = await paymongo().open(attempt)
  return { ...attempt, providerRef }
}
async function paid(more: object = {}) {
  const attempt = await opened()
  const { payment } = await act<{ payment: string }>('pay', { session: attempt.providerRef, ...more })
  return { attempt, payment }
}
/** Calls the simulator directly, as another program with our keys would. */
async function call(path: string, attributes?: object, authorization = basicAuth(keys.secretKey, '')) {
  const answer = await fetch(`${simulator.url}/paymongo/v1${path}`, {
    method: attributes ? 'POST' : 'GET',
    headers: { authorization },
    ...(attributes && { body: JSON.stringify({ data: { attributes } }) }),
  })
  return { status: answer.status, body: (await answer.json()) as { data: { id: string }; errors: { code: string }[] } }
}

describe('the worked vector', () => {
  const body =
    '{"data":{"id":"evt_TESTpm0001","type":"event","attributes":{"type":"payment.paid","livemode":false,"data":{"id":"pay_TESTpm0001","type":"payment","attributes":{"amount":49900,"currency":"PHP","status":"paid","payment_intent_id":"pi_TESTpm0001"}},"previous_data":{},"created_at":1767225600,"updated_at":1767225600}}}'
  const hash = '283f42241e4fb6e765749906a010b46548630284be9ed2ec51e49ed84194d7fe'
  const at = (seconds: number, more: object = {}) => paymongo(more, { now: () => seconds * 1000 })
  const request = (signature: string, raw = body): WebhookRequest => ({
    raw: Buffer.from(raw),
    headers: { 'paymongo-signature': signature },
    query: {},
  })

  it('[GAP-37] an event of test mode is checked by its `te`, in any order of the fields', async () => {
    const read = { eventId: 'evt_TESTpm0001', kind: 'payment.paid', about: null, paymentStatus: null }
    expect(await at(1767225600).readWebhookEvent(request(`t=1767225600,te=${hash},li=`))).toEqual(read)
    expect(await at(1767225600).readWebhookEvent(request(`li=,te=${hash},t=1767225600`))).toEqual(read)
  })

  it('[GAP-37] is refused with a time more than five minutes off', async () => {
    for (const seconds of [1767225600 - 300, 1767225600 + 300])
      expect(await at(seconds).readWebhookEvent(request(`t=1767225600,te=${hash},li=`))).toBeTruthy()
    for (const seconds of [1767225600 - 301, 1767225600 + 301])
      await expect(at(seconds).readWebhookEvent(request(`t=1767225600,te=${hash},li=`))).rejects.toThrow(
        'at another time',
      )
  })

  it.each([
    ['another body', `t=1767225600,te=${hash},li=`, body.replace('49900', '49901')],
    ['another time', `t=1767225601,te=${hash},li=`, body],
    ['the field of the other mode', `t=1767225600,te=,li=${hash}`, body],
    ['no time', `te=${hash}`, body],
    ['half a hash', `t=1767225600,te=${hash.slice(0, 32)},li=`, body],
    ['nothing', '', body],
  ])('[GAP-37] %s is not signed', async (_what, signature, raw) => {
    await expect(at(1767225600).readWebhookEvent(request(signature, raw))).rejects.toThrow('did not sign')
  })

  it('[GAP-37] live mode accepts neither a signature nor an event of test mode', async () => {
    const live = at(1767225600, { secretKey: 'sk_live_a1B2' })
    await expect(live.readWebhookEvent(request(`t=1767225600,te=${hash},li=`))).rejects.toThrow('did not sign')
    await expect(live.readWebhookEvent(request(`t=1767225600,te=,li=${hash}`))).rejects.toThrow('the other mode')
    const told = body.replace('"livemode":false', '"livemode":true')
    const signed = `t=1767225600,te=,li=${hmacSha256('whsk_demo_77aa', `1767225600.${told}`)}`
    expect(await live.readWebhookEvent(request(signed, told))).toMatchObject({ kind: 'payment.paid' })
  })

  it('both secrets count while one is changed, and an empty one never', async () => {
    const signed = request(`t=1767225600,te=${hash},li=`)
    expect(
      await at(1767225600, { webhookSecrets: ['whsk_new', 'whsk_demo_77aa'] }).readWebhookEvent(signed),
    ).toBeTruthy()
    await expect(at(1767225600, { webhookSecrets: ['whsk_new'] }).readWebhookEvent(signed)).rejects.toThrow(
      'did not sign',
    )
    expect(() => paymongo({ webhookSecrets: [''] })).toThrow('the secret of its webhook')
    expect(() => paymongo({ webhookSecrets: [] })).toThrow('the secret of its webhook')
    expect(() => paymongo({ secretKey: 'pk_test_1' })).toThrow('secret key')
    expect(() => paymongo({ methods: [] })).toThrow('a way to pay')
  })

  it('a signed message that is no event is refused', async () => {
    for (const raw of ['{', '{}', 'null'])
      await expect(
        at(1767225600).readWebhookEvent(
          request(`t=1767225600,te=${hmacSha256('whsk_demo_77aa', `1767225600.${raw}`)}`, raw),
        ),
      ).rejects.toThrow('no event')
  })
})

describe('opening', () => {
  it("[GAP-37] leads to PayMongo's own page, and no card number reaches us", async () => {
    const attempt = inPesos()
    const { providerRef, page } = await paymongo().open(attempt)
    expect(page).toEqual({ kind: 'redirect', url: `${simulator.url}/paymongo/checkout/${providerRef}` })
    const sent = simulator.requests('paymongo').findLast(({ path }) => path === '/v1/checkout_sessions')!
    expect(JSON.parse(sent.raw.toString())).toEqual({
      data: {
        attributes: {
          line_items: [{ name: 'Order 482913', quantity: 1, amount: 49_900, currency: 'PHP' }],
          payment_method_types: ['card', 'gcash'],
          success_url: attempt.returnUrl,
          cancel_url: attempt.returnUrl,
          description: 'Order 482913',
          reference_number: attempt.reference,
          metadata: { reference: attempt.reference },
          billing: { name: 'Nila Rao', phone: '+919876543210', email: 'nila@example.test' },
          send_email_receipt: false,
          show_description: true,
          show_line_items: true,
        },
      },
    })
  })

  it('opens for a payer without an e-mail address', async () => {
    const payer = { id: 7, name: 'Dev', email: null, phone: '+639171234567' }
    expect(await opened({ payer })).toMatchObject({ providerRef: expect.stringMatching(/^cs_/) })
  })

  it('[INT-22] opens no attempt in rupees', async () => {
    expect(await troubleOf(paymongo().open(inPesos({ currency: 'INR' })))).toBe('refused')
  })

  it('accepts 20 pesos and refuses less with our own text', async () => {
    expect(await opened({ amountMinor: 2000n })).toBeTruthy()
    await expect(paymongo().open(inPesos({ amountMinor: 1999n }))).rejects.toThrow('takes payments from PHP 20.00')
  })

  it('reports wrong keys; the error contains neither keys nor personal data', async () => {
    const failure = await paymongo({ secretKey: 'sk_test_wrong' })
      .open(inPesos())
      .catch((error: Error) => error)
    expect(failure).toMatchObject({ kind: 'refused', message: 'PayMongo refused with 401, authentication_failed' })
  })

  it.each(['error', 'lost-request', 'lost-answer'] as const)('%s leaves the result unknown', async (fault) => {
    const attempt = inPesos()
    simulator.failNext('paymongo', 'open', fault)
    expect(await troubleOf(paymongo().open(attempt))).toBe('unknown')
    // PayMongo cannot be queried by our reference, so the attempt stays pending; no one can have paid, because no one
    // received the URL of PayMongo's page.
    expect(await paymongo().find({ ...attempt, providerRef: null })).toEqual({ status: 'pending', captured: [] })
  })
})

const waiting = { amount: 49_900, currency: 'PHP', status: 'pending' }

describe('the payment status', () => {
  it('[GAP-37] the status at PayMongo decides: pending, declined and tried again, paid', async () => {
    const attempt = await opened()
    const session = attempt.providerRef
    expect(await paymongo().find(attempt)).toEqual({ status: 'pending', captured: [] })
    await act('decline', { session, code: 'insufficient_funds' })
    expect(await paymongo().find(attempt)).toEqual({ status: 'pending', captured: [], reason: 'insufficient_funds' })
    const { payment } = await act<{ payment: string }>('pay', { session })
    const captured = [{ paymentId: payment, amountMinor: 49_900n, currency: 'PHP', refundedMinor: 0n }]
    expect(await paymongo().find(attempt)).toEqual({ status: 'paid', captured })
  })

  it('an expired session is final, unless it was paid all the same', async () => {
    const attempt = await opened()
    await act('expire', { session: attempt.providerRef })
    expect(await paymongo().find(attempt)).toEqual({ status: 'expired', captured: [] })
    await act('pay', { session: attempt.providerRef })
    expect(await paymongo().find(attempt)).toMatchObject({ status: 'paid', captured: [{ amountMinor: 49_900n }] })
  })

  it("a slow payment is pending, even past the session's end", async () => {
    const attempt = await opened()
    await act('pend', { session: attempt.providerRef })
    await act('expire', { session: attempt.providerRef })
    expect(await paymongo().find(attempt)).toEqual({ status: 'pending', captured: [] })
    await act('clear', { session: attempt.providerRef })
    expect(await paymongo().find(attempt)).toMatchObject({ status: 'paid' })
  })

  it('a cancelled intent is cancelled', async () => {
    const attempt = await opened()
    await act('cancel-intent', { session: attempt.providerRef })
    expect(await paymongo().find(attempt)).toEqual({ status: 'cancelled', captured: [] })
  })

  it('[GAP-37] another amount or currency is reported unchanged', async () => {
    const { attempt } = await paid({ amount: 400, currency: 'USD' })
    const { captured } = await paymongo().find(attempt)
    expect(captured).toMatchObject([{ amountMinor: 400n, currency: 'USD' }])
  })

  it('a session of another attempt proves nothing', async () => {
    const { attempt } = await paid()
    await expect(paymongo().find({ ...(await opened()), providerRef: attempt.providerRef })).rejects.toThrow(
      'names another attempt',
    )
  })

  it.each(['error', 'lost-request', 'lost-answer'] as const)('%s says nothing about the payment', async (fault) => {
    const { attempt } = await paid()
    simulator.failNext('paymongo', 'find', fault)
    expect(await troubleOf(paymongo().find(attempt))).toBe('unknown')
    expect(await paymongo().find(attempt)).toMatchObject({ status: 'paid' })
  })

  it.each<[string, Partial<PayMongoSession['attributes']>, Partial<PayMongoIntent['attributes']> | undefined, string]>([
    ['an intent in progress', { status: 'expired' }, { status: 'processing' }, 'pending'],
    [
      'a payment in progress',
      { status: 'expired', payments: [{ id: 'pay_1', attributes: waiting }] },
      undefined,
      'pending',
    ],
    ['nothing in progress', { status: 'expired' }, { status: 'awaiting_payment_method' }, 'expired'],
    ['unknown words', { status: 'resting' }, { status: 'resting' }, 'pending'],
  ])('%s decides whether it is over', (_what, session, intent, status) => {
    const about = { id: 'cs_1', attributes: { checkout_url: 'https://pay.example.test/', ...session } }
    const found = paymentStatusOf(about, intent && { id: 'pi_1', attributes: { status: '', ...intent } })
    expect(found).toEqual({ status, captured: [] })
  })

  it.each([
    ['a redirect', { status: 302, headers: { location: 'https://elsewhere.example.test/' } }],
    ['a page', { status: 200, body: '<h1>Welcome</h1>' }],
    ['another form', { status: 200, body: { data: { id: 'cs_1' } } }],
    ['too many requests', { status: 429, body: {} }],
  ])('%s says nothing about the payment', async (_what, answer) => {
    const attempt = await opened()
    const ask = (baseUrl: string) => troubleOf(paymongo({}, { baseUrl }).find(attempt))
    expect(await askStrange(answer, ask)).toBe('unknown')
  })

  it("an unknown session, or another merchant's keys, are refused", async () => {
    const attempt = await opened()
    expect(await troubleOf(paymongo().find({ ...attempt, providerRef: 'cs_nobody' }))).toBe('refused')
    expect(await troubleOf(paymongo({ secretKey: 'sk_test_other' }).find(attempt))).toBe('refused')
  })
})

describe('webhook events', () => {
  it('[GAP-37] the event of a session says paid, and has the same id in all twelve deliveries', async () => {
    const { attempt, payment } = await paid()
    const provider = paymongo()
    const receiver = await startReceiver(provider)
    const kind = 'checkout_session.payment.paid'
    expect(await act('deliver', { to: receiver.url, kind, times: 12 })).toEqual(Array(12).fill(200))
    expect(new Set(receiver.webhookEvents.map(({ eventId }) => eventId)).size).toBe(1)
    expect(receiver.webhookEvents[0]).toMatchObject({
      kind,
      about: { providerRef: attempt.providerRef, reference: attempt.reference },
      paymentStatus: await provider.find(attempt),
    })
    expect(receiver.webhookEvents[0]!.paymentStatus!.captured[0]!.paymentId).toBe(payment)
    await receiver.close()
  })

  it.each([
    ['forged', 401],
    ['other-mode', 401],
    ['stale', 401],
    ['future', 401],
    ['unsigned', 401],
    ['reordered', 200],
  ])('[GAP-37] an event that is %s is answered %i', async (as, status) => {
    await paid()
    const receiver = await startReceiver(paymongo())
    expect(await act('deliver', { to: receiver.url, as })).toEqual([status])
    expect(receiver.webhookEvents).toHaveLength(status === 200 ? 1 : 0)
    await receiver.close()
  })

  it('a payment’s own events mean nothing if they do not name the attempt', async () => {
    const { attempt, payment } = await paid()
    const silent = await paymongo().readWebhookEvent(await seal({ kind: 'payment.paid' }))
    expect(silent).toMatchObject({ about: null, paymentStatus: null })
    const attributes = { metadata: { reference: attempt.reference } }
    const change = { data: { attributes: { data: { attributes } } } }
    const named = await paymongo().readWebhookEvent(await seal({ kind: 'payment.paid', change }))
    expect(named).toMatchObject({
      about: { reference: attempt.reference, paymentId: payment },
      paymentStatus: { status: 'paid' },
    })
  })

  it('a decline is reported, and does not end the attempt', async () => {
    const attempt = await opened()
    await act('decline', { session: attempt.providerRef, code: 'lost_card' })
    const attributes = { external_reference_number: attempt.reference }
    const change = { data: { attributes: { data: { attributes } } } }
    const { paymentStatus } = await paymongo().readWebhookEvent(await seal({ kind: 'payment.failed', change }))
    expect(paymentStatus).toEqual({ status: 'pending', captured: [], reason: 'lost_card' })
  })

  it('[GAP-37] a changed amount is reported as it was signed', async () => {
    await paid()
    const payments = [{ id: 'pay_1', attributes: { amount: 4, currency: 'PHP', status: 'paid' } }]
    const change = { data: { attributes: { data: { attributes: { payments } } } } }
    const { paymentStatus } = await paymongo().readWebhookEvent(
      await seal({ kind: 'checkout_session.payment.paid', change }),
    )
    expect(paymentStatus).toMatchObject({ captured: [{ paymentId: 'pay_1', amountMinor: 4n }] })
  })

  it('a chargeable source does not count as a payment, however late its event arrives', async () => {
    const redirect = { success: 'https://shop.example.test/a', failed: 'https://shop.example.test/b' }
    const source = { amount: 49_900, currency: 'PHP', type: 'gcash', redirect }
    const { body } = await call('/sources', source)
    await act('charge-source', { source: body.data.id })
    const webhookEvent = await paymongo().readWebhookEvent(await seal())
    expect(webhookEvent).toMatchObject({ kind: 'source.chargeable', about: null, paymentStatus: null })
  })

  it('a dispute is reported in any form', async () => {
    const { payment } = await paid()
    const { dispute } = await act<{ dispute: string }>('dispute', { payment })
    const told = await paymongo().readWebhookEvent(await seal({ kind: 'dispute.created' }))
    expect(told).toMatchObject({
      about: { paymentId: payment },
      paymentStatus: null,
      dispute: { disputeId: dispute, paymentId: payment },
    })
    expect(told.dispute).toMatchObject({ status: 'open', amountMinor: 49_900n, currency: 'PHP', reason: 'fraudulent' })
    await act('dispute', { payment, kind: 'updated', status: 'lost' })
    expect((await paymongo().readWebhookEvent(await seal({ kind: 'dispute.updated' }))).dispute!.status).toBe('lost')
    const change = { data: { attributes: { data: { id: 7, attributes: 'odd' } } } }
    const odd = await paymongo().readWebhookEvent(await seal({ kind: 'dispute.created', change }))
    expect(odd.dispute).toMatchObject({ disputeId: odd.eventId, status: 'open', providerStatus: 'created' })
  })

  it('unknown kinds and forms are accepted and mean nothing', async () => {
    await paid()
    for (const attributes of [
      { type: 'dispute.created' },
      { type: 'toString' },
      { type: 'checkout_session.payment.paid', data: { id: 7 } },
    ]) {
      const webhookEvent = await paymongo().readWebhookEvent(await seal({ change: { data: { attributes } } }))
      expect(webhookEvent).toMatchObject({ kind: attributes.type, about: null, paymentStatus: null })
    }
  })

  it('the newer events of an intent are read too', async () => {
    const payments = [{ id: 'pay_9', attributes: { amount: 49_900, currency: 'PHP', status: 'paid' } }]
    const data = { id: 'pi_1', attributes: { status: 'succeeded', metadata: { reference: 'r-1' }, payments } }
    await paid()
    const change = { data: { attributes: { type: 'payment_intent.succeeded', data } } }
    expect(await paymongo().readWebhookEvent(await seal({ kind: 'payment.paid', change }))).toMatchObject({
      about: { reference: 'r-1' },
      paymentStatus: { status: 'paid', captured: [{ paymentId: 'pay_9' }] },
    })
  })
})

describe('closing', () => {
  it('[GAP-37] a session expires, and can no longer be paid', async () => {
    const attempt = await opened()
    await paymongo().close!(attempt)
    expect((await paymongo().find(attempt)).status).toBe('expired')
  })

  it('a paid session stays paid, and one whose opening was lost needs no closing', async () => {
    const { attempt } = await paid()
    expect(await troubleOf(paymongo().close!(attempt))).toBe('refused')
    expect((await paymongo().find(attempt)).status).toBe('paid')
    expect(await paymongo().close!({ ...attempt, providerRef: null })).toBeUndefined()
  })
})

describe('refunds', () => {
  it('refunds the whole payment, once for one key', async () => {
    const { attempt, payment: paymentId } = await paid()
    const order = buildRefund(attempt, { paymentId })
    const given = await paymongo().refund(order)
    expect(given).toMatchObject({ status: 'done', refundId: expect.stringMatching(/^ref_/) })
    expect(await paymongo().refund(order)).toEqual(given)
    expect(await paymongo().findRefund({ ...order, refundId: given.refundId })).toEqual(given)
    expect((await paymongo().find(attempt)).captured).toMatchObject([{ refundedMinor: 49_900n }])
  })

  it.each(['lost-answer', 'lost-request', 'error'] as const)(
    '%s: the next try refunds nothing twice',
    async (fault) => {
      const { attempt, payment: paymentId } = await paid()
      const order = buildRefund(attempt, { paymentId, amountMinor: 10_000n })
      simulator.failNext('paymongo', 'refund', fault)
      expect(await troubleOf(paymongo().refund(order))).toBe('unknown')
      await paymongo().refund(order)
      await paymongo().refund(order)
      expect(await paymongo().findRefund(order)).toMatchObject({ status: 'done' })
      expect((await paymongo().find(attempt)).captured).toMatchObject([{ refundedMinor: 10_000n }])
    },
  )

  it('two partial refunds of the same amount are two refunds', async () => {
    const { attempt, payment: paymentId } = await paid()
    for (const key of ['first', 'second'])
      await paymongo().refund(buildRefund(attempt, { key, paymentId, amountMinor: 10_000n }))
    expect((await paymongo().find(attempt)).captured).toMatchObject([{ refundedMinor: 20_000n }])
  })

  it('a refund of more than was paid, and of less than a peso, is refused', async () => {
    const { attempt, payment: paymentId } = await paid()
    const over = paymongo().refund(buildRefund(attempt, { paymentId, amountMinor: 49_901n }))
    await expect(over).rejects.toThrow('PayMongo refused with 400, allowed_amount_exceeded')
    await expect(over).rejects.toBeInstanceOf(ProviderError)
    const small = buildRefund(attempt, { paymentId, amountMinor: 99n })
    await expect(paymongo().refund(small)).rejects.toThrow('gives back from PHP 1.00')
    expect((await paymongo().find(attempt)).captured).toMatchObject([{ refundedMinor: 0n }])
  })

  it.each([
    ['payment.refund.updated', undefined],
    ['refund.succeeded', 'refund'],
  ])('a slow refund ends with %s', async (kind, family) => {
    await act('refunds-stay', { stay: true })
    const { attempt, payment: paymentId } = await paid()
    const order = buildRefund(attempt, { paymentId })
    expect(await paymongo().findRefund(order)).toEqual({ status: 'pending', refundId: null })
    const { refundId } = await paymongo().refund(order)
    await act('refund-outcome', { refund: refundId, status: 'succeeded', family })
    expect(await paymongo().readWebhookEvent(await seal({ kind }))).toMatchObject({
      about: { paymentId },
      paymentStatus: null,
      refund: { refundId, key: order.key, state: 'done' },
    })
  })

  it("the payment's own event says how much was refunded", async () => {
    const { attempt, payment: paymentId } = await paid()
    const order = buildRefund(attempt, { paymentId, amountMinor: 10_000n })
    const { refundId } = await paymongo().refund(order)
    expect(await paymongo().readWebhookEvent(await seal({ kind: 'payment.refunded' }))).toMatchObject({
      about: { paymentId },
      paymentStatus: { status: 'paid', captured: [{ refundedMinor: 10_000n }] },
      refund: { refundId, key: order.key, state: 'done' },
    })
  })

  it('a failed refund is failed, and its money does not count as refunded', async () => {
    await act('refunds-stay', { stay: true })
    const { attempt, payment: paymentId } = await paid()
    const order = buildRefund(attempt, { paymentId })
    const { refundId } = await paymongo().refund(order)
    await act('refund-outcome', { refund: refundId, status: 'failed' })
    expect(await paymongo().refund(order)).toMatchObject({ status: 'failed', refundId })
    expect(await paymongo().readWebhookEvent(await seal())).toMatchObject({ refund: { refundId, state: 'failed' } })
    expect((await paymongo().find(attempt)).captured).toMatchObject([{ refundedMinor: 0n }])
  })
})

describe('the simulator is as strict as PayMongo', () => {
  const line = { name: 'Order', quantity: 1, amount: 49_900, currency: 'PHP' }
  const good = { line_items: [line], payment_method_types: ['card'], success_url: 'https://shop.example.test/' }

  it('requires the key as the user and no password', async () => {
    for (const authorization of ['', basicAuth(keys.secretKey, 'x'), `Basic ${btoa(keys.secretKey)}`])
      expect((await call('/payments/pay_1', undefined, authorization)).status).toBe(401)
    expect((await call('/payments/pay_1')).status).toBe(404)
  })

  it.each([
    ['pesos with decimals', { line_items: [{ ...line, amount: 499.5 }] }, 'parameter_invalid'],
    ['too little', { line_items: [{ ...line, amount: 1999 }] }, 'parameter_below_minimum'],
    ['another currency', { line_items: [{ ...line, currency: 'INR' }] }, 'parameter_invalid'],
    ['no payment method', { payment_method_types: undefined }, 'parameter_required'],
    ['an invalid return address', { success_url: 'shop' }, 'parameter_invalid'],
  ])('refuses %s', async (_what, more, code) => {
    const { status, body } = await call('/checkout_sessions', { ...good, ...more })
    expect([status, body.errors[0]!.code]).toEqual([400, code])
  })

  it('plays test cards: paid, declined with a code, and sent to 3-D Secure', async () => {
    const attach = async (card: string) => {
      const intent = { amount: 49_900, currency: 'PHP', payment_method_allowed: ['card'] }
      const { body } = await call('/payment_intents', intent)
      const method = await call('/payment_methods', { type: 'card', details: { card_number: card } })
      const answer = await call(`/payment_intents/${body.data.id}/attach`, { payment_method: method.body.data.id })
      return answer.body
    }
    expect(await attach('4343434343434345')).toMatchObject({ data: { attributes: { status: 'succeeded' } } })
    expect(await attach('5100000000000198')).toMatchObject({ errors: [{ sub_code: 'insufficient_funds' }] })
    expect(await attach('4120000000000007')).toMatchObject({ data: { attributes: { status: 'awaiting_next_action' } } })
  })

  it('a source is charged once, and only after it became chargeable', async () => {
    const redirect = { success: 'https://shop.example.test/a', failed: 'https://shop.example.test/b' }
    const { body } = await call('/sources', { amount: 49_900, currency: 'PHP', type: 'gcash', redirect })
    const pay = () => call('/payments', { amount: 49_900, currency: 'PHP', source: { id: body.data.id } })
    expect((await pay()).status).toBe(400)
    await act('charge-source', { source: body.data.id })
    expect([(await pay()).status, (await pay()).status]).toEqual([200, 400])
  })

  it('sends events to the registered address, and shows a page to pay on', async () => {
    const receiver = await startReceiver(paymongo())
    const webhook = await call('/webhooks', { url: receiver.url, events: ['payment.paid'] })
    expect(webhook.body).toMatchObject({ data: { attributes: { secret_key: 'whsk_demo_77aa' } } })
    const attempt = inPesos()
    const { page, providerRef } = await paymongo().open(attempt)
    const url = page.kind === 'redirect' ? page.url : ''
    expect(await (await fetch(url)).text()).toMatch(/<button name="choice" value="pay"[^>]*>Confirm and pay /)
    const choose = (choice: string) =>
      fetch(url, { method: 'POST', body: new URLSearchParams({ choice }), redirect: 'manual' })
    expect(await (await choose('decline')).text()).toContain('declined')
    expect((await choose('close')).headers.get('location')).toBe(attempt.returnUrl)
    expect((await choose('pay')).headers.get('location')).toBe(attempt.returnUrl)
    expect((await choose('pay')).headers.get('location')).toBe(attempt.returnUrl)
    expect(receiver.webhookEvents.map(({ kind }) => kind)).toEqual([
      'payment.failed',
      'payment.paid',
      'checkout_session.payment.paid',
    ])
    expect(await paymongo().find({ ...attempt, providerRef })).toMatchObject({ status: 'paid' })
    await act('notify-at', { url: '' })
    await receiver.close()
  })

  it('an expired session cannot be paid on its page', async () => {
    const { page, providerRef } = await paymongo().open(inPesos())
    expect((await call(`/checkout_sessions/${providerRef}/expire`, {})).status).toBe(200)
    expect((await fetch(page.kind === 'redirect' ? page.url : '')).status).toBe(410)
  })
})
