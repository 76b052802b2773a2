import { type Simulator, startSimulator } from '@nukkad/simulators/payments/server.ts'
import { simulateStripe } from '@nukkad/simulators/payments/stripe/simulator.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAttempt, buildRefund, sealedEvent, startReceiver, troubleOf } from '#test/provider-parts.ts'
import { hmacSha256 } from '../http.ts'
import type { PaymentAttempt } from '../provider.ts'
import { createStripe } from './adapter.ts'
import { amountOf } from './objects.ts'

const keys = {
  secretKey: 'sk_test_a_key_of_the_simulator',
  webhookSecret: 'whsec_demo_3f9c2b',
  previousWebhookSecret: 'whsec_demo_before',
}
let simulator: Simulator
beforeAll(async () => {
  simulator = await startSimulator([simulateStripe(keys)])
})
afterAll(() => simulator.close())

const stripe = (more: object = {}, options: object = {}) =>
  createStripe({ ...keys, ...more }, { baseUrl: `${simulator.url}/stripe`, timeoutMs: 2000, ...options })
const act = <T>(action: string, args: object = {}) => simulator.act('stripe', action, { ...args }) as Promise<T>
type Paid = { payment: string; back: string }

async function opened(more: Partial<PaymentAttempt> = {}) {
  const attempt = buildAttempt(more)
  const { providerRef } = await stripe().open(attempt)
  return { ...attempt, providerRef }
}
async function paid(more: Partial<PaymentAttempt> = {}) {
  const attempt = await opened(more)
  const { payment } = await act<Paid>('pay', { attempt: attempt.reference })
  return { attempt, payment }
}
async function openedIntent(more: Partial<PaymentAttempt> = {}) {
  const attempt = buildAttempt(more)
  const { providerRef, page } = await stripe().openIntent!(attempt)
  if (page.kind !== 'intent') throw new Error('an intent was expected')
  return { attempt: { ...attempt, providerRef }, clientSecret: page.clientSecret }
}
/** Confirms an intent with its secret, like a form inside an app. */
const confirm = (id: string, client_secret: string, payment_method = 'pm_card_visa') =>
  fetch(`${simulator.url}/stripe/v1/payment_intents/${id}/confirm`, {
    method: 'POST',
    body: new URLSearchParams({ client_secret, payment_method }),
  })
const bySecretKey = { authorization: `Bearer ${keys.secretKey}` }
const seal = (how: object = {}) => sealedEvent(simulator, 'stripe', { ...how })
const sentTo = (path: string) => {
  const { raw, headers } = simulator.requests('stripe').findLast((request) => request.path === path)!
  return { form: Object.fromEntries(new URLSearchParams(raw.toString())), headers }
}

describe('the worked vector', () => {
  const body =
    '{"id":"evt_test_0001","object":"event","type":"payment_intent.succeeded","data":{"object":{"id":"pi_test_0001","object":"payment_intent","amount":49900,"currency":"inr","status":"succeeded","metadata":{"order_id":"ORD_1001"}}}}'
  const v1 = 'ac422df2aff19d1ebe68000a84ea322bc53d1b810675dff588c94b898b0119e1'
  const at = 1_767_225_600
  const read = (header: string | undefined, { sent = body, seconds = at + 10, secrets = {} } = {}) =>
    stripe(secrets, { now: () => new Date(seconds * 1000) }).readWebhookEvent({
      raw: Buffer.from(sent),
      headers: { 'stripe-signature': header },
      query: {},
    })

  it('[GAP-36] is signed, and means nothing without an attempt of ours', async () => {
    expect(await read(`t=${at},v1=${v1}`)).toEqual({
      eventId: 'evt_test_0001',
      kind: 'payment_intent.succeeded',
      about: null,
      paymentStatus: null,
    })
    await expect(read(`t=${at},v1=${'0'.repeat(64)},v0=1, v1=${v1}`)).resolves.toBeDefined()
  })

  it.each([-301, -300, 0, 300, 301])('is accepted within 300 seconds of its time: %s seconds', async (seconds) => {
    const isRefused = Math.abs(seconds) > 300
    const answer = read(`t=${at},v1=${v1}`, { seconds: at + seconds }).then(() => 'read')
    expect(await answer.catch((error: Error) => error.name)).toBe(isRefused ? 'WebhookEventRefused' : 'read')
  })

  it.each<[string, string | undefined]>([
    ['no header', undefined],
    ['an empty header', ''],
    ['no time', `v1=${v1}`],
    ['a time that is no number', `t=now,v1=${v1}`],
    ['another time', `t=${at + 1},v1=${v1}`],
    ['an older scheme only', `t=${at},v0=${v1}`],
    ['capitals', `t=${at},v1=${v1.toUpperCase()}`],
    ['a part of it', `t=${at},v1=${v1.slice(0, 63)}`],
    ['a second, matching time', `t=1,t=${at},v1=${v1}`],
  ])('%s: refused', async (_what, header) => {
    await expect(read(header)).rejects.toThrow('has not signed')
  })

  it('other bytes, or no secret: refused', async () => {
    await expect(read(`t=${at},v1=${v1}`, { sent: `${body} ` })).rejects.toThrow('has not signed')
    const empty = hmacSha256('', `${at}.${body}`)
    const secrets = { webhookSecret: '', previousWebhookSecret: '' }
    await expect(read(`t=${at},v1=${empty}`, { secrets })).rejects.toThrow('has not signed')
  })
})

describe('opening', () => {
  it('[GAP-36] creates a hosted page with our reference and our amount', async () => {
    const attempt = buildAttempt()
    const { providerRef, page } = await stripe().open(attempt)
    expect(providerRef).toMatch(/^cs_test_/)
    expect(page).toEqual({ kind: 'redirect', url: `${simulator.url}/stripe/pay/${providerRef}` })
    const { form, headers } = sentTo('/v1/checkout/sessions')
    expect(form).toMatchObject({
      client_reference_id: attempt.reference,
      'metadata[attempt_id]': attempt.reference,
      'payment_intent_data[metadata][attempt_id]': attempt.reference,
      'line_items[0][price_data][unit_amount]': '49900',
      'line_items[0][price_data][currency]': 'inr',
      'adaptive_pricing[enabled]': 'false',
      success_url: attempt.returnUrl,
      cancel_url: attempt.returnUrl,
      expires_at: String(Math.ceil(attempt.expiresAt.getTime() / 1000) + 1800),
    })
    expect(headers['idempotency-key']).toBe(`pay-${attempt.reference}`)
    expect(headers['stripe-version']).toBe('2026-10-28.endive')
  })

  it("a page for longer than Stripe allows ends at Stripe's limit", async () => {
    await stripe().open(buildAttempt({ expiresAt: new Date(Date.now() + 48 * 3_600_000) }))
    expect(sentTo('/v1/checkout/sessions').form.expires_at).toBeUndefined()
  })

  it.each(['lost-answer', 'lost-request', 'error'] as const)(
    '%s leaves the result unknown; the same attempt opens one session',
    async (fault) => {
      const attempt = buildAttempt()
      simulator.failNext('stripe', 'open', fault)
      expect(await troubleOf(stripe().open(attempt))).toBe('unknown')
      const unknown = { ...attempt, providerRef: null }
      expect(await stripe().find(unknown)).toEqual({ status: 'pending', captured: [], reason: 'not_opened' })
      const first = await stripe().open(attempt)
      expect(await stripe().open(attempt)).toEqual(first)
      expect(await troubleOf(stripe().open({ ...attempt, amountMinor: 100_000n }))).toBe('refused')
    },
  )

  it.each([
    ['INR', 49_900n, '49900'],
    ['JPY', 500n, '500'],
    ['KWD', 5_120n, '5120'],
    ['ISK', 500n, '50000'],
  ])('[INT-22] %s %s is sent as %s and read back', async (currency, amountMinor, amount) => {
    const { attempt, payment } = await paid({ currency, amountMinor })
    const { form } = sentTo('/v1/checkout/sessions')
    expect(form['line_items[0][price_data][unit_amount]']).toBe(amount)
    expect(form['line_items[0][price_data][currency]']).toBe(currency.toLowerCase())
    const captured = [{ paymentId: payment, amountMinor, currency, refundedMinor: 0n }]
    expect(await stripe().find(attempt)).toEqual({ status: 'paid', captured })
    const { paymentStatus } = await stripe().readWebhookEvent(await seal({ kind: 'checkout.session.completed' }))
    expect(paymentStatus).toEqual({ status: 'paid', captured })
  })

  it('amounts are converted exactly or not at all', () => {
    expect(amountOf(100_000n, 'MGA')).toBe(1000)
    expect(amountOf(7n, 'UGX')).toBe(700)
    for (const [minor, currency] of [
      [100_050n, 'MGA'],
      [5_124n, 'KWD'],
      [2n ** 60n, 'INR'],
    ] as const)
      expect(() => amountOf(minor, currency)).toThrow('Stripe cannot charge this sum')
  })

  it.each<[string, object, Partial<PaymentAttempt>]>([
    ['a wrong key', { secretKey: 'sk_test_other' }, {}],
    ['too small an amount', {}, { amountMinor: 49n }],
    ['too large an amount', {}, { amountMinor: 100_000_000n }],
    ['an unknown currency', {}, { currency: 'rupees' }],
    ['an attempt that is over', {}, { expiresAt: new Date(Date.now() - 60_000) }],
  ])('refuses %s', async (_what, wrong, more) => {
    expect(await troubleOf(stripe(wrong).open(buildAttempt(more)))).toBe('refused')
  })

  it.each<[string, object, Partial<PaymentAttempt>]>([
    ['a wrong key', { secretKey: 'sk_test_other' }, {}],
    ['too small an amount', {}, { amountMinor: 49n }],
  ])('refuses an intent for %s', async (_what, wrong, more) => {
    expect(await troubleOf(stripe(wrong).openIntent!(buildAttempt(more)))).toBe('refused')
  })

  it('a refusal contains neither the key nor personal data', async () => {
    const failure = await stripe({ secretKey: 'sk_test_other' })
      .open(buildAttempt())
      .catch((error: Error) => error.message)
    expect(failure).toBe('Stripe refused with 401 invalid_request_error')
  })
})

describe('the payment status', () => {
  it('[GAP-36] open, declined, paid: only the last is paid', async () => {
    const attempt = await opened()
    expect(await stripe().find(attempt)).toEqual({ status: 'pending', captured: [] })
    await act('decline', { attempt: attempt.reference })
    expect(await stripe().find(attempt)).toEqual({ status: 'pending', captured: [] })
    const { payment } = await act<Paid>('pay', { attempt: attempt.reference })
    const captured = [{ paymentId: payment, amountMinor: 49_900n, currency: 'INR', refundedMinor: 0n }]
    expect(await stripe().find(attempt)).toEqual({ status: 'paid', captured })
  })

  it('an unpaid session expires', async () => {
    const attempt = await opened()
    const url = `${simulator.url}/stripe/v1/checkout/sessions/${attempt.providerRef}/expire`
    const expire = () => fetch(url, { method: 'POST', headers: bySecretKey })
    expect((await expire()).status).toBe(200)
    expect(await stripe().find(attempt)).toEqual({ status: 'expired', captured: [] })
    expect((await expire()).status).toBe(400)
  })

  it.each([
    [true, 'paid'],
    [false, 'failed'],
  ])('a payment that takes days is pending at first; with a settlement of %s it is %s', async (ok, status) => {
    const attempt = await opened()
    await act('pay-later', { attempt: attempt.reference })
    expect((await stripe().find(attempt)).status).toBe('pending')
    await act('settle', { attempt: attempt.reference, ok })
    expect((await stripe().find(attempt)).status).toBe(status)
  })

  it('the paid amount is reported as it is', async () => {
    const { attempt } = await paid()
    await act('tell-amount', { attempt: attempt.reference, amount: 400 })
    expect(await stripe().find(attempt)).toMatchObject({ status: 'paid', captured: [{ amountMinor: 400n }] })
  })

  it('a payment of another attempt does not count', async () => {
    const { attempt } = await paid()
    expect(await troubleOf(stripe().find({ ...attempt, reference: 'another' }))).toBe('refused')
    const { attempt: other } = await openedIntent()
    expect(await troubleOf(stripe().find({ ...other, reference: 'another' }))).toBe('refused')
  })

  it.each(['error', 'lost-request', 'lost-answer'] as const)('%s gives no payment status', async (fault) => {
    const { attempt } = await paid()
    simulator.failNext('stripe', 'find', fault)
    expect(await troubleOf(stripe().find(attempt))).toBe('unknown')
  })

  it('a wrong key, or an unknown session, gives no payment status', async () => {
    const { attempt } = await paid()
    expect(await troubleOf(stripe({ secretKey: 'sk_test_other' }).find(attempt))).toBe('refused')
    expect(await troubleOf(stripe().find({ ...attempt, providerRef: 'cs_test_none' }))).toBe('refused')
  })
})

describe('an intent for a form inside an app', () => {
  it('[GAP-36] an unconfirmed one is not paid, and a confirmed one is', async () => {
    const { attempt, clientSecret } = await openedIntent()
    const reason = 'requires_payment_method'
    expect(await stripe().find(attempt)).toEqual({ status: 'pending', captured: [], reason })
    expect((await confirm(attempt.providerRef, 'another_secret')).status).toBe(401)
    expect((await stripe().find(attempt)).status).toBe('pending')
    expect((await confirm(attempt.providerRef, clientSecret)).status).toBe(200)
    const captured = [{ paymentId: attempt.providerRef, amountMinor: 49_900n, currency: 'INR', refundedMinor: 0n }]
    expect(await stripe().find(attempt)).toEqual({ status: 'paid', captured })
    expect(await stripe().readWebhookEvent(await seal())).toMatchObject({ about: { reference: attempt.reference } })
  })

  it('[GAP-36] a declined card pays nothing, and the next one can pay', async () => {
    const { attempt, clientSecret } = await openedIntent()
    const answer = await confirm(attempt.providerRef, clientSecret, 'pm_card_chargeDeclined')
    expect(answer.status).toBe(402)
    expect(await answer.json()).toMatchObject({ error: { type: 'card_error', code: 'card_declined' } })
    expect(await stripe().find(attempt)).toEqual({ status: 'failed', captured: [], reason: 'generic_decline' })
    await confirm(attempt.providerRef, clientSecret)
    expect((await stripe().find(attempt)).status).toBe('paid')
  })

  it('[GAP-36] an approval that is not captured is not paid, and a cancelled one is final', async () => {
    const form = new URLSearchParams({ amount: '49900', currency: 'inr', capture_method: 'manual' })
    const attempt = buildAttempt()
    form.set('metadata[attempt_id]', attempt.reference)
    const url = `${simulator.url}/stripe/v1/payment_intents`
    const post = (path: string, body?: URLSearchParams) =>
      fetch(url + path, { method: 'POST', headers: bySecretKey, body })
    for (const [move, status] of [
      ['capture', 'paid'],
      ['cancel', 'cancelled'],
    ] as const) {
      const made = (await (await post('', form)).json()) as { id: string; client_secret: string }
      const known = { ...attempt, providerRef: made.id }
      await confirm(made.id, made.client_secret)
      expect(await stripe().find(known)).toEqual({ status: 'pending', captured: [], reason: 'requires_capture' })
      expect((await post(`/${made.id}/${move}`)).status).toBe(200)
      expect((await stripe().find(known)).status).toBe(status)
      expect((await post(`/${made.id}/confirm`)).status).toBe(400)
    }
  })

  it('the same attempt is the same intent', async () => {
    const attempt = buildAttempt()
    expect(await stripe().openIntent!(attempt)).toEqual(await stripe().openIntent!(attempt))
  })
})

describe('webhook events', () => {
  it('[GAP-36] two events report one payment, each with the same id however often it comes', async () => {
    const { attempt, payment } = await paid()
    const receiver = await startReceiver(stripe())
    await act('deliver', { to: receiver.url, kind: 'checkout.session.completed', times: 2 })
    await act('deliver', { to: receiver.url, kind: 'payment_intent.succeeded' })
    const [first, again, ofIntent] = receiver.webhookEvents
    expect(again).toEqual(first)
    expect(first).toMatchObject({
      kind: 'checkout.session.completed',
      about: { reference: attempt.reference, providerRef: attempt.providerRef, paymentId: payment },
    })
    expect(ofIntent!.eventId).not.toBe(first!.eventId)
    expect(ofIntent!.about).toEqual({ reference: attempt.reference, paymentId: payment })
    for (const { paymentStatus } of receiver.webhookEvents) expect(paymentStatus).toEqual(await stripe().find(attempt))
    const event = await fetch(`${simulator.url}/stripe/v1/events/${first!.eventId}`, { headers: bySecretKey })
    expect(await event.json()).toMatchObject({ id: first!.eventId, type: first!.kind })
    await receiver.close()
  })

  it.each(['forged', 'v0-only', 'stale', 'future', 'unsigned'])(
    '[GAP-36] an event that is %s is refused',
    async (as) => {
      await paid()
      const receiver = await startReceiver(stripe())
      expect(await act('deliver', { to: receiver.url, as })).toEqual([401])
      expect(receiver.webhookEvents).toEqual([])
      await receiver.close()
    },
  )

  it('while the secret is changed, both count', async () => {
    await paid()
    for (const as of ['by-previous-secret', 'rotating'])
      expect((await stripe().readWebhookEvent(await seal({ as }))).paymentStatus?.status, as).toBe('paid')
    const later = stripe({ previousWebhookSecret: undefined })
    await expect(later.readWebhookEvent(await seal({ as: 'by-previous-secret' }))).rejects.toThrow('has not signed')
  })

  it('[GAP-36] ignores an event of the other mode', async () => {
    await paid()
    const nothing = { about: null, paymentStatus: null }
    expect(await stripe().readWebhookEvent(await seal({ change: { livemode: true } }))).toMatchObject(nothing)
    for (const secretKey of ['sk_live_a', 'rk_live_a']) {
      const live = stripe({ secretKey })
      expect(await live.readWebhookEvent(await seal())).toMatchObject(nothing)
      expect((await live.readWebhookEvent(await seal({ change: { livemode: true } }))).paymentStatus?.status).toBe(
        'paid',
      )
    }
  })

  it('[GAP-36] an amount other than ours is reported unchanged', async () => {
    await paid()
    const change = { data: { object: { amount_total: 400, amount_received: 400, currency: 'usd' } } }
    for (const kind of ['checkout.session.completed', 'payment_intent.succeeded']) {
      const { paymentStatus } = await stripe().readWebhookEvent(await seal({ kind, change }))
      expect(paymentStatus).toMatchObject({ captured: [{ amountMinor: 400n, currency: 'USD' }] })
    }
  })

  it('[GAP-36] a session that is complete and unpaid pays nothing until its money arrives', async () => {
    const attempt = await opened()
    await act('pay-later', { attempt: attempt.reference })
    for (const kind of ['checkout.session.completed', 'payment_intent.processing'])
      expect((await stripe().readWebhookEvent(await seal({ kind }))).paymentStatus?.status, kind).toBe('pending')
    await act('settle', { attempt: attempt.reference, ok: true })
    expect(await stripe().readWebhookEvent(await seal())).toMatchObject({
      kind: 'checkout.session.async_payment_succeeded',
      paymentStatus: { status: 'paid', captured: [{ amountMinor: 49_900n }] },
    })
  })

  it('failed, declined and expired attempts are reported as such', async () => {
    const late = await opened()
    await act('pay-later', { attempt: late.reference })
    await act('settle', { attempt: late.reference, ok: false })
    const failed = { status: 'failed', captured: [], reason: 'async_payment_failed' }
    expect((await stripe().readWebhookEvent(await seal())).paymentStatus).toEqual(failed)

    const attempt = await opened()
    await act('decline', { attempt: attempt.reference })
    const declined = { status: 'pending', captured: [], reason: 'generic_decline' }
    expect(await stripe().readWebhookEvent(await seal())).toMatchObject({
      kind: 'payment_intent.payment_failed',
      about: { reference: attempt.reference },
      paymentStatus: declined,
    })
    await act('expire', { attempt: attempt.reference })
    expect((await stripe().readWebhookEvent(await seal())).paymentStatus).toEqual({ status: 'expired', captured: [] })
  })

  it('a dispute is reported with its payment, its amount and the deadline, and how it ended', async () => {
    const attempt = await opened()
    await act('pay', { attempt: attempt.reference })
    const told = []
    for (const status of ['needs_response', 'under_review', 'won', 'lost', 'warning_closed', 'prevented']) {
      const { dispute, payment } = await act<{ dispute: string; payment: string }>('dispute', {
        attempt: attempt.reference,
        status,
      })
      const webhookEvent = await stripe().readWebhookEvent(await seal())
      expect(webhookEvent).toMatchObject({
        about: { paymentId: payment },
        paymentStatus: null,
        dispute: { disputeId: dispute, paymentId: payment },
      })
      expect(webhookEvent.dispute).toMatchObject({
        amountMinor: 49_900n,
        currency: 'INR',
        reason: 'fraudulent',
        providerStatus: status,
      })
      told.push(webhookEvent.dispute!.status)
    }
    expect(told).toEqual(['open', 'open', 'won', 'lost', 'won', 'won'])
  })

  it('a dispute in an unknown form is still reported', async () => {
    const attempt = await opened()
    await act('pay', { attempt: attempt.reference })
    await act('dispute', { attempt: attempt.reference })
    const { dispute, eventId } = await stripe().readWebhookEvent(
      await seal({ change: { data: { object: { id: 7 } } } }),
    )
    expect(dispute).toEqual({ disputeId: eventId, status: 'open' })
  })

  it('ignores an event of another program on the account, or an unreadable one', async () => {
    await paid()
    const nothing = { about: null, paymentStatus: null }
    const change = { data: { object: { metadata: { attempt_id: '' }, client_reference_id: null } } }
    for (const kind of ['checkout.session.completed', 'payment_intent.succeeded'])
      expect(await stripe().readWebhookEvent(await seal({ kind, change }))).toMatchObject(nothing)
    const other = await seal({ change: { type: 'charge.succeeded' } })
    expect(await stripe().readWebhookEvent(other)).toMatchObject({ kind: 'charge.succeeded', ...nothing })
    expect(await stripe().readWebhookEvent(await seal({ change: { data: 1 } }))).toMatchObject({ kind: 'unreadable' })
  })
})

describe('closing', () => {
  it('a session and an intent are closed, and can no longer be paid', async () => {
    const attempt = await opened()
    await stripe().close!(attempt)
    expect((await stripe().find(attempt)).status).toBe('expired')
    await expect(act('pay', { attempt: attempt.reference })).rejects.toThrow('over')
    const inApp = buildAttempt()
    const { providerRef } = await stripe().openIntent!(inApp)
    await stripe().close!({ ...inApp, providerRef })
    expect((await stripe().find({ ...inApp, providerRef })).status).toBe('cancelled')
  })

  it('a paid session stays paid, and one whose opening was lost needs no closing', async () => {
    const attempt = await opened()
    await act('pay', { attempt: attempt.reference })
    expect(await troubleOf(stripe().close!(attempt))).toBe('refused')
    expect((await stripe().find(attempt)).status).toBe('paid')
    expect(await stripe().close!({ ...buildAttempt(), providerRef: null })).toBeUndefined()
  })
})

describe('refunds', () => {
  it('the whole payment is refunded, and the payment shows it', async () => {
    const { attempt, payment } = await paid()
    const order = buildRefund(attempt, { paymentId: payment })
    const given = await stripe().refund(order)
    expect(given).toEqual({ status: 'done', refundId: expect.stringMatching(/^re_/), reason: 'succeeded' })
    expect(sentTo('/v1/refunds').headers['idempotency-key']).toBe(`refund-${order.key}`)
    expect(await stripe().findRefund(order)).toEqual(given)
    expect(await stripe().findRefund({ ...order, refundId: given.refundId })).toEqual(given)
    expect(await stripe().find(attempt)).toMatchObject({ status: 'paid', captured: [{ refundedMinor: 49_900n }] })
  })

  it('a part is refunded, then at most the rest', async () => {
    const { attempt, payment } = await paid()
    const part = (amountMinor: bigint) => buildRefund(attempt, { paymentId: payment, amountMinor })
    expect(await stripe().refund(part(20_000n))).toMatchObject({ status: 'done' })
    const over = { status: 'failed', refundId: null, reason: 'invalid_request_error' }
    expect(await stripe().refund(part(29_901n))).toEqual(over)
    await stripe().refund(part(29_900n))
    expect(await stripe().refund(part(1n))).toEqual({ ...over, reason: 'charge_already_refunded' })
    expect(await stripe().find(attempt)).toMatchObject({ captured: [{ refundedMinor: 49_900n }] })
  })

  it('a repeated key refunds once, even if any answer was lost', async () => {
    const { attempt, payment } = await paid()
    const order = buildRefund(attempt, { paymentId: payment, amountMinor: 10_000n })
    simulator.failNext('stripe', 'refund', 'lost-answer')
    expect(await troubleOf(stripe().refund(order))).toBe('unknown')
    const again = await stripe().refund(order)
    expect(again.refundId).toMatch(/^re_/)
    expect(await stripe().refund({ ...order, amountMinor: 20_000n })).toEqual(again)
    expect(await stripe().find(attempt)).toMatchObject({ captured: [{ refundedMinor: 10_000n }] })
  })

  it('a key that was used for another request is refused, and refunds nothing', async () => {
    const { attempt, payment } = await paid()
    const order = buildRefund(attempt, { paymentId: payment, amountMinor: 10_000n })
    const headers = { ...bySecretKey, 'idempotency-key': `refund-${order.key}` }
    const body = new URLSearchParams({ payment_intent: payment, amount: '500' })
    await fetch(`${simulator.url}/stripe/v1/refunds`, { method: 'POST', headers, body })
    expect(await troubleOf(stripe().refund(order))).toBe('refused')
    expect(await stripe().find(attempt)).toMatchObject({ captured: [{ refundedMinor: 500n }] })
  })

  it('a pending refund may still fail, which is reported', async () => {
    const { attempt, payment } = await paid()
    await act('refundsStay', { stay: true })
    const order = buildRefund(attempt, { paymentId: payment })
    const waiting = await stripe().refund(order)
    await act('refundsStay', { stay: false })
    expect(waiting).toMatchObject({ status: 'pending' })
    const told = {
      about: { paymentId: payment },
      paymentStatus: null,
      refund: { refundId: waiting.refundId, key: order.key },
    }
    expect(await stripe().readWebhookEvent(await seal())).toMatchObject({ kind: 'refund.created', ...told })
    await act('refund-outcome', { refund: waiting.refundId, status: 'failed' })
    expect(await stripe().readWebhookEvent(await seal())).toMatchObject({
      kind: 'refund.failed',
      refund: { state: 'failed' },
    })
    const failed = { status: 'failed', refundId: waiting.refundId, reason: 'expired_or_canceled_card' }
    expect(await stripe().findRefund(order)).toEqual(failed)
    expect(await stripe().find(attempt)).toMatchObject({ captured: [{ refundedMinor: 0n }] })
  })

  it('a wrong key leaves the refund unknown', async () => {
    const { attempt, payment } = await paid()
    const order = buildRefund(attempt, { paymentId: payment })
    const wrong = stripe({ secretKey: 'sk_test_other' })
    expect(await troubleOf(wrong.refund(order))).toBe('refused')
    expect(await troubleOf(wrong.findRefund(order))).toBe('refused')
  })
})

describe('the pay page of the simulator', () => {
  const choose = (attempt: { providerRef: string }, choice?: string) =>
    fetch(`${simulator.url}/stripe/pay/${attempt.providerRef}`, {
      redirect: 'manual',
      ...(choice && { method: 'POST', body: new URLSearchParams({ choice }) }),
    })

  it('offers to pay, to decline and to close, and returns the payer', async () => {
    const attempt = await opened()
    const page = await (await choose(attempt)).text()
    for (const name of ['Confirm and pay [^<]+', 'Decline the payment', 'Cancel payment'])
      expect(page).toMatch(new RegExp(`>${name}</button>`))
    expect((await choose(attempt, 'close')).headers.get('location')).toBe(attempt.returnUrl)
    expect(await (await choose(attempt, 'decline')).text()).toContain('Your card was declined.')
    expect((await choose(attempt, 'pay')).headers.get('location')).toBe(attempt.returnUrl)
    expect((await stripe().find(attempt)).status).toBe('paid')
    expect(await (await choose(attempt, 'pay')).text()).toContain('expired')
  })
})
