import { simulateMercadoPago } from '@nukkad/simulators/payments/mercado-pago/simulator.ts'
import { type Simulator, startSimulator } from '@nukkad/simulators/payments/server.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { askStrange, buildAttempt, buildRefund, sealedEvent, startReceiver, troubleOf } from '#test/provider-parts.ts'
import { hmacSha256 } from '../http.ts'
import type { PaymentAttempt, WebhookRequest } from '../provider.ts'
import { createMercadoPago } from './adapter.ts'

const accessToken = 'APP_USR-demo-token'
const secret = 'mp_demo_secret_5c1d'
const accounts = ['BRL', 'CLP', 'COP', 'UYU'] as const
type Account = (typeof accounts)[number]

/** An account has only one currency, so each currency needs its own simulator. */
const simulators = new Map<Account, Simulator>()
beforeAll(async () => {
  for (const currency of accounts) {
    const provider = simulateMercadoPago({ accessToken, webhookSecret: secret, currency })
    simulators.set(currency, await startSimulator([provider]))
  }
})
afterEach(() => act('notify-at', { url: '' }))
afterAll(async () => {
  for (const simulator of simulators.values()) await simulator.close()
})

const simulatorOf = (account: Account = 'BRL') => simulators.get(account)!
const mercadoPago = (more: object = {}, options: object = {}, account: Account = 'BRL') =>
  createMercadoPago(
    { accessToken, webhookSecrets: [secret], currency: account, ...more },
    { baseUrl: `${simulatorOf(account).url}/mercado-pago`, timeoutMs: 2000, ...options },
  )
const act = <T>(action: string, args: object = {}) =>
  simulatorOf().act('mercado-pago', action, { ...args }) as Promise<T>
const seal = (how: object = {}) => sealedEvent(simulatorOf(), 'mercado-pago', { ...how })
const attemptIn = (more: Partial<PaymentAttempt> = {}) => buildAttempt({ currency: 'BRL', ...more })
type Paid = { payment: string }

async function opened(more: Partial<PaymentAttempt> = {}) {
  const attempt = attemptIn(more)
  const { providerRef } = await mercadoPago().open(attempt)
  return { ...attempt, providerRef }
}
async function paid(more: object = {}) {
  const attempt = await opened()
  return { attempt, ...(await act<Paid>('pay', { preference: attempt.reference, ...more })) }
}
async function call(path: string, body?: object, headers: Record<string, string> = {}) {
  const answer = await fetch(`${simulatorOf().url}/mercado-pago${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${accessToken}`, ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}
const sentTo = (path: string, account: Account = 'BRL') =>
  simulatorOf(account)
    .requests('mercado-pago')
    .findLast((request) => request.path === path && request.method === 'POST')!

describe('the worked vectors', () => {
  const requestId = 'bb56a2f1-6aae-46ac-982e-9dcd3581d08e'
  const at = (ms: number, more: object = {}) => mercadoPago(more, { now: () => ms })
  const nowMs = 1767225600_000
  const request = (query: Record<string, string>, signature: string, body = '{"id":77}'): WebhookRequest => ({
    raw: Buffer.from(body),
    headers: { 'x-signature': signature, 'x-request-id': requestId },
    query,
  })
  const number = '21e3fbde3c46eabe263623a937f3f7f7ff464f109121a6c0c8746c475e321334'
  const letters = '0620c2bfb3f49a31bfcefb8a10c16b50f8aefc12da8b15c17ec173af9be04df6'
  const nothing = 'b5a029d7ccf31d37aab410fef94ca53f7bb9e3f362a558cb502189cc556ad969'

  it.each([
    ['a number', { 'data.id': '123456789', type: 'payment' }, number],
    ['letters, which are signed in lower case', { 'data.id': 'ORD01JQ4S4KY8HWQ6NA5PXB65B3D3', type: 'order' }, letters],
    ['no id at all', { type: 'order' }, nothing],
  ])('[GAP-38] an event about %s', async (_what, query, hash) => {
    const webhookEvent = await at(nowMs).readWebhookEvent(
      request(query as Record<string, string>, `ts=1767225600,v1=${hash}`),
    )
    expect(webhookEvent).toMatchObject({ about: null, paymentStatus: null })
  })

  it('[GAP-38] the id of the address counts, not that of the body', async () => {
    const body = '{"id":77,"type":"payment","data":{"id":"123456789"}}'
    const elsewhere = request({ 'data.id': '987654321', type: 'payment' }, `ts=1767225600,v1=${number}`, body)
    await expect(at(nowMs).readWebhookEvent(elsewhere)).rejects.toThrow('did not sign')
  })

  it.each([
    ['another request', { 'x-request-id': 'other' }],
    ['another time', { 'x-signature': `ts=1767225601,v1=${number}` }],
    ['no hash', { 'x-signature': 'ts=1767225600' }],
    ['an empty hash', { 'x-signature': 'ts=1767225600,v1=' }],
    ['no signature', { 'x-signature': undefined }],
  ])('[GAP-38] %s is not signed', async (_what, headers) => {
    const signed = request({ 'data.id': '123456789', type: 'payment' }, `ts=1767225600,v1=${number}`)
    const changed = { ...signed, headers: { ...signed.headers, ...headers } }
    await expect(at(nowMs).readWebhookEvent(changed)).rejects.toThrow('did not sign')
  })

  it('both seconds and milliseconds are accepted as the time, within a day', async () => {
    const day = 24 * 60 * 60 * 1000
    for (const ts of [1767225600, 1767225600_000]) {
      const manifest = `id:123456789;request-id:${requestId};ts:${ts};`
      const query = { 'data.id': '123456789', type: 'payment' }
      const signed = request(query, `ts=${ts},v1=${hmacSha256(secret, manifest)}`)
      for (const ms of [nowMs - day, nowMs + day]) expect(await at(ms).readWebhookEvent(signed)).toBeTruthy()
      for (const ms of [nowMs - day - 1, nowMs + day + 1])
        await expect(at(ms).readWebhookEvent(signed)).rejects.toThrow('at another time')
    }
  })

  it('both secrets count while one is changed, and an empty one never', async () => {
    const signed = request({ 'data.id': '123456789', type: 'payment' }, `ts=1767225600,v1=${number}`)
    expect(await at(nowMs, { webhookSecrets: ['new', secret] }).readWebhookEvent(signed)).toBeTruthy()
    await expect(at(nowMs, { webhookSecrets: ['new'] }).readWebhookEvent(signed)).rejects.toThrow('did not sign')
    expect(() => mercadoPago({ webhookSecrets: [''] })).toThrow('the secret of its webhook events')
    expect(() => mercadoPago({ webhookSecrets: [] })).toThrow('the secret of its webhook events')
    expect(() => mercadoPago({ accessToken: '' })).toThrow('an access token')
  })
})

describe('opening', () => {
  it("[GAP-38] leads to Mercado Pago's own page, with our reference and our expiry", async () => {
    const expiresAt = new Date(Date.now() + 60_000)
    const attempt = attemptIn({ expiresAt })
    const { providerRef, page } = await mercadoPago().open(attempt)
    expect(page).toEqual({ kind: 'redirect', url: `${simulatorOf().url}/mercado-pago/checkout/start/${providerRef}` })
    const { raw, headers } = sentTo('/checkout/preferences')
    expect(headers['x-idempotency-key']).toBe(`pay-${attempt.reference}`)
    const { returnUrl } = attempt
    expect(JSON.parse(raw.toString())).toEqual({
      items: [{ id: attempt.reference, title: 'Order 482913', quantity: 1, unit_price: 499, currency_id: 'BRL' }],
      payer: { name: 'Nila Rao', phone: { number: '+919876543210' }, email: 'nila@example.test' },
      back_urls: { success: returnUrl, pending: returnUrl, failure: returnUrl },
      auto_return: 'approved',
      external_reference: attempt.reference,
      notification_url: attempt.webhookUrl,
      expires: true,
      expiration_date_to: expiresAt.toISOString().replace('Z', '+00:00'),
    })
  })

  it('a shop on this machine opens too, without the addresses that it would refuse', async () => {
    const local = { returnUrl: 'http://localhost:8080/return', webhookUrl: 'http://localhost:8080/webhook' }
    const payer = { id: 7, name: 'Dev', email: null, phone: '+5511987654321' }
    expect(await opened({ ...local, payer })).toBeTruthy()
    const sent = JSON.parse(sentTo('/checkout/preferences').raw.toString()) as object
    expect(sent).not.toHaveProperty('notification_url')
    expect(sent).not.toHaveProperty('auto_return')
  })

  it.each<[Account, bigint, string]>([
    ['BRL', 49_950n, '499.5'],
    ['BRL', 1n, '0.01'],
    ['BRL', 1_234_567_890_123n, '12345678901.23'],
    ['UYU', 110n, '1.1'],
    ['CLP', 4_990n, '4990'],
    ['COP', 499_000n, '4990'],
  ])('[INT-22] %s %i is sent as %s and comes back the same', async (account, amountMinor, text) => {
    const provider = mercadoPago({}, {}, account)
    const attempt = attemptIn({ currency: account, amountMinor })
    await provider.open(attempt)
    expect(sentTo('/checkout/preferences', account).raw.toString()).toContain(`"unit_price":${text},`)
    await simulatorOf(account).act('mercado-pago', 'pay', { preference: attempt.reference })
    const { captured } = await provider.find({ ...attempt, providerRef: null })
    expect(captured).toMatchObject([{ amountMinor, currency: account, refundedMinor: 0n }])
  })

  it('[INT-22] has no account in rupees', () => {
    expect(() => mercadoPago({ currency: 'INR' })).toThrow('no accounts in INR')
  })

  it('refuses zero, and centavos in a currency without them', async () => {
    expect(await troubleOf(mercadoPago().open(attemptIn({ amountMinor: 0n })))).toBe('refused')
    const odd = attemptIn({ currency: 'COP', amountMinor: 499_050n })
    await expect(mercadoPago({}, {}, 'COP').open(odd)).rejects.toThrow('takes whole pesos in COP')
  })

  it('reports a wrong token; the error contains neither the token nor personal data', async () => {
    const failure = await mercadoPago({ accessToken: 'APP_USR-wrong' })
      .open(attemptIn())
      .catch((error: Error) => error)
    expect(failure).toMatchObject({ kind: 'refused', message: 'Mercado Pago refused with 401, unauthorized' })
    expect(await troubleOf(mercadoPago().open(attemptIn({ currency: 'ARS' })))).toBe('refused')
  })

  it.each(['error', 'lost-request', 'lost-answer'] as const)('%s leaves the result unknown', async (fault) => {
    const attempt = attemptIn()
    simulatorOf().failNext('mercado-pago', 'open', fault)
    expect(await troubleOf(mercadoPago().open(attempt))).toBe('unknown')
    expect(await mercadoPago().find({ ...attempt, providerRef: null })).toEqual({ status: 'pending', captured: [] })
  })

  it('a payment on a page whose opening was lost is found by our reference', async () => {
    const attempt = attemptIn()
    simulatorOf().failNext('mercado-pago', 'open', 'lost-answer')
    await troubleOf(mercadoPago().open(attempt))
    await act('pay', { preference: attempt.reference })
    expect(await mercadoPago().find({ ...attempt, providerRef: null })).toMatchObject({ status: 'paid' })
    // Opening the payment again with the same key returns the same preference.
    const [first, second] = [await mercadoPago().open(attempt), await mercadoPago().open(attempt)]
    expect(second.providerRef).toBe(first.providerRef)
  })
})

describe('closing', () => {
  it('[GAP-38] a preference expires now, and its page with it', async () => {
    const attempt = await opened()
    const [{ page }] = [await mercadoPago().open(attempt)]
    await mercadoPago({}, { now: () => Date.now() - 1000 }).close!(attempt)
    const { url } = page as { url: string }
    expect((await fetch(url)).status).toBe(410)
    expect((await mercadoPago().find(attempt)).status).toBe('pending')
    expect(await troubleOf(mercadoPago().close!({ ...attempt, providerRef: 'nobody' }))).toBe('refused')
    expect(await mercadoPago().close!({ ...attempt, providerRef: null })).toBeUndefined()
  })
})

describe('the payment status', () => {
  it('[GAP-38] a declined card does not end the attempt; the payment after it pays', async () => {
    const attempt = await opened()
    expect(await mercadoPago().find(attempt)).toEqual({ status: 'pending', captured: [] })
    for (const [cardholder, reason] of [
      ['FUND', 'cc_rejected_insufficient_amount'],
      ['SECU', 'cc_rejected_bad_filled_security_code'],
    ]) {
      await act('pay', { preference: attempt.reference, cardholder })
      expect(await mercadoPago().find(attempt)).toEqual({ status: 'pending', captured: [], reason })
    }
    const { payment } = await act<Paid>('pay', { preference: attempt.reference })
    const captured = [{ paymentId: payment, amountMinor: 49_900n, currency: 'BRL', refundedMinor: 0n }]
    expect(await mercadoPago().find(attempt)).toEqual({ status: 'paid', captured })
  })

  it('two payments of one attempt are both listed', async () => {
    const { attempt, payment } = await paid()
    const second = await act<Paid>('pay', { preference: attempt.reference })
    const { captured } = await mercadoPago().find(attempt)
    expect(new Set(captured.map(({ paymentId }) => paymentId))).toEqual(new Set([payment, second.payment]))
  })

  it('a voucher is pending, and is paid three days later or expires', async () => {
    const attempt = await opened()
    const { payment } = await act<Paid>('pend', { preference: attempt.reference })
    const waiting = { status: 'pending', captured: [], reason: 'pending_waiting_payment' }
    expect(await mercadoPago().find(attempt)).toEqual(waiting)
    await act('move', { payment, status: 'cancelled', detail: 'expired' })
    expect(await mercadoPago().find(attempt)).toEqual({ status: 'expired', captured: [], reason: 'expired' })
    await act('move', { payment, status: 'approved', detail: 'accredited' })
    expect(await mercadoPago().find(attempt)).toMatchObject({ status: 'paid', captured: [{ paymentId: payment }] })
  })

  it.each([
    ['in_process', 'pending_contingency', { status: 'pending', reason: 'pending_contingency' }],
    ['authorized', 'pending_capture', { status: 'pending', reason: 'pending_capture' }],
    ['cancelled', 'by_payer', { status: 'cancelled', reason: 'by_payer' }],
    ['in_mediation', 'dispute', { status: 'paid', reason: 'dispute', captured: [{ refundedMinor: 0n }] }],
    ['charged_back', 'settled', { status: 'paid', reason: 'settled', captured: [{ refundedMinor: 49_900n }] }],
    ['charged_back', 'reimbursed', { status: 'paid', reason: 'reimbursed', captured: [{ refundedMinor: 0n }] }],
    ['something_new', 'whatever', { status: 'pending', captured: [] }],
  ])('a payment that is %s (%s)', async (status, detail, paymentStatus) => {
    const { attempt, payment } = await paid()
    await act('move', { payment, status, detail })
    expect(await mercadoPago().find(attempt)).toMatchObject(paymentStatus)
  })

  it('[GAP-38] the amount that we asked for is compared, without the interest on instalments', async () => {
    const { attempt } = await paid({ interest: 120.5 })
    expect((await mercadoPago().find(attempt)).captured).toMatchObject([{ amountMinor: 49_900n }])
  })

  it('[GAP-38] another amount or currency is reported unchanged', async () => {
    const { attempt } = await paid({ amount: 4.99, currency: 'ARS' })
    const { captured } = await mercadoPago().find(attempt)
    expect(captured).toMatchObject([{ amountMinor: 499n, currency: 'ARS' }])
  })

  it('an amount that the currency does not have cannot be read', async () => {
    const { attempt } = await paid({ amount: 4.999 })
    expect(await troubleOf(mercadoPago().find(attempt))).toBe('unknown')
  })

  it.each(['error', 'lost-request', 'lost-answer'] as const)('%s says nothing about the payment', async (fault) => {
    const { attempt } = await paid()
    simulatorOf().failNext('mercado-pago', 'find', fault)
    expect(await troubleOf(mercadoPago().find(attempt))).toBe('unknown')
    expect(await mercadoPago().find(attempt)).toMatchObject({ status: 'paid' })
  })

  it.each([
    ['a redirect', { status: 302, headers: { location: 'https://elsewhere.example.test/' } }],
    ['a page', { status: 200, body: '<h1>Welcome</h1>' }],
    ['another form', { status: 200, body: { results: [{ id: 1 }] } }],
    ['a locked key', { status: 423, body: { error: 'locked' } }],
    ['something behind it', { status: 424, body: {} }],
    ['too many requests', { status: 429, body: {} }],
  ])('%s says nothing about the payment', async (_what, answer) => {
    const attempt = await opened()
    const ask = (baseUrl: string) => troubleOf(mercadoPago({}, { baseUrl }).find(attempt))
    expect(await askStrange(answer, ask)).toBe('unknown')
  })

  it('[GAP-38] a payment with another reference is never ours', async () => {
    const payment = { id: 1, status: 'approved', transaction_amount: 499, currency_id: 'BRL' }
    const body = { results: [{ ...payment, external_reference: 'another' }, payment] }
    const attempt = await opened()
    const ask = (baseUrl: string) => mercadoPago({}, { baseUrl }).find(attempt)
    expect(await askStrange({ status: 200, body }, ask)).toEqual({ status: 'pending', captured: [] })
  })

  it("another account's token is refused", async () => {
    const { attempt } = await paid()
    expect(await troubleOf(mercadoPago({ accessToken: 'APP_USR-other' }).find(attempt))).toBe('refused')
  })
})

describe('webhook events', () => {
  it('[GAP-38] an event only triggers a query of its payment: created and updated, each twice', async () => {
    const { attempt, payment } = await paid()
    await act('move', { payment, status: 'approved', detail: 'accredited' })
    const receiver = await startReceiver(mercadoPago())
    for (const kind of ['payment.created', 'payment.updated'])
      expect(await act('deliver', { to: receiver.url, kind, times: 2 })).toEqual([200, 200])
    expect(new Set(receiver.webhookEvents.map(({ eventId }) => eventId)).size).toBe(2)
    for (const webhookEvent of receiver.webhookEvents)
      expect(webhookEvent).toMatchObject({
        about: { reference: attempt.reference, paymentId: payment },
        paymentStatus: { status: 'paid', captured: [{ paymentId: payment, amountMinor: 49_900n, currency: 'BRL' }] },
      })
    await receiver.close()
  })

  it.each([
    ['forged', 401],
    ['body-id', 401],
    ['stale', 401],
    ['unsigned', 401],
    ['milliseconds', 200],
  ])('[GAP-38] an event that is %s is answered %i', async (as, status) => {
    await paid()
    const receiver = await startReceiver(mercadoPago())
    expect(await act('deliver', { to: receiver.url, as })).toEqual([status])
    expect(receiver.webhookEvents).toHaveLength(status === 200 ? 1 : 0)
    await receiver.close()
  })

  it.each([
    ['in_mediation', 'pending', 'open'],
    ['charged_back', 'in_process', 'open'],
    ['charged_back', 'settled', 'lost'],
    ['charged_back', 'reimbursed', 'won'],
  ])('a payment that is %s, %s is a dispute that is %3$s', async (status, detail, expected) => {
    const { payment } = await paid()
    await act('move', { payment, status, detail })
    const { dispute, paymentStatus } = await mercadoPago().readWebhookEvent(await seal({ kind: 'payment.updated' }))
    expect(dispute).toMatchObject({
      disputeId: payment,
      paymentId: payment,
      status: expected,
      amountMinor: 49_900n,
      currency: 'BRL',
    })
    expect(paymentStatus!.status).toBe('paid')
  })

  it('the end of a dispute is read from the payment, and creates none where there was none', async () => {
    const { payment } = await paid()
    for (const [status, expected] of [
      ['approved', 'won'],
      ['refunded', 'lost'],
    ]) {
      await act('move', { payment, status, detail: status })
      const { dispute } = await mercadoPago().readWebhookEvent(await seal({ kind: 'payment.updated' }))
      expect(dispute).toMatchObject({ status: expected, isOnlyIfKnown: true })
    }
  })

  it('an event of a chargeback names the payment, which is queried as for any other event', async () => {
    const { attempt, payment } = await paid()
    await act('charge-back', { payment })
    const told = await mercadoPago().readWebhookEvent(await seal({ kind: 'chargeback' }))
    expect(told).toMatchObject({
      about: { reference: attempt.reference, paymentId: payment },
      dispute: { disputeId: payment, status: 'open', providerStatus: 'charged_back.in_process' },
    })
    const forged = await seal({ kind: 'chargeback', as: 'forged' })
    await expect(mercadoPago().readWebhookEvent(forged)).rejects.toThrow('did not sign')
  })

  it('an unsigned event is recognised by its address, before any query', async () => {
    await paid()
    expect(mercadoPago().isUnsignedHint!(await seal({ as: 'copy' }))).toBe(true)
    expect(mercadoPago().isUnsignedHint!(await seal({ as: 'order-copy' }))).toBe(true)
    expect(mercadoPago().isUnsignedHint!(await seal())).toBe(false)
  })

  it('[GAP-38] the status and amount in the body are not trusted', async () => {
    const attempt = await opened()
    const { payment } = await act<Paid>('decline', { preference: attempt.reference })
    const change = { status: 'approved', data: { id: payment, status: 'approved', transaction_amount: 499 } }
    const { paymentStatus } = await mercadoPago().readWebhookEvent(await seal({ change }))
    expect(paymentStatus).toMatchObject({ status: 'pending', captured: [], reason: 'cc_rejected_insufficient_amount' })
  })

  it.each(['copy', 'order-copy'])('an old kind of event (%s) is accepted and only triggers a query', async (as) => {
    const { attempt, payment } = await paid()
    const receiver = await startReceiver(mercadoPago())
    expect(await act('deliver', { to: receiver.url, as, times: 2 })).toEqual([200, 200])
    const [first, again] = receiver.webhookEvents
    expect(again).toEqual(first)
    expect(first).toMatchObject({
      about: { reference: attempt.reference },
      paymentStatus: { captured: [{ paymentId: payment }] },
    })
    // A later change of the payment counts as a new event.
    await act('move', { payment, status: 'charged_back', detail: 'settled' })
    await act('deliver', { to: receiver.url, as })
    expect(receiver.webhookEvents.at(-1)!.eventId).not.toBe(first!.eventId)
    await receiver.close()
  })

  it('[GAP-38] a copy next to a forged signature only triggers a query', async () => {
    const attempt = await opened()
    const { payment: id } = await act<Paid>('decline', { preference: attempt.reference })
    const headers = { 'x-signature': `ts=1,v1=${'0'.repeat(64)}` }
    const query = { topic: 'payment', id, status: 'approved' }
    const { paymentStatus } = await mercadoPago().readWebhookEvent({
      raw: Buffer.from('{"status":"approved"}'),
      headers,
      query,
    })
    expect(paymentStatus).toMatchObject({ status: 'pending', captured: [] })
  })

  it.each([
    { topic: 'payment', id: '1' },
    { topic: 'merchant_order', id: '1' },
    { topic: 'payment', id: '../../users/me' },
    { topic: 'payment' },
  ])('a copy about an unknown payment leaves no trace: $topic $id', async (query) => {
    const request = { raw: Buffer.alloc(0), headers: {}, query: query as Record<string, string> }
    await expect(mercadoPago().readWebhookEvent(request)).rejects.toThrow('a copy')
    expect(
      simulatorOf()
        .requests('mercado-pago')
        .map(({ path }) => path),
    ).not.toContain('/users/me')
  })

  it("an unknown payment, as in the provider's own test, is accepted and means nothing", async () => {
    await paid()
    const webhookEvent = await mercadoPago().readWebhookEvent(await seal({ change: { data: { id: '123456' } } }))
    expect(webhookEvent).toMatchObject({ about: null, paymentStatus: null })
  })

  it('a payment of another shop on the same account is ignored', async () => {
    const body = { transaction_amount: 10, token: 'APRO', payment_method_id: 'visa', installments: 1 }
    const made = await call(
      '/v1/payments',
      { ...body, payer: { email: 'a@example.test' } },
      { 'x-idempotency-key': '1' },
    )
    expect(made.status).toBe(201)
    expect(await mercadoPago().readWebhookEvent(await seal())).toMatchObject({ about: null, paymentStatus: null })
  })

  it('when the payment cannot be queried now, the provider has to send the event again', async () => {
    await paid()
    const receiver = await startReceiver(mercadoPago())
    simulatorOf().failNext('mercado-pago', 'find', 'error')
    expect(await act('deliver', { to: receiver.url, times: 2 })).toEqual([503, 200])
    await receiver.close()
  })
})

describe('refunds', () => {
  it('refunds the whole payment, once for one key', async () => {
    const { attempt, payment: paymentId } = await paid()
    const order = buildRefund(attempt, { paymentId })
    const given = await mercadoPago().refund(order)
    expect(given).toEqual({ status: 'done', refundId: expect.stringMatching(/^\d+$/) })
    const sent = sentTo(`/v1/payments/${paymentId}/refunds`)
    expect([sent.raw.toString(), sent.headers['x-idempotency-key']]).toEqual(['{}', `refund-${order.key}`])
    expect(await mercadoPago().refund(order)).toEqual(given)
    expect(await mercadoPago().findRefund({ ...order, refundId: given.refundId })).toEqual(given)
    expect((await mercadoPago().find(attempt)).captured).toMatchObject([{ refundedMinor: 49_900n }])
  })

  it('refunds parts as decimals', async () => {
    const { attempt, payment: paymentId } = await paid()
    await mercadoPago().refund(buildRefund(attempt, { paymentId, amountMinor: 10_050n }))
    expect(sentTo(`/v1/payments/${paymentId}/refunds`).raw.toString()).toBe('{"amount":100.5}')
    await mercadoPago().refund(buildRefund(attempt, { paymentId, amountMinor: 1n }))
    expect(await mercadoPago().find(attempt)).toMatchObject({ status: 'paid', captured: [{ refundedMinor: 10_051n }] })
  })

  it.each(['lost-answer', 'lost-request', 'error'] as const)(
    '%s: the next try refunds nothing twice',
    async (fault) => {
      const { attempt, payment: paymentId } = await paid()
      const order = buildRefund(attempt, { paymentId, amountMinor: 10_000n })
      simulatorOf().failNext('mercado-pago', 'refund', fault)
      expect(await troubleOf(mercadoPago().refund(order))).toBe('unknown')
      expect(await mercadoPago().findRefund(order)).toEqual({ status: 'pending', refundId: null })
      await mercadoPago().refund(order)
      await mercadoPago().refund(order)
      expect((await mercadoPago().find(attempt)).captured).toMatchObject([{ refundedMinor: 10_000n }])
    },
  )

  it('a slow refund is queried until it is done or rejected', async () => {
    for (const [status, state] of [
      ['approved', 'done'],
      ['rejected', 'failed'],
    ]) {
      const { attempt, payment: paymentId } = await paid()
      await act('next-refund', { status: 'in_process' })
      const order = buildRefund(attempt, { paymentId, amountMinor: 10_000n })
      const { status: first, refundId } = await mercadoPago().refund(order)
      expect(first).toBe('pending')
      await act('refund-outcome', { refund: refundId, status })
      expect(await mercadoPago().findRefund({ ...order, refundId })).toMatchObject({ status: state, refundId })
      const refundedMinor = state === 'done' ? 10_000n : 0n
      expect((await mercadoPago().find(attempt)).captured).toMatchObject([{ refundedMinor }])
    }
  })

  it('a refund that is rejected immediately is failed', async () => {
    const { attempt, payment: paymentId } = await paid()
    await act('next-refund', { status: 'rejected' })
    expect(await mercadoPago().refund(buildRefund(attempt, { paymentId }))).toMatchObject({ status: 'failed' })
  })

  it('more than was paid, another amount under the same key, and an unknown payment are refused', async () => {
    const { attempt, payment: paymentId } = await paid()
    const over = buildRefund(attempt, { paymentId, amountMinor: 49_901n })
    await expect(mercadoPago().refund(over)).rejects.toThrow('Mercado Pago refused with 400, 4040')
    const order = buildRefund(attempt, { paymentId, amountMinor: 10_000n })
    await mercadoPago().refund(order)
    await expect(mercadoPago().refund({ ...order, amountMinor: 20_000n })).rejects.toThrow('refused with 409')
    expect(await troubleOf(mercadoPago().refund({ ...order, paymentId: '1' }))).toBe('refused')
    expect((await mercadoPago().find(attempt)).captured).toMatchObject([{ refundedMinor: 10_000n }])
  })
})

describe('the simulator is as strict as Mercado Pago', () => {
  const item = { title: 'Order', quantity: 1, unit_price: 10, currency_id: 'BRL' }

  it.each([
    ['no items', { items: [] }],
    ['too many decimals', { items: [{ ...item, unit_price: 10.005 }] }],
    ['an amount as text', { items: [{ ...item, unit_price: '10.00' }] }],
    ['a currency of another country', { items: [{ ...item, currency_id: 'ARS' }] }],
    ['webhook events to this machine', { items: [item], notification_url: 'http://localhost/x' }],
    [
      'an automatic return without https',
      { items: [item], auto_return: 'approved', back_urls: { success: 'http://a.test' } },
    ],
    ['an expiry without an offset', { items: [item], expiration_date_to: '2026-11-21T10:00:00.000Z' }],
  ])('refuses %s', async (_what, body) => {
    const { status, body: said } = await call('/checkout/preferences', body)
    expect([status, said.status]).toEqual([400, 400])
  })

  it('accepts an address with and without the slash, requires a key to move money', async () => {
    expect((await call('/checkout/preferences/', { items: [item] })).status).toBe(201)
    const payment = { transaction_amount: 10, token: 'APRO', payment_method_id: 'visa', installments: 1 }
    expect((await call('/v1/payments', { ...payment, payer: { email: 'a@example.test' } })).status).toBe(400)
    expect((await call('/v1/payments/1', undefined, { authorization: 'Bearer x' })).status).toBe(401)
  })

  it('shows a page to pay on, sends its event immediately, and returns the payer', async () => {
    const provider = mercadoPago()
    const receiver = await startReceiver(provider)
    const attempt = attemptIn({ webhookUrl: receiver.url })
    const { page } = await provider.open(attempt)
    const url = page.kind === 'redirect' ? page.url : ''
    expect(await (await fetch(url)).text()).toMatch(/<button name="choice" value="pay"[^>]*>Confirm and pay /)
    const choose = (choice: string) =>
      fetch(url, { method: 'POST', body: new URLSearchParams({ choice }), redirect: 'manual' })
    expect(await (await choose('decline')).text()).toContain('declined')
    expect((await choose('close')).headers.get('location')).toContain('&status=null')
    const back = new URL((await choose('pay')).headers.get('location')!)
    expect(back.href).toContain(attempt.returnUrl)
    expect(back.searchParams.get('external_reference')).toBe(attempt.reference)
    expect(receiver.webhookEvents.map(({ paymentStatus }) => paymentStatus?.status)).toEqual(['pending', 'paid'])
    await receiver.close()
  })

  it('an expired preference cannot be paid on its page', async () => {
    const { page } = await mercadoPago().open(attemptIn({ expiresAt: new Date(Date.now() - 1000) }))
    expect((await fetch(page.kind === 'redirect' ? page.url : '')).status).toBe(410)
  })
})
